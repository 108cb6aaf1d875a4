// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <hearsay/linalg/rational_matrix.hpp>
#include <hearsay/linalg/sparse.hpp>
#include <hearsay/system/progress.hpp>

namespace hearsay::linalg {

/// Starts whose message of a step is proved to be a combination of earlier messages: e_v^T W^t, v = starts[i], in the
/// span of e_u^T W^s, u = starts[j], over all s < t with s < sent[j] and over s = t with j < i and t < sent[j]. With v,
/// so is every later message of v, and the messages (j, s) with s < sent[j], less those from (i, t) on, span the same.
///
/// The combination is guessed from eliminations modulo primes (Chinese remainders, rational reconstruction) and checked
/// over the rationals. Those of large numerators are not found.
/// @param w       n x n, symmetric or not.
/// @param starts  distinct nodes.
/// @param sent    by start: how many of its messages count.
/// @param step    t >= 0.
/// @param primes  as modular_krylov_ranks takes them; up to all of them are used.
/// @param stop    asked for every prime and before every check.
/// @return the i, by increasing order.
/// @throws Error(Errc::shape) if a start is no node; Error(Errc::domain) for a prime that is none; Interrupted.
/// @complexity for each prime an elimination of n x m, m the messages that count, and m products with W; t products
/// over the rationals for each combination.
[[nodiscard]] std::vector<std::size_t> repeated_messages(const RationalMatrix& w, std::span<const Index> starts,
                                                         std::span<const int> sent, int step,
                                                         std::span<const std::uint64_t> primes, const Stop& stop = {});

}  // namespace hearsay::linalg
