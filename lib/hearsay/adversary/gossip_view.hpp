// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <span>
#include <vector>

#include <hearsay/graph/weights.hpp>
#include <hearsay/protocol/gossip/averaging.hpp>

namespace hearsay::adversary {

/// A coalition of honest-but-curious nodes. It records, step by step and sender by sender in increasing order, what
/// every node outside the coalition sends to one of its members.
class Coalition {
 public:
  /// @param members  distinct nodes, at least one.
  /// @throws Error(Errc::domain) otherwise.
  explicit Coalition(std::span<const graph::Node> members);

  /// To be given to the protocol; it writes into this object, which must outlive the run.
  [[nodiscard]] protocol::Listener ears();

  /// The messages received so far, one row a message; without messages 0 rows of the length that messages have.
  [[nodiscard]] Eigen::MatrixXd transcript() const;

 private:
  [[nodiscard]] bool contains(Eigen::Index v) const;

  std::vector<graph::Node> members_;
  std::vector<Eigen::RowVectorXd> heard_;
  Eigen::Index width_ = 0;  ///< of a message
};

/// The view as a matrix A, found by running the protocol on the n unit vectors at once: row by row, how a message
/// depends on the nodes' values. Rows are in the order of Coalition.
[[nodiscard]] Eigen::MatrixXd gossip_view(const graph::GossipMatrix& w, std::span<const graph::Node> coalition,
                                          int steps);
[[nodiscard]] Eigen::MatrixXd gossip_view(std::span<const graph::GossipMatrix> rounds,
                                          std::span<const graph::Node> coalition);
[[nodiscard]] Eigen::MatrixXd accelerated_view(const graph::GossipMatrix& w, double gamma,
                                               std::span<const graph::Node> coalition, int steps);

}  // namespace hearsay::adversary
