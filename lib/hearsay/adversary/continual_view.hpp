// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <vector>

#include <hearsay/graph/weights.hpp>
#include <hearsay/protocol/continual/continual.hpp>

namespace hearsay::adversary {

/// Nodes whose states are seen while a stream runs.
struct ContinualObservers {
  std::vector<graph::Node> observed;
  int steps_per_round = 1;
  bool every_step = true;  ///< at every gossip step; false: only right after contributions are added
};

/// Everything the observers see of one run, coordinate by coordinate: one row a (round, step, observed node), d
/// columns.
[[nodiscard]] Eigen::MatrixXd continual_transcript(const graph::GossipMatrix& w, const ContinualObservers& observers,
                                                   const protocol::ContinualPlan& plan,
                                                   const protocol::Contribute& contribute, random::Seed seed,
                                                   std::uint32_t trial);

/// The matrix H of the view y = H (x + z), by pushing unit contributions through the protocol without noise: column
/// (s, u) = s n + u is what is seen when node u alone contributes 1 at round s.
[[nodiscard]] Eigen::MatrixXd continual_view_matrix(const graph::GossipMatrix& w, const ContinualObservers& observers,
                                                    int rounds);

}  // namespace hearsay::adversary
