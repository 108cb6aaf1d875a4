// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include <hearsay/graph/graph.hpp>
#include <hearsay/linalg/rational_matrix.hpp>

namespace hearsay::accounting {

/// The observation model of a stream with fresh noise in every round.
struct StreamWatch {
  std::vector<graph::Node> seen;   ///< whose states are seen, in increasing order
  std::vector<graph::Node> known;  ///< whose noise is known
  int steps = 1;                   ///< K: gossip steps a round, the state seen before each
};

/// A state that is seen: of `node`, before step `step` (from 0) of round `round` (from 1).
struct SeenState {
  int round = 1, step = 0;
  graph::Node node = 0;
};

/// The view of a stream in fractions: theta <- theta + x_t + z_t, then K times theta <- W theta.
struct RationalStream {
  std::vector<SeenState> states;                      ///< in order of rounds, steps, nodes
  std::vector<std::vector<exact::Rational>> signals;  ///< [t]: what a contribution of 1 in round t + 1 shows
  std::vector<std::vector<exact::Rational>> noise;    ///< one row a state, one column a node and round; known ones 0
};

/// @param w  symmetric, n x n. @pre watch.seen are nodes, rounds >= 1, steps >= 1.
/// @complexity (rounds K)^2 |seen| nnz operations on fractions.
[[nodiscard]] RationalStream rational_stream(const linalg::RationalMatrix& w, const StreamWatch& watch, int rounds,
                                             graph::Node target);

/// A stream of period p with an adjoint that shows how fast its loss grows.
struct PeriodicAdjoint {
  std::vector<std::vector<exact::Rational>> blocks;  ///< b_1, ..., b_p: b_t = W b_{t+1} off the seen nodes, cyclically
  exact::Rational rate;                              ///< the growth per round that it proves
};

/// The best adjoint for the contributions `stream` of `target`, repeated for ever: that of the largest
/// (mean of s_t b_t(target))^2 / (mean of |b_t|^2 off the known noise).
/// @param transient  from the signal the mean over the nodes is taken off: only what fades counts.
/// @throws Error(Errc::conditions) if part of the signal has no unknown noise, or the observers receive nothing from
/// some nodes.
/// @complexity one elimination of order p (n - |seen|), one of order p |seen|.
[[nodiscard]] PeriodicAdjoint periodic_adjoint(const linalg::RationalMatrix& w, const StreamWatch& watch,
                                               graph::Node target, std::span<const exact::Rational> stream,
                                               bool transient);

}  // namespace hearsay::accounting
