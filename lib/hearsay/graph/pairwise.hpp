// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include <hearsay/graph/weights.hpp>

namespace hearsay::graph {

/// The gossip matrix of one exchange: the two ends of `edge` both take their average, all others keep what they have,
/// I - (e_v - e_w)(e_v - e_w)^T / 2.
/// @throws Error(Errc::domain) unless the ends are two different nodes in 0 .. nodes - 1.
[[nodiscard]] GossipMatrix pairwise_averaging(Node nodes, Edge edge);

/// The same for a sequence of edges.
[[nodiscard]] std::vector<GossipMatrix> pairwise_averaging(Node nodes, std::span<const Edge> edges);

}  // namespace hearsay::graph
