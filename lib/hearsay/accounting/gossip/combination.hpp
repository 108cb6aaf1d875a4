// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <optional>
#include <span>
#include <vector>

#include <hearsay/accounting/gossip/rational_view.hpp>
#include <hearsay/graph/weights.hpp>

namespace hearsay::accounting {

/// A sum of messages, each times a factor, that isolates the input of one node.
struct Combination {
  std::vector<HeardMessage> messages;
  std::vector<double> factors;  ///< one a message, none of them 0
  Eigen::VectorXd sum;  ///< what they add up to: of each node the factor of its input and noise; 1 at the target
  double share = 0.0;   ///< 1 / |sum|^2, what this sum alone reveals of the local loss
};

/// Observers, target, and the loss of the target.
struct CombinationQuestion {
  std::span<const graph::Node> observers;
  graph::Node target = 0;
  bool own_noise = false;  ///< they know what they injected themselves, and leave it out of the sum
  double share = 1.0;      ///< what all messages together reveal of the local loss
};

/// A combination of the messages of as few steps as reveal `share`: in these e_u is projected onto the span of the
/// messages, the projection y written as a sum of as many messages as the span has dimensions, and divided by y_u, for
/// |y|^2 / y_u^2 = 1 / share. The `share` returned is that of the factors as they are, rounding included: it is
/// attained whatever it is.
/// @param steps  that are tried at most.
/// @return nothing if nothing is revealed within 2e9 operations; the best found if `share` is not reached.
/// @pre the target is a node that does not observe.
/// @throws as gossip_view.
/// @complexity O(n m^2) for each number of steps tried and the m messages of these.
[[nodiscard]] std::optional<Combination> revealing_combination(const graph::GossipMatrix& w, int steps,
                                                               const CombinationQuestion& question);

/// The same for time-varying gossip.
[[nodiscard]] std::optional<Combination> revealing_combination(std::span<const graph::GossipMatrix> rounds,
                                                               const CombinationQuestion& question);

}  // namespace hearsay::accounting
