// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include <hearsay/random/stream.hpp>

namespace hearsay::mechanism {

/// Indices below n, each kept independently with probability `rate`, in increasing order.
/// @pre 0 <= rate <= 1. @throws Error(Errc::domain). @complexity O(1 + rate n): gaps are geometric.
[[nodiscard]] std::vector<std::uint64_t> sample_poisson(std::uint64_t n, double rate, random::Stream& stream);

/// A uniform set of m indices below n, in increasing order (Floyd's algorithm).
/// @pre m <= n. @throws Error(Errc::domain). @complexity O(m log m).
[[nodiscard]] std::vector<std::uint64_t> sample_without_replacement(std::uint64_t m, std::uint64_t n,
                                                                    random::Stream& stream);

/// m independent uniform indices below n, in the order drawn.
/// @pre n >= 1 or m = 0. @throws Error(Errc::domain). @complexity O(m).
[[nodiscard]] std::vector<std::uint64_t> sample_with_replacement(std::uint64_t m, std::uint64_t n,
                                                                 random::Stream& stream);

}  // namespace hearsay::mechanism
