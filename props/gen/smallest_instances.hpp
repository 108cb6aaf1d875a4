// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include <hearsay/graph/graph.hpp>

namespace hearsay::props::gen {

/// Calls f on every connected labelled graph on n nodes (OEIS A001187: 1, 4, 38, 728 for n = 2 .. 5). @pre 2 <= n <= 6.
void for_each_connected_graph(graph::Node n, const std::function<void(const graph::Graph&)>& f);

/// Calls f on one graph of every isomorphism class of connected graphs on n nodes (OEIS A001349: 1, 2, 6, 21). @pre 2
/// <= n <= 6.
void for_each_connected_graph_up_to_isomorphism(graph::Node n, const std::function<void(const graph::Graph&)>& f);

/// Calls f on one graph of every isomorphism class of connected graphs on n nodes without a cycle of fewer than `girth`
/// nodes (trees: girth n + 1; OEIS A000055: 1, 1, 2, 3, 6, 11, 23 for n = 2 .. 8). @pre 2 <= n <= 8, girth >= 3.
void for_each_connected_graph_of_girth(graph::Node n, std::size_t girth,
                                       const std::function<void(const graph::Graph&)>& f);

/// Pairs of different nodes, one of each class under the automorphisms of the graph. @pre at most 6 nodes.
[[nodiscard]] std::vector<std::pair<graph::Node, graph::Node>> pairs_up_to_symmetry(const graph::Graph& graph);

}  // namespace hearsay::props::gen
