// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include <hearsay/graph/graph.hpp>

namespace hearsay::graph {

/// Why the first line of a list of edges may be none, judged by all lines: it counts the nodes and edges that follow
/// (`5 4`), says what follows (`nodes 5`), or names columns in words of its own (`ego alter`).
/// @param labels  numbered in order of first appearance. @param edges  the first of them is that of the first line.
/// @return what is doubtful and what would be right; empty if it is an edge.
[[nodiscard]] std::string first_line_doubt(const std::vector<std::string>& labels,
                                           std::span<const std::pair<Node, Node>> edges);

}  // namespace hearsay::graph
