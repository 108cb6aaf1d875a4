// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

namespace hearsay::accounting {

/// A time rounded at random to one of the two units beside it, with the right mean.
struct RoundedTime {
  std::size_t unit;  ///< the lower one
  double up;         ///< probability of the upper one
};
/// @pre time >= 0.
[[nodiscard]] RoundedTime rounded_time(double time);

/// Units by which the sum of the first k of `cycles` such rounded times, k = 1..cycles, does not exceed that of the
/// times for any k but for probability `chance`, whatever the times; nor fall short of it. By Hoeffding's lemma and
/// Doob's inequality: docs/maths/walk.md, section 9. @pre cycles >= 0, 0 < chance < 1.
[[nodiscard]] double rounding_slack(double cycles, double chance);

/// F(z) = sum_r weight[r] z^time[r], times rounded as above: a time of i + f units is (1 - f) z^i + f z^(i+1).
struct RenewalTerms {
  std::vector<double> weight, time;
};

/// A bound on all coefficients of a renewal equation.
struct RenewalBound {
  double log_growth = 0.0;                                     ///< x, at which F(e^-x) = 1, or the limit from below
  double log_bound = std::numeric_limits<double>::infinity();  ///< infinite if nothing was found
  /// @return y with [z^t] <= e^y.
  [[nodiscard]] double log_coefficient(double t) const { return log_bound + log_growth * t; }
};

/// Of A(z) / (1 - F(z)), A(z) = sum_l tail[l] z^l; or, if the first cycle's terms F' are not empty, of A(z) (1 + F'(z)
/// / (1 - F(z))).
/// @pre weights, times and tails are not negative; tail is not empty.
[[nodiscard]] RenewalBound renewal_bound(const RenewalTerms& later, const RenewalTerms& first,
                                         const std::vector<double>& tail);

}  // namespace hearsay::accounting
