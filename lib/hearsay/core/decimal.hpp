// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace hearsay {

/// The least double that is written with at most so many significant decimal digits and is not below x. Recommended
/// values are rounded so, since users copy the printed digits.
/// @param digits  1 to 17.
/// @return x itself if it is 0 or not finite.
[[nodiscard]] double decimal_above(double x, int digits);
/// The largest such that is not above x.
[[nodiscard]] double decimal_below(double x, int digits);

}  // namespace hearsay
