// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

#include <hearsay/graph/graph.hpp>

namespace hearsay::graph {

/// Connected components: `of[v]` numbers the component of node v, components numbered by their smallest node;
/// `sizes[c]` counts its nodes.
struct Components {
  std::vector<Node> of;
  std::vector<Node> sizes;
};

/// @complexity O(n + m).
[[nodiscard]] Components components(const Graph& graph);

/// Has the graph exactly one component? (A graph without nodes has none.)
[[nodiscard]] bool connected(const Graph& graph);

/// The subgraph of the largest component (of several: the one with the smallest node), nodes in their old order.
/// Labels are kept; where the graph had none, a node of a proper part is labelled with its old number.
[[nodiscard]] Graph largest_component(const Graph& graph);

/// @param remedy  what the caller offers against it, for the end of the message; may be empty.
/// @throws Error(Errc::not_connected) named `where`, with the number of components and the largest sizes, unless
/// connected.
void require_connected(std::string_view where, const Graph& graph, std::string_view remedy = {});

}  // namespace hearsay::graph
