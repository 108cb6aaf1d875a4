// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include <hearsay/core/conditional.hpp>
#include <hearsay/divergence/promise.hpp>

namespace hearsay::accounting {

/// A promise of (epsilon, delta)-network DP, and whether it is one.
using Guarantee = Conditional<divergence::Promise>;

/// Marks a guarantee with delta >= 1, which promises nothing, as not valid.
void refuse_vacuous(Guarantee& guarantee);

/// What the token collects.
enum class TokenTask { sum, histogram, sgd };

/// What a contribution to a sum is perturbed with.
enum class Noise {
  gaussian,  ///< calibrated to (epsilon, delta) by a Calibration
  laplace,   ///< of scale Delta / epsilon: pure epsilon-DP, whatever delta
};

/// How Gaussian noise of one contribution is chosen for a local guarantee (epsilon, delta).
enum class Calibration {
  classical,  ///< sigma = sqrt(2 ln(1.25/delta)) Delta / epsilon
  analytic,   ///< the smallest sigma that is (epsilon, delta)-DP exactly
};

/// Delta / sigma of one contribution.
/// @throws Error(Errc::domain) unless epsilon > 0 is finite and 0 < delta < 1.
[[nodiscard]] double signal_to_noise(Calibration calibration, double epsilon, double delta);

/// Optimal composition of `count` adaptive releases that are `each`, at `total_delta`: the best that
/// this promise allows. Not valid, with the reason, if total_delta >= 1 or count > 1e8.
/// @throws as divergence::OptimalComposition and its epsilon().
/// @cite kairouz2015composition (Theorem 3.3)
[[nodiscard]] Guarantee optimal_composition_guarantee(std::uint64_t count, const divergence::Promise& each,
                                                      double total_delta);

/// Every contribution randomized and seen, composed: the methods side by side.
struct LocalGuarantees {
  Guarantee plain, advanced;
  Guarantee optimal;   ///< Kairouz, Oh and Viswanath, at the delta of `advanced`: the best that (epsilon, delta) of one
                       ///< contribution allows
  Guarantee gaussian;  ///< exact for Gaussian noise, at the same delta

  /// The valid one with the smallest epsilon; `advanced` if none is valid.
  [[nodiscard]] const Guarantee& best() const;
};

}  // namespace hearsay::accounting
