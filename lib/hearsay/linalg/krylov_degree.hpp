// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include <hearsay/linalg/rational_matrix.hpp>
#include <hearsay/linalg/sparse.hpp>

namespace hearsay::linalg {

/// Proven lower bounds of the ranks of span{(W^T)^s e_v : v in starts, s >= 0} for many sets of starts, without
/// elimination. The bound is the linear complexity, modulo a prime, of the scalars b W^k c, k >= 0, for a combination b
/// of the starts and one vector c: the rank of the matrix of b W^(i+j) c, which is at most that of the b W^i modulo the
/// prime, and that is at most the rank over the rationals. For generic b and c it is the number of different
/// eigenvalues that the starts see: all of the rank if each of them is simple there. b and c are powers of 3 and 5
/// modulo the prime.
///
/// With the vectors W^k c, k < 2n, Berlekamp's and Massey's algorithm gives one polynomial m with m(W) c = 0, which is
/// checked; the scalars of any b are then the series of P/m, P from the first of them, and their complexity is the
/// degree of m / gcd(m, P), the part that b sees. Two combinations of the same starts together see m / gcd(m, P, P'):
/// if one of the starts is a hub, whose gcd(m, P) is known, a second combination is asked on that small factor alone.
/// @cite wiedemann1986solving
class KrylovDegrees {
 public:
  /// @param w      n x n, symmetric or not.
  /// @param prime  as modular_krylov_ranks.
  /// @param hubs   nodes of which one is in many sets of starts, and which see much.
  /// @throws Error(Errc::domain) if `prime` is no prime between 2^60 and 2^63; Error(Errc::shape) if a hub is no node;
  /// Error(Errc::too_large) if 2n^2 words do not fit into half of the free memory.
  /// @complexity O((n + d) nnz(W)) multiplications modulo the prime and O(n log^2 n) for each hub, d the number of
  /// eigenvalues that some hub does not see; n (n + d) words that stay: 3 s for n = 4,000 and 10^5 entries, and 1 s for
  /// 100 hubs.
  KrylovDegrees(const RationalMatrix& w, std::uint64_t prime, std::span<const Index> hubs = {});
  ~KrylovDegrees();
  KrylovDegrees(const KrylovDegrees&) = delete;
  KrylovDegrees& operator=(const KrylovDegrees&) = delete;

  /// From any thread.
  /// @throws Error(Errc::shape) if a start is no node.
  /// @complexity O(n |starts| + n log^2 n), with a hub O(d |starts| + d log^2 d).
  [[nodiscard]] std::int64_t degree(std::span<const Index> starts) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hearsay::linalg
