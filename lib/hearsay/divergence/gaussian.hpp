// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <hearsay/core/bracket.hpp>

namespace hearsay::divergence {

/// Hockey-stick divergence of two Gaussians N(Delta, sigma^2) and N(0, sigma^2), mu = Delta / sigma:
///
///     delta(epsilon) = Phi(mu/2 - epsilon/mu) - e^epsilon Phi(-mu/2 - epsilon/mu),
///
/// the smallest delta at which the Gaussian mechanism is (epsilon, delta)-DP; the same in both directions.
///
/// @param mu       signal to noise ratio, dimensionless; 0 means that nothing is revealed.
/// @param epsilon  natural log units.
/// @return         certified bracket in [0, 1]: rounding and quadrature errors are inside
/// (docs/maths/gaussian_profile.md).
/// @pre            mu and epsilon are finite and >= 0.
/// @throws Error(Errc::domain) otherwise.
/// @accuracy       (upper - lower) / estimate <= 2.1e-13 wherever delta > 1e-300, epsilon and mu of any size; the
/// estimate itself to 1e-14;
///                 tests/divergence/gaussian_test.cpp.
/// @complexity     at most two Gauss-Legendre rules of 30 nodes.
/// @cite balle2018improving (Theorem 8)
/// @claims dp.gaussian.profile
[[nodiscard]] Bracket gaussian_delta(double mu, double epsilon);

/// Smallest epsilon at which the Gaussian mechanism with signal to noise ratio `mu` is (epsilon, delta)-DP.
/// @return  `upper` is safe to promise: gaussian_delta(mu, upper).upper() <= delta. `lower` is safe to attack with:
///          gaussian_delta(mu, lower).lower() >= delta, unless lower == 0.
/// @pre     mu is finite and >= 0, 0 < delta < 1.
/// @throws Error(Errc::domain) otherwise; Error(Errc::not_converged) if no such epsilon is a double (mu beyond 1e150).
/// @accuracy  width <= 1e-10 (1 + upper), mostly 1e-13 upper.
[[nodiscard]] Bracket gaussian_epsilon(double mu, double delta);

/// Largest mu at which the Gaussian mechanism is (epsilon, delta)-DP: the analytic calibration, sigma = Delta / mu.
/// @return  `lower` is safe to promise: gaussian_delta(lower, epsilon).upper() <= delta; `upper` is known to be too
/// large
///          or equal: gaussian_delta(upper, epsilon).lower() >= delta.
/// @pre     epsilon is finite and >= 0, 0 < delta < 1.
/// @throws Error(Errc::domain) otherwise.
/// @cite balle2018improving (Algorithm 1)
[[nodiscard]] Bracket gaussian_mu(double epsilon, double delta);

/// Noise of the classical Gaussian mechanism for sensitivity 1: sqrt(2 ln(1.25 / delta)) / epsilon.
/// The published guarantee is for epsilon < 1 only: see the claims dp.gaussian.classical and
/// dp.gaussian.classical.large_epsilon.
/// @pre epsilon > 0 and finite, 0 < delta < 1. @throws Error(Errc::domain) otherwise.
/// @cite dwork2014algorithmic (Theorem A.1)
[[nodiscard]] double classical_sigma(double epsilon, double delta);

/// Signal to noise ratio of `count` adaptive Gaussian mechanisms of ratio `mu`: mu sqrt(count).
/// @pre mu >= 0 finite, count >= 0 finite. @throws Error(Errc::domain) otherwise.
/// @cite dong2022gaussian (Corollary 3.3)
/// @claims dp.gaussian.composition
[[nodiscard]] double compose_gaussian(double mu, double count);

/// Largest true positive rate of a test between the two outputs of a mu-Gaussian-DP mechanism at false positive rate
/// `false_positive_rate`: Phi(Phi^-1(rate) + mu).
/// @pre mu >= 0 finite, 0 < rate < 1. @throws Error(Errc::domain) otherwise.
/// @cite dong2022gaussian (Definition 2.6)
[[nodiscard]] double gaussian_power(double mu, double false_positive_rate);

}  // namespace hearsay::divergence
