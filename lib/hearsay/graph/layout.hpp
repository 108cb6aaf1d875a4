// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <hearsay/graph/families/generators.hpp>
#include <hearsay/graph/graph.hpp>
#include <hearsay/random/stream.hpp>

namespace hearsay::graph {

/// Where to draw the nodes: Fruchterman-Reingold (igraph), from random places of Stream(seed, Purpose::graph, 1), so
/// that neighbors attract and all nodes repel each other. Only for pictures: the last bits may differ between versions
/// of libm.
/// @throws Error(Errc::too_large) beyond 5000 nodes.
/// @complexity 300 steps of O(n^2 + m) up to 1000 nodes, of about O(n + m) above.
[[nodiscard]] std::vector<Point> spring_layout(const Graph& graph, random::Seed seed);

}  // namespace hearsay::graph
