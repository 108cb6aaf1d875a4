// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <utility>

namespace hearsay {

/// An interval around a root of `function`, between `low` and `high` where its values `at_low` and `at_high` have
/// opposite signs: both ends are within 2^(1 - bits) of each other, relatively, or `calls` calls were made.
/// @cite AlefeldPotraShi1995 (TOMS 748, as Boost.Math implements it).
[[nodiscard]] std::pair<double, double> bracket_root(const std::function<double(double)>& function, double low,
                                                     double high, double at_low, double at_high, int bits, int calls);

/// The same; the values at the ends are two of the calls.
[[nodiscard]] std::pair<double, double> bracket_root(const std::function<double(double)>& function, double low,
                                                     double high, int bits, int calls);

}  // namespace hearsay
