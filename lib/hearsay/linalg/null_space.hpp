// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <hearsay/linalg/rational_matrix.hpp>
#include <hearsay/system/progress.hpp>

namespace hearsay::linalg {

inline constexpr std::int64_t most_null_vectors = 100;

/// Steps of gossip: a number, or nothing for any number.
using Steps = std::optional<int>;

/// Rational basis of the vectors z that no message depends on: e_v^T W^s z = 0 for every start v and 0 <= s < steps.
///
/// It is guessed from null spaces modulo the primes (Chinese remainders, rational reconstruction) and then checked over
/// the rationals: for any number of steps, that every z is 0 at the starts and that W maps their span into itself; else
/// message by message. So a returned basis of d vectors proves that the rank is at most n - d, and that e_u is no
/// combination of messages where a z_u is not 0; n - d is the rank modulo the last prime, so it is the rank.
/// @param w       n x n, symmetric or not.
/// @param primes  as modular_krylov_ranks takes them, tried one after the other.
/// @param stop    asked before every step of an elimination.
/// @return nothing if the primes are too few for the size of the fractions, if there would be more than
/// most_null_vectors, or if
///         the check message by message would take more than some seconds.
/// @throws as modular_krylov.
/// @complexity an elimination of O(n rank^2) for every prime used; checking takes O(d n (d + degree)) rational
/// operations, or
///             O(d steps entries of w).
[[nodiscard]] std::optional<std::vector<std::vector<Rational>>> null_space(const RationalMatrix& w,
                                                                           std::span<const Index> starts, Steps steps,
                                                                           std::span<const std::uint64_t> primes,
                                                                           const Stop& stop = {});

}  // namespace hearsay::linalg
