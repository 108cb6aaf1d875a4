// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include <hearsay/divergence/renyi.hpp>

namespace hearsay::divergence {

/// Renyi divergences of one order between Q = N(0, sigma^2) and P = (1-rate) Q + rate N(sensitivity, sigma^2), natural
/// log units.
struct SampledRenyi {
  double remove;  ///< D_alpha(P || Q): the record is taken away
  double add;     ///< D_alpha(Q || P)
  [[nodiscard]] double worse() const { return remove > add ? remove : add; }
};

/// The Gaussian mechanism on a Poisson sample, which holds the record with probability `rate`; neighbors differ by one
/// record more or less. With lambda = alpha - 1, L = ln(dP/dQ) and e(y) = e^y - 1 - y both moments are sums of positive
/// terms,
///
///     E_Q (dP/dQ)^alpha = 1 + E_P [e(lambda L) + lambda e(-L)],      E_P (dQ/dP)^alpha = 1 + E_Q [e(-lambda L) +
///     lambda e(L)],
///
/// the first at an integer order up to 1024 the binomial sum 1 + sum_{k>=2} C(alpha,k) (1-rate)^(alpha-k) rate^k
/// (e^(k(k-1)/(2 sigma^2)) - 1), otherwise by the trapezoid rule, whose step is halved until it stands still.
/// @param sensitivity  >= 0, same unit as sigma.
/// @throws Error(Errc::domain) unless alpha > 1, 0 <= rate <= 1, sensitivity >= 0 and sigma > 0, all finite;
/// Error(Errc::too_large) if
///         alpha sensitivity/sigma, some thousands, takes more than 50,000 points; Error(Errc::not_converged) if the
///         step is halved in vain.
/// @accuracy 1e-9 relative, against integrals of 40 digits (tests/divergence/sampled_gaussian_test.cpp).
/// @complexity O((1 + alpha sensitivity/sigma) (1 + sqrt(alpha) sensitivity/sigma)) exponentials.
/// @cite mironov2019sampled (Theorems 4 and 5, Section 3.3)
[[nodiscard]] SampledRenyi sampled_gaussian_renyi(double alpha, double rate, double sensitivity, double sigma);

/// Renyi curve of `count` such mechanisms composed adaptively, the worse direction, for best_rdp_to_dp_improved and
/// best_rdp_to_delta. Orders that sampled_gaussian_renyi refuses as too large have the upper bound ln(1 - rate + rate
/// e^(lambda alpha mu^2 / 2)) / lambda, mu = sensitivity/sigma, by convexity of the moment in P.
/// @throws Error(Errc::domain) as sampled_gaussian_renyi, or for count < 1.
/// @cite mironov2017renyi (Proposition 1)
[[nodiscard]] RenyiCurve sampled_gaussian_curve(double rate, double sensitivity, double sigma, std::uint64_t count);

}  // namespace hearsay::divergence
