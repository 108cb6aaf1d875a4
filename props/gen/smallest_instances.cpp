// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/gen/smallest_instances.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "props/gen/graphs.hpp"

namespace hearsay::props::gen {

using graph::Edge;
using graph::Graph;
using graph::Node;

namespace {

std::vector<Edge> pairs(Node n) {
  std::vector<Edge> all;
  for (Node a = 0; a < n; ++a) {
    for (Node b = a + 1; b < n; ++b) all.emplace_back(a, b);
  }
  return all;
}

/// Calls f(set of edges as bits, graph) on every connected graph.
template <class F>
void for_each_edge_set(Node n, F f) {
  const auto all = pairs(n);
  for (std::uint32_t set = 0; set < (std::uint32_t{1} << all.size()); ++set) {
    std::vector<Edge> edges;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (set >> i & 1u) edges.push_back(all[i]);
    }
    if (const Graph graph(n, edges); connected(graph)) f(set, graph);
  }
}

/// Whether no renaming of the nodes gives a smaller set of bits.
bool canonical(Node n, std::uint32_t set, const std::vector<Edge>& all) {
  std::vector<Node> name(n);
  std::iota(name.begin(), name.end(), Node{0});
  do {
    std::uint32_t renamed = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if ((set >> i & 1u) == 0) continue;
      const Edge edge = std::minmax(name[all[i].first], name[all[i].second]);
      renamed |= std::uint32_t{1} << (std::ranges::lower_bound(all, edge) - all.begin());
    }
    if (renamed < set) return false;
  } while (std::ranges::next_permutation(name).found);
  return true;
}

}  // namespace

void for_each_connected_graph(Node n, const std::function<void(const Graph&)>& f) {
  for_each_edge_set(n, [&](std::uint32_t, const Graph& graph) { f(graph); });
}

void for_each_connected_graph_up_to_isomorphism(Node n, const std::function<void(const Graph&)>& f) {
  const auto all = pairs(n);
  for_each_edge_set(n, [&](std::uint32_t set, const Graph& graph) {
    if (canonical(n, set, all)) f(graph);
  });
}

std::vector<std::pair<Node, Node>> pairs_up_to_symmetry(const Graph& graph) {
  auto edges = graph.edge_list();
  std::ranges::sort(edges);
  std::vector<std::vector<Node>> symmetries;
  std::vector<Node> name(graph.nodes());
  std::iota(name.begin(), name.end(), Node{0});
  do {
    std::vector<Edge> renamed;
    for (const auto& [u, v] : edges) renamed.emplace_back(std::minmax(name[u], name[v]));
    std::ranges::sort(renamed);
    if (renamed == edges) symmetries.push_back(name);
  } while (std::ranges::next_permutation(name).found);
  std::vector<std::pair<Node, Node>> classes;
  for (Node u = 0; u < graph.nodes(); ++u) {
    for (Node v = 0; v < graph.nodes(); ++v) {
      const auto first =
          std::ranges::all_of(symmetries, [&](const auto& s) { return std::pair(u, v) <= std::pair(s[u], s[v]); });
      if (u != v && first) classes.emplace_back(u, v);
    }
  }
  return classes;
}

}  // namespace hearsay::props::gen
