// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <hearsay/core/bracket.hpp>
#include <hearsay/core/enclosure.hpp>
#include <hearsay/core/verdict.hpp>
#include "api/account_gossip_question.hpp"

namespace hearsay::api {

/// The loss of a target in one unit: proved bounds, and the value that is shown.
struct NodeLoss {
  Bracket exact, exact_own_noise;
  Enclosure shown, shown_own_noise;
};

/// What a target loses, natural log units.
struct LossesByNode {
  graph::Node target, distance;  ///< steps to the nearest observer
  double local;                  ///< Renyi, without any protocol
  NodeLoss renyi;
  std::optional<NodeLoss> epsilon;  ///< at delta
};

/// The losses where nodes differ in noise or sensitivity. There is no published loss: the theorem assumes one noise for
/// all nodes.
struct GossipByNode {
  std::vector<LossesByNode> losses;  ///< in the order of the targets
  std::optional<Verdict> verdict;    ///< on the claim
};

/// @pre question.scales; require_answerable and require_answerable_by_node.
/// @throws as audit::NetworkViews.
[[nodiscard]] GossipByNode account_by_node(const GossipQuestion& question, const std::vector<graph::Node>& targets);

}  // namespace hearsay::api
