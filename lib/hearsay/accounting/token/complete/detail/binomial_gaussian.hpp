// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include <hearsay/core/bracket.hpp>

namespace hearsay::accounting {

/// A number of contributions X ~ Bin(trials, chance) with Gaussian noise, Delta / sigma = mu each.
struct BinomialContributions {
  std::uint64_t trials = 1;
  double chance = 1.0;
  double mu = 0.0;
};

/// Accountant of contributions that are all seen, whose number says nothing about the input:
///
///     delta(epsilon) = sum_k P(X = k) gaussian_delta(mu sqrt(k), epsilon).
class BinomialGaussian {
 public:
  /// @param resolve  probability of the numbers of contributions that are left out, at most: added to every upper end.
  /// @throws Error(Errc::domain) unless 0 <= chance <= 1, mu >= 0 is finite and 0 < resolve < 1.
  BinomialGaussian(const BinomialContributions& contributions, double resolve);

  /// @pre epsilon >= 0, finite. @throws as divergence::gaussian_delta. @complexity O(trials chance).
  [[nodiscard]] Bracket delta(double epsilon) const;
  /// @pre resolve < delta < 1. @throws Error(Errc::domain) otherwise, and as divergence::gaussian_epsilon.
  /// @accuracy the upper end to 1e-10 (1 + epsilon) of the smallest that delta() vouches for.
  /// @complexity 40 of delta().
  [[nodiscard]] Bracket epsilon(double delta) const;

 private:
  BinomialContributions contributions_;
  double resolve_;
  std::uint64_t most_;  // contributions that are counted
};

}  // namespace hearsay::accounting
