// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/rumor/watched.hpp"

#include <algorithm>

#include "props/gen/smallest_instances.hpp"

namespace hearsay::props {

using graph::Graph;
using graph::Node;

std::vector<Node> Watched::curious_nodes() const {
  std::vector<Node> result;
  for (Node v = 0; v < graph.nodes(); ++v) {
    if (!honest(v)) result.push_back(v);
  }
  return result;
}

std::vector<Node> Watched::honest_nodes() const {
  std::vector<Node> result;
  for (Node v = 0; v < graph.nodes(); ++v) {
    if (honest(v)) result.push_back(v);
  }
  return result;
}

std::uint32_t Watched::reached_honestly(Node v) const {
  std::uint32_t reached = 1u << v, before = 0;
  while (reached != before) {
    before = reached;
    for (Node u = 0; u < graph.nodes(); ++u) {
      if ((before >> u & 1) == 0) continue;
      for (const Node w : graph.neighbors(u)) reached |= honest(w) ? 1u << w : 0u;
    }
  }
  return reached;
}

bool Watched::surrounds_a_node() const {
  return std::ranges::any_of(honest_nodes(), [&](Node v) { return reached_honestly(v) == 1u << v; });
}

bool Watched::honest_connected() const {
  return reached_honestly(honest_nodes().front()) == (((1u << graph.nodes()) - 1) & ~curious);
}

std::vector<Watched> watched_graphs(Node most_nodes) {
  std::vector<Watched> all;
  for (Node n = 3; n <= most_nodes; ++n) {
    gen::for_each_connected_graph_up_to_isomorphism(n, [&](const Graph& g) {
      for (std::uint32_t curious = 1; curious < (1u << n) - 1; ++curious) {
        if (n - static_cast<Node>(std::popcount(curious)) >= 2) all.push_back({g, curious});
      }
    });
  }
  return all;
}

}  // namespace hearsay::props
