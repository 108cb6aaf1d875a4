// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace hearsay::graph {

/// Number of steps after which accelerated gossip has averaged n private values, T_stop = ceil(gap^{-1/2} ln(n
/// max(sigma^2, V) / sigma^2)).
/// @param gap       lambda_W = min over the eigenvalues other than the top one of 1 - |lambda|, in (0, 1].
/// @param nodes     n >= 1.
/// @param sigma     standard deviation of the noise, > 0.
/// @param variance  V = (1/n) sum (x_v - mean)^2, >= 0; 1/4 is its largest value for inputs in [0, 1].
/// @throws Error(Errc::domain) outside these ranges; Error(Errc::not_primitive) if gap = 0: the powers of W do not
/// converge.
/// @cite cyffers2022muffliato (Theorem 2)
[[nodiscard]] std::int64_t stopping_time(double gap, std::int64_t nodes, double sigma, double variance = 0.25);

/// The same for randomized gossip, ceil((2 / lambda_2) ln(n max(sigma^2, V) / sigma^2)): the printed formula has 1 /
/// lambda_2, but E[W^T W] = I - L_p / 2.
/// @param lambda2  second smallest eigenvalue of L_p = sum_e p_e (e_v - e_w)(e_v - e_w)^T, in (0, 2].
/// @cite cyffers2022muffliato (Theorem 3, repaired)
[[nodiscard]] std::int64_t randomized_stopping_time(double lambda2, std::int64_t nodes, double sigma,
                                                    double variance = 0.25);

/// The coefficient gamma of accelerated gossip x^{t+1} = gamma W x^t + (1 - gamma) x^{t-1}:
/// gamma = 2 (1 - sqrt(gap (1 - gap/4))) / (1 - gap/2)^2, which is 2 / (1 + sqrt(gap (1 - gap/4))).
/// @param gap  lambda_W in [0, 1].
/// @return in [1.07, 2].
/// @cite cyffers2022muffliato (Algorithm 1)
[[nodiscard]] double acceleration(double gap);

}  // namespace hearsay::graph
