// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <span>

#include <hearsay/core/error.hpp>

namespace hearsay::divergence {

/// Renyi divergence of order `alpha` of the Gaussian mechanism: alpha sensitivity^2 / (2 sigma^2), in both directions.
/// @param sensitivity  >= 0, same unit as sigma.
/// @throws Error(Errc::domain) unless alpha > 1, sensitivity >= 0 and sigma > 0, all finite.
/// @cite mironov2017renyi (Proposition 7)
/// @claims dp.renyi.gaussian
[[nodiscard]] double gaussian_renyi(double alpha, double sensitivity, double sigma);

/// Renyi divergence of two laws on the same finite set: ln(sum p^alpha q^(1-alpha)) / (alpha - 1), natural log units.
/// @return  >= 0; +infinity if p has mass where q has none.
/// @pre     p and q have one size, entries >= 0, and sum to 1 within 1e-9.
/// @throws Error(Errc::shape) for two sizes, Error(Errc::domain) for the rest.
/// @accuracy 1e-12 relative at every order, near 1 too, for laws that sum to 1.
/// @complexity O(size).
[[nodiscard]] double renyi_divergence(double alpha, std::span<const double> p, std::span<const double> q);

/// Epsilon of (epsilon, delta)-DP that follows from Renyi DP of one order: renyi + ln(1/delta) / (alpha - 1).
/// @throws Error(Errc::domain) unless alpha > 1, renyi >= 0 (finite) and 0 < delta < 1.
/// @cite mironov2017renyi (Proposition 3)
/// @claims dp.renyi.to_dp
[[nodiscard]] double rdp_to_dp(double alpha, double renyi, double delta);

/// The same, sharper: renyi + ln((alpha-1)/alpha) - (ln delta + ln alpha) / (alpha - 1), and 0 where that is negative.
/// @throws as rdp_to_dp.
/// @cite canonne2020discrete (Proposition 12); balle2020hypothesis (Theorem 21)
/// @claims dp.renyi.to_dp.improved
[[nodiscard]] double rdp_to_dp_improved(double alpha, double renyi, double delta);

/// Delta of (epsilon, delta)-DP that follows from Renyi DP of one order, by the sharper conversion solved for delta:
/// exp((alpha-1)(renyi - epsilon) + alpha ln(1 - 1/alpha)) / (alpha - 1), and 1 where that is larger.
/// @throws Error(Errc::domain) unless alpha > 1, renyi >= 0 and epsilon >= 0, all finite.
[[nodiscard]] double rdp_to_delta(double alpha, double renyi, double epsilon);

/// Renyi divergence as a function of the order alpha > 1; may return +infinity where it does not exist.
using RenyiCurve = std::function<double(double alpha)>;

/// The best value that a conversion gives over all orders, and the order. Any order gives a valid guarantee, so the
/// accuracy of the minimization costs tightness only, never safety.
struct BestOrder {
  double value, alpha;
};

/// Smallest epsilon over all orders by Mironov's conversion. @pre curve(alpha) >= 0. @throws Error(Errc::domain) for a
/// bad delta, Error(Errc::conditions) if the curve is infinite at every order tried.
/// @accuracy the minimum over 1 + 1e-8 <= alpha <= 1e9 to 1e-12 relative (the objective has one valley:
/// docs/maths/renyi_orders.md).
[[nodiscard]] BestOrder best_rdp_to_dp(const RenyiCurve& curve, double delta);
/// The same by the sharper conversion.
[[nodiscard]] BestOrder best_rdp_to_dp_improved(const RenyiCurve& curve, double delta);
/// Smallest delta at `epsilon` over all orders by the sharper conversion.
[[nodiscard]] BestOrder best_rdp_to_delta(const RenyiCurve& curve, double epsilon);

}  // namespace hearsay::divergence
