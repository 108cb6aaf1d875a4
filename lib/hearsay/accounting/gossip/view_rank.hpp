// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include <hearsay/graph/graph.hpp>
#include <hearsay/linalg/cells.hpp>
#include <hearsay/linalg/null_space.hpp>
#include <hearsay/linalg/rational_matrix.hpp>
#include <hearsay/system/progress.hpp>

namespace hearsay::accounting {

/// What is proved about the span K of the messages e_v^T W^s, v in starts, s < steps, of a rational W.
struct ViewRank {
  std::int64_t rank = 0;              ///< of K modulo a prime: the rank is not smaller
  std::vector<std::int64_t> by_step;  ///< ranks modulo the prime after 1, 2, ... steps, up to the last that adds any;
                                      ///< empty for any number of steps if a degree shows the rank
  std::int64_t at_most = 0;           ///< the rank is not larger
  double failure = 0.0;  ///< the largest probability, over the draw of the prime, that the rank is larger than `rank`;
                         ///< 0 where at_most = rank
  std::vector<char> solved;     ///< by node: the messages determine its input, e_u is in K
  double solved_failure = 0.0;  ///< the largest probability that `solved` is wrong somewhere; 0: proved
  linalg::Cells cells;          ///< K is constant on them
  /// If found, which proves `rank` and `solved`: a basis of the z with sum_C z_C y_C = 0 for all y in K, y_C being y on
  /// the cell C.
  std::optional<std::vector<std::vector<exact::Rational>>> null_space;

  [[nodiscard]] bool proved() const { return at_most == rank; }
  [[nodiscard]] bool solved_proved() const { return solved_failure == 0.0; }
};

/// Rank and exposed nodes of a view, proved where possible.
///
/// From below: for any number of steps a degree of linalg::KrylovDegrees, if it is the number of cells; else
/// elimination modulo primes[0]. From above: the number of cells of the equitable partition; the number of messages; a
/// step adds at most what the step before it added; a null space of few vectors, checked over the rationals. Where
/// these do not meet, the answer is that modulo the prime, which is wrong with probability at most (bits of the minors,
/// by Hadamard) / (60 * 2.7e16) if the prime was drawn by random_primes.
/// @param w       n x n, symmetric or not.
/// @param starts  distinct nodes: N(O) where all noise is unknown to O; N(O) and O itself where O knows its own noise,
/// the rank of
///                the view without the columns O being |O| less.
/// @param primes  at least one; the others serve the null space.
/// @param degree  of the starts, if it is known; of any number of steps.
/// @param stop    asked before every step of an elimination.
/// @throws as linalg::modular_krylov; Error(Errc::domain) without a prime.
/// @complexity as linalg::modular_krylov_ranks, on the cells.
[[nodiscard]] ViewRank view_rank(const linalg::RationalMatrix& w, std::span<const graph::Node> starts,
                                 linalg::Steps steps, std::span<const std::uint64_t> primes,
                                 std::optional<std::int64_t> degree = {}, const Stop& stop = {});

/// The rank of a view of so many nodes that elimination of its messages takes too long, from random images of them:
/// `rank`, `by_step`, `at_most` (the number of messages) and `failure` of the above; it does not compute which inputs
/// are determined.
/// @param key   a random number.
/// @param most  operations that may be spent.
/// @param stop, progress  as linalg::sketched_krylov_ranks.
/// @return nothing if they do not suffice.
/// @throws as linalg::sketched_krylov_ranks.
/// @complexity as linalg::sketched_krylov_ranks.
[[nodiscard]] std::optional<ViewRank> sketched_view_rank(const linalg::RationalMatrix& w,
                                                         std::span<const graph::Node> starts, int steps,
                                                         std::uint64_t prime, std::uint64_t key, double most,
                                                         const Stop& stop = {}, const Progress& progress = {});

/// The largest probability, over the draw of the prime by random_primes, that the rank modulo it of the view of
/// time-varying gossip is less than `at_most` though the rank is not.
[[nodiscard]] double modular_failure(std::span<const linalg::RationalMatrix> rounds, std::int64_t at_most);

/// Primes drawn uniformly from those between 2^60 and 2^61, of which there are more than 2.7e16 (Dusart's bounds).
/// @param word  random 64-bit words.
[[nodiscard]] std::vector<std::uint64_t> random_primes(std::size_t count, const std::function<std::uint64_t()>& word);

}  // namespace hearsay::accounting
