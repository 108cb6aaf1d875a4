// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace hearsay::report {

// What is not certain is never shown as certain: a number below 1 never reads 1, and one above 0 never reads 0.

/// A probability or confidence in `digits` significant digits, "0.95", or as many more as it needs: "0.9999999".
[[nodiscard]] std::string probability_text(double p, int digits = 6);

/// The same with a fixed number of decimals, "0.9677", or as many more as it needs; near 0 in two significant digits.
[[nodiscard]] std::string share_text(double p, int decimals);

/// The same in hundredths, without the sign: "69.1".
[[nodiscard]] std::string percent_text(double p, int digits = 6);

}  // namespace hearsay::report
