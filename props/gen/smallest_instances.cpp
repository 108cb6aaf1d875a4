// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/gen/smallest_instances.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
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

/// Distances between all nodes of a connected graph.
std::vector<std::vector<std::size_t>> distances(const Graph& graph) {
  std::vector<std::vector<std::size_t>> all;
  for (Node from = 0; from < graph.nodes(); ++from) {
    auto& row = all.emplace_back(graph.nodes(), graph.nodes());
    std::vector<Node> queue = {from};
    row[from] = 0;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (const Node v : graph.neighbors(queue[i])) {
        if (row[v] < graph.nodes()) continue;
        row[v] = row[queue[i]] + 1;
        queue.push_back(v);
      }
    }
  }
  return all;
}

/// A graph and what its nodes look like: isomorphic graphs have equal lists of sorted distances.
struct Profiled {
  Graph graph;
  std::vector<std::vector<std::size_t>> nodes, sorted;  ///< by node; the same in order

  explicit Profiled(Graph of) : graph(std::move(of)), nodes(distances(graph)) {
    for (auto& row : nodes) std::ranges::sort(row);
    sorted = nodes;
    std::ranges::sort(sorted);
  }
};

/// Whether the images of the first nodes go on to an isomorphism.
bool extends(const Profiled& a, const Profiled& b, std::vector<Node>& image) {
  const auto u = static_cast<Node>(image.size());
  if (u == a.graph.nodes()) return true;
  for (Node v = 0; v < b.graph.nodes(); ++v) {
    if (a.nodes[u] != b.nodes[v] || std::ranges::find(image, v) != image.end()) continue;
    bool same = true;
    for (Node w = 0; w < u && same; ++w)
      same = std::ranges::count(a.graph.neighbors(u), w) == std::ranges::count(b.graph.neighbors(v), image[w]);
    if (!same) continue;
    image.push_back(v);
    if (extends(a, b, image)) return true;
    image.pop_back();
  }
  return false;
}

/// One graph of each class: a connected graph has a node without which it is connected, so each comes from one on n - 1
/// nodes. Neighbors of the new node must be at a distance of at least girth - 2.
std::vector<Profiled> classes_of_girth(Node n, std::size_t girth) {
  if (n == 1) return {Profiled(Graph(1, std::vector<Edge>{}))};
  std::vector<Profiled> found;
  for (const auto& smaller : classes_of_girth(n - 1, girth)) {
    const auto apart = distances(smaller.graph);
    for (std::uint32_t set = 1; set < (std::uint32_t{1} << (n - 1)); ++set) {
      auto edges = smaller.graph.edge_list();
      bool allowed = true;
      for (Node u = 0; u + 1 < n && allowed; ++u) {
        if ((set >> u & 1u) == 0) continue;
        for (Node v = 0; v < u && allowed; ++v) allowed = (set >> v & 1u) == 0 || apart[u][v] + 2 >= girth;
        edges.emplace_back(u, n - 1);
      }
      if (!allowed) continue;
      Profiled candidate(Graph(n, edges));
      const bool known = std::ranges::any_of(found, [&](const Profiled& other) {
        std::vector<Node> image;
        return other.sorted == candidate.sorted && extends(candidate, other, image);
      });
      if (!known) found.push_back(std::move(candidate));
    }
  }
  return found;
}

}  // namespace

void for_each_connected_graph_of_girth(Node n, std::size_t girth, const std::function<void(const Graph&)>& f) {
  for (const auto& graph : classes_of_girth(n, girth)) f(graph.graph);
}

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
