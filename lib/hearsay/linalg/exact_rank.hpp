// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/SparseCore>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <hearsay/linalg/modular_space.hpp>
#include <hearsay/linalg/rational_matrix.hpp>
#include <hearsay/linalg/sparse.hpp>
#include <hearsay/system/execution.hpp>

namespace hearsay::linalg {

/// Ranks of Krylov spaces modulo a prime.
struct ModularRanks {
  std::vector<std::int64_t> ranks;  ///< ranks[t - 1]: of K_t, up to the t at which the space is complete, or steps
  bool stagnated = false;           ///< K_t = K_{t+1} modulo the prime, and so all later ones, for some t < steps
  std::uint64_t prime = 0;          ///< the prime that was used

  /// Of K_t, for any 0 <= t <= steps.
  [[nodiscard]] std::int64_t rank(int t) const {
    return t <= 0 || ranks.empty() ? 0 : ranks[std::min(static_cast<std::size_t>(t), ranks.size()) - 1];
  }
};

/// The Mersenne prime 2^61 - 1.
inline constexpr std::uint64_t default_prime = (std::uint64_t{1} << 61) - 1;

/// Ranks modulo a prime of K_t = span{(W^T)^s e_v : v in starts, s < t} for t = 1, ..., steps: of the view of t steps
/// of gossip, where e_v^T W^s is the message that v sends in step s.
///
/// Because the prime divides no denominator, each is a proven lower bound of the rank over the rationals. It is smaller
/// than that only if the prime divides every largest minor that is not 0. Step t multiplies only what was new in step t
/// - 1.
/// @param w      n x n, symmetric or not.
/// @param prime  2^60 < prime < 2^63; if it divides a denominator of w, the next larger prime that does not is taken.
/// @throws Error(Errc::domain) if `prime` is no prime in that range or steps < 0; Error(Errc::shape) if a start is no
/// node;
///         Error(Errc::too_large) if n words for each of the messages, or n^2, do not fit into half of the free memory.
/// @complexity O(n rank^2) multiplications modulo the prime, n^2 words of memory: seconds for n = 1000.
[[nodiscard]] ModularRanks modular_krylov_ranks(const RationalMatrix& w, std::span<const Index> starts, int steps,
                                                std::uint64_t prime = default_prime);

/// The space K_steps itself, modulo the prime, with the ranks on the way.
struct ModularKrylov {
  ModularSpace space;
  ModularRanks ranks;
};

/// As modular_krylov_ranks.
/// @param stop  asked before every step.
/// @throws as modular_krylov_ranks; Interrupted.
[[nodiscard]] ModularKrylov modular_krylov(const RationalMatrix& w, std::span<const Index> starts, int steps,
                                           std::uint64_t prime, const Stop& stop = {});

/// Lower bounds of ranks for many sets of starts of one matrix, modulo a prime of 20 bits: elimination in products of
/// matrices of doubles, which are exact there. They are proven like those of modular_krylov_ranks, and smaller than the
/// rank more often, about once in a million.
class QuickRanks {
 public:
  static constexpr std::size_t most_nodes = 4096;  ///< sums of so many products of residues are exact

  /// @return nothing if w has more nodes, or the prime divides a denominator.
  [[nodiscard]] static std::optional<QuickRanks> of(const RationalMatrix& w);

  /// Keeps e_v^T W^s of all nodes v for s < steps, which all sets of starts share.
  /// @param execution  the kept residues do not depend on it.
  /// @throws Interrupted, and nothing is kept.
  /// @complexity O(steps n nnz(W)); powers_bytes(n, steps) of memory that stay.
  void keep_powers(int steps, const Execution& execution);
  [[nodiscard]] static double powers_bytes(double nodes, int steps) { return 4.0 * nodes * nodes * steps; }

  struct Found {
    std::vector<std::int64_t> by_step;  ///< of K_1, K_2, ..., up to K_steps or the first that is complete or as large
                                        ///< as `most`
    std::int64_t with_more = 0;         ///< of the span of K_steps and the unit vectors of `more`
  };
  /// K_t as modular_krylov_ranks has it. From any thread.
  /// @param most  K_steps has no larger rank.
  /// @param stop  asked before every step.
  /// @pre starts and more are nodes.
  /// @throws Interrupted.
  /// @complexity O(n rank (n - rank/2)), as products of matrices; without kept powers also O(rank nnz(W)): 0.05 s for
  /// n = rank = 744.
  [[nodiscard]] Found ranks(std::span<const Index> starts, std::span<const Index> more, int steps, std::int64_t most,
                            const Stop& stop = {}) const;

 private:
  Eigen::SparseMatrix<double> transposed_;  ///< residues of W^T
  std::vector<Eigen::MatrixXf> powers_;     ///< if kept: residues of (W^T)^s
};

/// Ranks modulo a prime of the spaces S_0, ..., S_{T-1} of a time-varying view, S_t = span(E_{N_t}) + W_t^T S_{t+1};
/// S_0 is the row space of the view. Proven lower bounds, as above.
/// @param rounds   W_0, ..., W_{T-1}, all n x n, at least one.
/// @param senders  N_0, ..., N_{T-1}.
/// @param prime    as modular_krylov_ranks.
/// @throws Error(Errc::shape) if sizes differ or a sender is no node; Error(Errc::too_large) as above.
/// @complexity O(T n rank^2) multiplications modulo the prime.
[[nodiscard]] std::vector<std::int64_t> modular_rounds_ranks(std::span<const RationalMatrix> rounds,
                                                             std::span<const std::vector<Index>> senders,
                                                             std::uint64_t prime = default_prime);

/// Ranks modulo a prime of the time-varying views that end after 1, ..., T rounds: of the rows e_v^T W_{s-1} ... W_0, v
/// in N_s, s < t.
/// @param rounds   W_0, ..., W_{T-1}, all n x n, at least one.
/// @param senders  N_0, ..., N_{T-1}.
/// @throws as modular_rounds_ranks.
/// @complexity O(T n nnz + n rank^2) multiplications modulo the prime, 2 n^2 words.
[[nodiscard]] std::vector<std::int64_t> modular_prefix_ranks(std::span<const RationalMatrix> rounds,
                                                             std::span<const std::vector<Index>> senders);

}  // namespace hearsay::linalg
