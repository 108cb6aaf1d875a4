// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/rumor/honest_part.hpp>

#include <hearsay/core/error.hpp>
#include <hearsay/graph/components.hpp>

namespace hearsay::accounting {

namespace {

/// The edges between honest nodes, by number.
graph::Graph honest_subgraph(const graph::Graph& graph, const HonestPart& part) {
  std::vector<graph::Edge> edges;
  for (linalg::Index i = 0; i < part.size(); ++i) {
    for (const auto u : graph.neighbors(part.nodes[i])) {
      if (u > part.nodes[i] && part.number[u] < part.size()) edges.emplace_back(i, part.number[u]);
    }
  }
  return {part.size(), edges};
}

}  // namespace

HonestPart honest_part(const graph::Graph& graph, std::span<const graph::Node> curious) {
  std::vector<bool> is_curious(graph.nodes(), false);
  for (const auto v : curious) {
    require_between("honest_part", "curious node", v, 0, std::int64_t{graph.nodes()} - 1);
    is_curious[v] = true;
  }
  HonestPart part;
  for (graph::Node v = 0; v < graph.nodes(); ++v) {
    if (!is_curious[v]) part.nodes.push_back(v);
  }
  if (part.nodes.empty())
    throw Error(Errc::domain, "honest_part", "every node is curious, so no node can be the source");
  part.number.assign(graph.nodes(), part.size());
  for (linalg::Index i = 0; i < part.size(); ++i) part.number[part.nodes[i]] = i;
  const auto found = graph::components(honest_subgraph(graph, part));
  part.component = found.of;
  part.tellers_of.resize(found.sizes.size());
  part.curious_neighbors.assign(part.size(), 0);
  for (linalg::Index i = 0; i < part.size(); ++i) {
    for (const auto u : graph.neighbors(part.nodes[i])) part.curious_neighbors[i] += is_curious[u] ? 1 : 0;
    if (part.curious_neighbors[i] == 0) continue;
    part.tellers.push_back(i);
    part.tellers_of[part.component[i]].push_back(i);
  }
  return part;
}

}  // namespace hearsay::accounting
