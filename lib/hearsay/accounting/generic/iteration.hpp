// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace hearsay::accounting {

/// Noisy projected stochastic gradient descent over n inputs, one a step: w <- Project(w - rate (gradient(w; x) + N(0,
/// sigma^2 I))).
struct NoisyDescent {
  double lipschitz;      ///< L: every loss is L-Lipschitz, so one input moves a gradient by at most 2L
  double smoothness;     ///< beta: every loss is convex and beta-smooth
  double rate;           ///< eta
  double sigma;          ///< of the noise added to each gradient
  std::uint64_t inputs;  ///< n
};

/// Renyi divergence of order alpha that the t-th input enjoys when only the last iterate is released: 2 alpha L^2 /
/// (sigma^2 (n + 1 - t)).
/// @pre alpha > 1, lipschitz >= 0, smoothness > 0, rate > 0, sigma > 0, all finite; 1 <= t <= inputs. @throws
/// Error(Errc::domain) otherwise.
/// @throws Error(Errc::conditions) unless rate <= 2 / smoothness, beyond which a step is no contraction.
/// @cite feldman2018privacy (Theorem 23)
/// @claims dp.iteration
[[nodiscard]] double iteration_renyi(double alpha, const NoisyDescent& descent, std::uint64_t t);

}  // namespace hearsay::accounting
