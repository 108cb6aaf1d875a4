// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace hearsay::stats {

/// P(X > count) for X ~ Bin(trials, probability), by the incomplete beta function.
/// @pre 0 <= probability <= 1. @throws Error(Errc::domain) otherwise.
/// @accuracy 1e-12 relative (Boost.Math).
[[nodiscard]] double binomial_above(std::uint64_t trials, double probability, std::uint64_t count);

/// P(X = count) for X ~ Bin(trials, probability). @throws as binomial_above.
[[nodiscard]] double binomial_mass(std::uint64_t trials, double probability, std::uint64_t count);

}  // namespace hearsay::stats
