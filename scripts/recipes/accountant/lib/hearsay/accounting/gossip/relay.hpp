// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace hearsay::accounting {

/// mu of Gaussian DP of what the last of `nodes` nodes on a path sends, each of which adds N(0, sigma^2):
/// sensitivity / (sigma sqrt(nodes)).
/// @throws Error(Errc::domain) unless nodes >= 1, sigma > 0, sensitivity >= 0, both finite.
/// @cite dong2022gaussian (Theorem 2.7)
[[nodiscard]] double relay_mu(std::uint32_t nodes, double sigma, double sensitivity);

}  // namespace hearsay::accounting
