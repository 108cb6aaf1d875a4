// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include <hearsay/core/enclosure.hpp>

namespace hearsay::report {

/// A number of so many significant digits, rounded to nearest; "infinite".
[[nodiscard]] std::string number_text(double x, int digits);
/// The same rounded up, and down; but for four units in the last place of the double, so that 13 * 0.001 is 0.013.
[[nodiscard]] std::string number_text_above(double x, int digits);
[[nodiscard]] std::string number_text_below(double x, int digits);

/// The value; or, where the number is in doubt, "0.5 to 1", the ends rounded outwards.
[[nodiscard]] std::string enclosure_text(const Enclosure& number, int digits);

}  // namespace hearsay::report
