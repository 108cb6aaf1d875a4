// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace hearsay::stats {

/// Counts, means and squared deviations of pairs of numbers, one drawn under each of two hypotheses. Pairs are added
/// one by one: whoever stores these numbers and goes on with them ends with the same bits.
struct PairMoments {
  std::uint64_t pairs = 0;
  double mean_difference = 0.0, squares_of_differences = 0.0;  ///< of positive - negative; squares about the mean
  double mean_sum = 0.0, squares_of_sums = 0.0;                ///< of positive + negative

  void add(double positive, double negative) noexcept;
  [[nodiscard]] bool operator==(const PairMoments&) const = default;
};

/// ln of the e-value against "the means of the two laws are mu standard deviations apart", if the numbers are
/// independent and Gaussian with one variance: the likelihood ratio of Student's statistic of all pairs, mixed over
/// larger distances by the half of a Gaussian law that is worth `weight` pairs. While mu is true or too large, it is a
/// non-negative martingale, or below one, that starts at 1.
/// @pre weight > 0, the pairs are at least two and not all the same.
/// @accuracy the integrals over the unknown deviation are trapezoid sums of log-concave functions, to 1e-9.
/// @complexity some hundred logarithms.
/// @cite robbins1970statistical, lai1976confidence; derivation: docs/maths/anytime.md
[[nodiscard]] double log_e_value_of_distance(const PairMoments& moments, double mu, double weight);

/// Confidence sequence from below for mu: the bounds of all numbers of pairs are at most mu together with probability
/// at least 1 - alpha.
/// @return rounded down, by 1e-9; -infinity before there are two pairs, or if nothing varies.
/// @throws Error(Errc::domain) unless alpha is in (0, 1) and weight is positive and finite.
/// @complexity some 40 evaluations of log_e_value_of_distance.
/// @cite lai1976confidence
[[nodiscard]] double anytime_mu_lower(const PairMoments& moments, double alpha, double weight = 300.0);

/// The same from above, at a level of its own. @return +infinity before there are two pairs, or if nothing varies.
[[nodiscard]] double anytime_mu_upper(const PairMoments& moments, double alpha, double weight = 300.0);

}  // namespace hearsay::stats
