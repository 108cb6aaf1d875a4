// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace hearsay::accounting {

/// A promise of (epsilon, delta)-network DP, and whether it is one: `why` says which condition fails, or what the
/// numbers rest on.
struct Guarantee {
  double epsilon;  ///< natural log units; +infinity if nothing is promised
  double delta;
  bool valid;
  std::string why;
};

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

/// Epsilon of `count` adaptive (epsilon, .)-DP releases by advanced composition:
/// sqrt(2 count ln(1/delta_prime)) epsilon + count epsilon (e^epsilon - 1). `count` may be any real number >= 0.
/// @throws Error(Errc::domain) unless count >= 0, epsilon >= 0 (finite) and 0 < delta_prime < 1.
/// @cite dwork2010boosting
[[nodiscard]] double advanced_composition_epsilon(double count, double epsilon, double delta_prime);

/// Optimal composition of `count` adaptive releases that are (epsilon, delta)-DP each, at `total_delta`: the best that
/// this promise allows. Not valid, with the reason, if total_delta >= 1 or count > 1e8.
/// @throws Error(Errc::domain) unless epsilon >= 0 and 0 <= delta < 1; Error(Errc::conditions) if total_delta < 1 - (1
/// - delta)^count.
/// @cite kairouz2015composition (Theorem 3.3)
[[nodiscard]] Guarantee optimal_composition_guarantee(std::uint64_t count, double epsilon, double delta,
                                                      double total_delta);

}  // namespace hearsay::accounting
