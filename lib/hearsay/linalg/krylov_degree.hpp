// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>

#include <hearsay/graph/graph.hpp>
#include <hearsay/linalg/rational_matrix.hpp>

namespace hearsay::linalg {

/// A proven lower bound of the rank of span{(W^T)^s e_v : v in starts, s >= 0} without elimination: the linear
/// complexity, modulo a prime, of the scalars b W^k c, k < 2n, for a combination b of the starts and a vector c. It is
/// the rank of the matrix of b W^(i+j) c, which is at most that of the b W^i, modulo the prime, and that is at most the
/// rank over the rationals. For generic b and c it is the degree of the minimal polynomial of W on the space: all of
/// the rank if every eigenvalue there is simple. b and c are powers of 3 and 5 modulo the prime.
/// @param w      n x n, symmetric or not.
/// @param prime  as modular_krylov_ranks.
/// @throws Error(Errc::domain) if `prime` is no prime between 2^60 and 2^63; Error(Errc::shape) if a start is no node.
/// @complexity O(n nnz(W)) multiplications modulo the prime: two seconds for n = 4,000 and 10^5 entries. O(n + nnz)
/// memory.
/// @cite wiedemann1986solving (minimal polynomials by Berlekamp's and Massey's algorithm)
[[nodiscard]] std::int64_t krylov_degree(const RationalMatrix& w, std::span<const graph::Node> starts,
                                         std::uint64_t prime);

}  // namespace hearsay::linalg
