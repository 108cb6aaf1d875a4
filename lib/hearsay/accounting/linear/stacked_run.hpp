// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <cstddef>
#include <cstdint>
#include <vector>

#include <hearsay/graph/weights.hpp>
#include <hearsay/linalg/sparse.hpp>
#include <hearsay/system/execution.hpp>

namespace hearsay::accounting {

/// The gossip of a round, as it takes functionals of the models back in time.
struct StackedRound {
  linalg::SparseMatrix m;  ///< W^T, without the rows and columns of nodes whose models are known
  std::vector<graph::Node> starts;
  int steps = 1;
  double gamma = 1.0;
  std::vector<std::int64_t> ranks;  ///< of what is heard in 1, 2, ... steps; empty: not known
};

/// @param starts   the nodes that send to the observers: what is seen.
/// @param deleted  nodes whose models are known; not among the starts.
/// @param gamma    1: plain gossip. The ranks are computed modulo a prime where n rank^2 <= 2e9.
[[nodiscard]] StackedRound stacked_round(const graph::GossipMatrix& w, std::vector<graph::Node> starts,
                                         const std::vector<graph::Node>& deleted, int steps, double gamma,
                                         const Stop& stop);

/// A run: its different rounds, and which of them each round is.
struct StackedRun {
  std::vector<StackedRound> different;
  std::vector<std::size_t> rounds;

  [[nodiscard]] std::size_t count() const { return rounds.size(); }
  [[nodiscard]] const StackedRound& round(std::size_t r) const { return different[rounds[r]]; }
  /// Rows of the view, at most.
  [[nodiscard]] std::int64_t most_rows() const;
};

/// M of every node, T x T: the loss of the changes s is s^T M s.
struct StackedLosses {
  std::vector<Eigen::MatrixXd> matrices;
  Eigen::VectorXd errors;  ///< measured, by node: how far |M - truth| in the Frobenius norm may be off
  bool resolved = true;    ///< else M is that of the first steps of some rounds, and the truth is not below it
};

/// @pre noise 1 at every node, |P_K(M)| <= 1.
/// @throws Interrupted.
[[nodiscard]] StackedLosses stacked_losses(const StackedRun& run, const Execution& execution);

}  // namespace hearsay::accounting
