// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>
#include <span>
#include <vector>

#include <hearsay/graph/graph.hpp>

namespace hearsay::graph {

/// The distance of nodes that no path joins.
inline constexpr Node unreachable = std::numeric_limits<Node>::max();

/// Number of edges on a shortest path from the nearest of `sources` to every node; `unreachable` where there is none.
/// @pre every source is a node of the graph.
/// @complexity O(n + m).
[[nodiscard]] std::vector<Node> distances(const Graph& graph, std::span<const Node> sources);
[[nodiscard]] std::vector<Node> distances(const Graph& graph, Node source);

/// The largest distance between two nodes, exactly, by bounding eccentricities: few searches on most graphs.
/// @throws Error(Errc::not_connected) if the graph is not connected.
/// @complexity O(n m) at worst.
/// @cite takes2011determining (BoundingDiameters)
[[nodiscard]] Node diameter(const Graph& graph);

}  // namespace hearsay::graph
