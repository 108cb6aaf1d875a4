// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <hearsay/graph/graph.hpp>
#include <hearsay/random/stream.hpp>

namespace hearsay::graph {

/// A partition of the nodes: `of[v]` numbers the community of node v, communities numbered by their smallest node;
/// `sizes[c]` counts its nodes.
struct Communities {
  std::vector<Node> of;
  std::vector<Node> sizes;
};

/// Groups of nodes with more edges inside than between, for pictures: modularity, improved level by level (igraph),
/// nodes visited in an order from Stream(seed, Purpose::graph, 2). Nodes without a path between them are never in one
/// community.
/// @complexity about O(n + m) on sparse graphs.
/// @cite blondel2008fast
[[nodiscard]] Communities communities(const Graph& graph, random::Seed seed);

/// The graph of the communities: one node each, an edge where an edge of `graph` joins two.
/// @pre `found` is a partition of the graph's nodes.
/// @complexity O(n + m log m).
[[nodiscard]] Graph quotient(const Graph& graph, const Communities& found);

}  // namespace hearsay::graph
