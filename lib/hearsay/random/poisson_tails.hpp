// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>

namespace hearsay::random {

inline constexpr std::size_t poisson_levels = 40;

/// Element k is P(X > k) / P(X >= k) of a Poisson(mean) number X. With S_k = sum_i mean^i k!/(k+i)!,
/// P(X >= k) = e^-mean mean^k S_k / k!; S_40 is taken for 1, which changes S_0 by 10^-49. @pre 0 <= mean <= 1.
[[nodiscard]] std::array<double, poisson_levels> poisson_tails(double mean);

}  // namespace hearsay::random
