// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include <hearsay/core/bracket.hpp>
#include <hearsay/divergence/promise.hpp>

namespace hearsay::divergence {

/// (k epsilon, k delta).
/// @pre each.epsilon >= 0, 0 <= each.delta < 1, 1 <= count <= 1e8. @throws Error(Errc::domain) otherwise.
[[nodiscard]] Promise basic_composition(const Promise& each, std::uint64_t count);

/// Epsilon of `count` adaptive (epsilon, .)-DP releases by advanced composition:
/// sqrt(2 count ln(1/slack)) epsilon + count epsilon (e^epsilon - 1). `count` may be any real number >= 0.
/// @throws Error(Errc::domain) unless count >= 0, epsilon >= 0 (finite) and 0 < slack < 1.
/// @cite dwork2010boosting (Theorem III.3)
[[nodiscard]] double advanced_composition_epsilon(double count, double epsilon, double slack);

/// (advanced_composition_epsilon, k delta + slack).
/// @pre 0 < slack < 1. @throws as basic_composition.
/// @cite dwork2010boosting (Theorem III.3)
/// @claims dp.composition.advanced
[[nodiscard]] Promise advanced_composition(const Promise& each, std::uint64_t count, double slack);

/// Sums over mechanisms of different promises (epsilon_i, delta_i).
struct PromiseSums {
  double epsilon = 0.0;  ///< sum of epsilon_i
  double square = 0.0;   ///< sum of epsilon_i^2
  double drift = 0.0;    ///< sum of epsilon_i (e^epsilon_i - 1)/(e^epsilon_i + 1)
  double delta = 0.0;    ///< sum of delta_i
};

/// Epsilon of the composition of mechanisms with these sums, at slack `slack`:
/// min(sum epsilon, drift + sqrt(2 square min(ln(1/slack), ln(e + sqrt(square)/slack)))).
/// @pre 0 < slack < 1. @throws Error(Errc::domain) otherwise.
/// @cite kairouz2015composition (Theorem 3.5)
[[nodiscard]] double heterogeneous_epsilon(const PromiseSums& sums, double slack);

/// Accountant of `count` adaptive mechanisms of which all that is known is that each is `each`: the best that this
/// allows, attained by randomized response.
/// @cite kairouz2015composition (Theorem 3.3)
class OptimalComposition {
 public:
  /// @pre each.epsilon >= 0, 0 <= each.delta < 1, 1 <= count <= 1e8. @throws Error(Errc::domain) otherwise.
  OptimalComposition(const Promise& each, std::uint64_t count);

  /// A binomial sum,
  ///
  ///     1 - (1 - delta)^k (1 - sum_l P(l) (1 - e^(total - (2l - k) epsilon))^+),   l ~ Bin(k, e^epsilon/(1 +
  ///     e^epsilon)).
  ///
  /// @return  certified bracket, relative width below 1e-10 + 1e-14 count.
  /// @pre total_epsilon >= 0. @throws Error(Errc::domain) otherwise.
  /// @complexity O(count).
  [[nodiscard]] Bracket delta(double total_epsilon) const;

  /// Smallest total epsilon at `total_delta`: `upper` is safe to promise.
  /// @pre 0 < total_delta < 1. @throws Error(Errc::domain) otherwise; Error(Errc::conditions) if total_delta < 1 - (1 -
  /// delta)^count, where no finite epsilon exists.
  [[nodiscard]] Bracket epsilon(double total_delta) const;

 private:
  Promise each_;
  std::uint64_t count_;
};

}  // namespace hearsay::divergence
