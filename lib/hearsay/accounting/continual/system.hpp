// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <cstdint>
#include <string_view>
#include <vector>

#include <hearsay/graph/weights.hpp>
#include <hearsay/system/execution.hpp>

namespace hearsay::accounting {

/// What the observers of a stream of contributions see and know.
///
/// At round t = 1 .. T every node adds its contribution and fresh noise to its state, then K gossip steps follow:
/// theta_{t,0} = theta_{t-1,K} + x_t + z_t, theta_{t,k+1} = W theta_{t,k}. With K = 1 this is
/// theta_t = W theta_{t-1} + x_t + z_t, and the observers see (theta_t)_a for a in `observed`.
struct ContinualView {
  std::vector<graph::Node> observed;  ///< nodes whose states are seen: distinct, at least one
  std::vector<graph::Node>
      known_noise;          ///< nodes whose noise (and contributions) the observers know: distinct, may be empty
  int steps_per_round = 1;  ///< K >= 1
  bool every_step = true;   ///< states are seen at (t, 0), ..., (t, K-1); false: at (t, 0) only
};

/// A block of vectors over the nodes, n x r, stored node by node.
using NodeBlock = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// The view of a stream, reduced to an equivalent one in which nothing is redundant and all noise is unknown.
///
/// An observer who knows the noise and the state of a node can subtract what the node adds to its neighbors. The rest
/// is gossip among the other nodes with P W P (P deletes the nodes of `known_noise`), and the next state of an observed
/// node o with known noise reveals one more combination, (P W e_o)^T theta. So the view is equivalent to
///   Q^T (x_t + z_t + R (x_{t-1} + z_{t-1}) + R^2 (...) + ...),   t = 1 .. T,
/// with R symmetric, Q orthonormal (n x r), and in the last round only the first last_rank() columns of Q. Because Q is
/// orthonormal the covariance of the view is at least sigma^2/4 I: see docs/maths/streams.md, section 2. The only
/// decision about a rank is that of Q, taken once by linalg::RowSpace.
class ContinualSystem {
 public:
  /// @param w     n x n, symmetric, absolute weights of a row sum to at most 1.
  /// @param view  @pre every node of known_noise is observed, or all its neighbors are observed or in known_noise and
  ///              the view is every_step or K = 1: otherwise its state would not be known.
  /// @throws Error(Errc::shape) if w is not square or not symmetric; Error(Errc::domain) on a row sum above 1, on a
  /// node that is none, repeated
  ///         nodes, no observer or K < 1; Error(Errc::conditions) if a state of known_noise would not be known;
  ///         Error(Errc::not_converged) if a direction larger than 1e-9 of what was seen may be lost in rounding.
  /// @complexity O(K (r nnz + n r^2)).
  ContinualSystem(const graph::GossipMatrix& w, const ContinualView& view);

  [[nodiscard]] graph::Node nodes() const noexcept { return static_cast<graph::Node>(offsets_.size() - 1); }
  [[nodiscard]] Eigen::Index rank() const noexcept { return observation_.cols(); }
  [[nodiscard]] Eigen::Index last_rank() const noexcept { return last_rank_; }
  /// Q, n x rank(), orthonormal columns, 0 at the nodes whose noise is known.
  [[nodiscard]] const NodeBlock& observation() const noexcept { return observation_; }
  /// True if the noise of node v is known to the observers.
  [[nodiscard]] bool knows_noise_of(graph::Node v) const { return known_.at(v); }
  [[nodiscard]] bool knows_noise() const noexcept { return knows_noise_; }
  [[nodiscard]] bool observes(graph::Node v) const { return observed_.at(v); }

  /// y = R x for n x any blocks, the same bits on any number of threads. @pre x is 0 where noise is known.
  void advance(const NodeBlock& x, NodeBlock& y, const Execution& execution) const;

  /// One step in place of a round: the matrix P W P (W if no noise is known), n x n, rows sorted by column.
  [[nodiscard]] graph::GossipMatrix step_matrix() const;
  [[nodiscard]] int steps_per_round() const noexcept { return steps_; }

  /// Rows are handed to threads in pieces of this many nodes, and sums over nodes are made piece by piece.
  static constexpr std::size_t piece = 1 << 14;

 private:
  /// Refuses known noise of nodes whose states are not.
  void require_known_states(const graph::GossipMatrix& w, const ContinualView& view) const;
  /// The matrix of one step: P W P, or W with P after the whole round where the steps inside are not seen.
  void keep_rows(const graph::GossipMatrix& w, const ContinualView& view);
  /// Q: what a seen state of an ordinary node reveals, and what the next seen state of one with known noise reveals.
  void keep_observation(const graph::GossipMatrix& w, const ContinualView& view);
  /// What the next seen state of an observed node with known noise reveals.
  [[nodiscard]] Eigen::VectorXd next_state_row(const graph::GossipMatrix& w, const ContinualView& view,
                                               graph::Node o) const;
  [[nodiscard]] Eigen::VectorXd step(const Eigen::VectorXd& x) const;
  void multiply(const NodeBlock& x, NodeBlock& y, const Execution& execution) const;

  std::vector<std::size_t> offsets_;
  std::vector<std::uint32_t> columns_;
  std::vector<double> weights_;
  std::vector<bool> known_, observed_;
  std::vector<graph::Node> mask_at_end_;  // nodes to delete after a whole round, when steps inside a round are not seen
  NodeBlock observation_;
  Eigen::Index last_rank_ = 0;
  int steps_ = 1;
  bool knows_noise_ = false;
};

/// Whether the powers of w converge to the mean: its graph is not bipartite with an empty diagonal (which has the
/// eigenvalue -1).
/// @throws Error(Errc::not_connected), naming `where`.
/// @complexity O(nnz).
[[nodiscard]] bool is_primitive(std::string_view where, const graph::GossipMatrix& w);

/// @throws as is_primitive; Error(Errc::not_primitive) if they do not.
void require_primitive(std::string_view where, const graph::GossipMatrix& w);

}  // namespace hearsay::accounting
