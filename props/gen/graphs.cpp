// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/gen/graphs.hpp"

#include <algorithm>

namespace hearsay::props::gen {

namespace {

using graph::Edge;
using graph::Graph;
using graph::Node;

constexpr int full_size = 60;  // RapidCheck size at which max_nodes is reached

std::vector<Edge> path_edges(Node n) {
  std::vector<Edge> edges;
  for (Node v = 1; v < n; ++v) edges.emplace_back(v - 1, v);
  return edges;
}

std::vector<Edge> random_tree(Raw& raw, Node n) {
  std::vector<Edge> edges;
  for (Node v = 1; v < n; ++v) edges.emplace_back(raw.below(v), v);
  return edges;
}

void add_chords(Raw& raw, Node n, std::size_t chords, std::vector<Edge>& edges) {
  for (std::size_t i = 0; i < chords; ++i) {
    const Node a = raw.below(n);
    edges.emplace_back(a, (a + 1 + raw.below(n - 1)) % n);
  }
}

void add_clique(Node from, Node to, std::vector<Edge>& edges) {
  for (Node a = from; a < to; ++a) {
    for (Node b = a + 1; b < to; ++b) edges.emplace_back(a, b);
  }
}

Graph grid(Node rows, Node columns) {
  std::vector<Edge> edges;
  for (Node r = 0; r < rows; ++r) {
    for (Node c = 0; c < columns; ++c) {
      if (c + 1 < columns) edges.emplace_back(r * columns + c, r * columns + c + 1);
      if (r + 1 < rows) edges.emplace_back(r * columns + c, (r + 1) * columns + c);
    }
  }
  return Graph(rows * columns, edges);
}

Graph hypercube(Node dimension) {
  std::vector<Edge> edges;
  for (Node v = 0; v < (Node{1} << dimension); ++v) {
    for (Node bit = 0; bit < dimension; ++bit) {
      if ((v >> bit & 1u) == 0) edges.emplace_back(v, v | (Node{1} << bit));
    }
  }
  return Graph(Node{1} << dimension, edges);
}

Graph barbell(Node n) {
  const Node clique = std::max<Node>(2, n / 3);
  auto edges = path_edges(n);
  add_clique(0, std::min(clique, n), edges);
  add_clique(n - std::min(clique, n), n, edges);
  return Graph(n, edges);
}

}  // namespace

Graph draw_connected_graph(rc::Random random, int size, const Nodes& nodes) {
  Raw raw(random);
  const auto scaled =
      static_cast<std::size_t>(std::clamp(size, 0, full_size)) * (nodes.max_nodes - nodes.min_nodes) / full_size;
  const Node n = nodes.min_nodes + raw.below(scaled + 1);
  enum Family { path, ring, star, complete, grids, hypercubes, barbells, tree, few_chords, dense, families };
  std::vector<Edge> edges;
  switch (raw.below(families)) {
    case path:
      return Graph(n, path_edges(n));
    case ring:
      edges = path_edges(n);
      if (n > 2) edges.emplace_back(n - 1, 0);
      return Graph(n, edges);
    case star:
      for (Node v = 1; v < n; ++v) edges.emplace_back(0, v);
      return Graph(n, edges);
    case complete:
      add_clique(0, n, edges);
      return Graph(n, edges);
    case grids: {
      Node rows = 2;
      while (rows * rows < n && raw.below(2) == 1) ++rows;
      return n < 2 * rows ? Graph(n, path_edges(n)) : grid(rows, n / rows);
    }
    case hypercubes: {
      Node dimension = 1;
      while ((Node{2} << dimension) <= n) ++dimension;
      return hypercube(dimension);
    }
    case barbells:
      return barbell(n);
    case tree:
      return Graph(n, random_tree(raw, n));
    case few_chords:
      edges = random_tree(raw, n);
      add_chords(raw, n, 1 + raw.below(3), edges);
      return Graph(n, edges);
    default:
      edges = random_tree(raw, n);
      add_chords(raw, n, raw.below(std::size_t{n} * n), edges);
      return Graph(n, edges);
  }
}

bool connected(const Graph& graph) {
  if (graph.nodes() == 0) return false;
  std::vector<bool> seen(graph.nodes(), false);
  std::vector<Node> stack{0};
  seen[0] = true;
  std::size_t reached = 0;
  while (!stack.empty()) {
    const Node v = stack.back();
    stack.pop_back();
    ++reached;
    for (const Node w : graph.neighbors(v)) {
      if (!seen[w]) {
        seen[w] = true;
        stack.push_back(w);
      }
    }
  }
  return reached == graph.nodes();
}

namespace {

/// `graph` with its nodes sent to `place`: edges between nodes that went to different places.
Graph image(const Graph& graph, Node nodes, const std::vector<std::optional<Node>>& place) {
  std::vector<Edge> edges;
  for (const auto& [a, b] : graph.edge_list()) {
    if (place[a] && place[b] && *place[a] != *place[b]) edges.emplace_back(*place[a], *place[b]);
  }
  return Graph(nodes, edges);
}

}  // namespace

std::vector<Smaller> smaller_graphs(const Graph& graph) {
  std::vector<Smaller> all;
  const Node n = graph.nodes();
  if (n > 2) {
    for (Node gone = n; gone-- > 0;) {
      std::vector<std::optional<Node>> place(n);
      for (Node v = 0; v < n; ++v) {
        if (v != gone) place[v] = v - (v > gone ? 1 : 0);
      }
      auto rest = image(graph, n - 1, place);
      if (connected(rest)) all.push_back({std::move(rest), std::move(place)});
    }
    for (const auto& [a, b] : graph.edge_list()) {
      std::vector<std::optional<Node>> place(n);
      for (Node v = 0; v < n; ++v) place[v] = v == b ? a : v - (v > b ? 1 : 0);
      auto rest = image(graph, n - 1, place);
      all.push_back({std::move(rest), std::move(place)});
    }
  }
  std::vector<std::optional<Node>> same(n);
  for (Node v = 0; v < n; ++v) same[v] = v;
  const auto edges = graph.edge_list();
  for (std::size_t gone = 0; gone < edges.size(); ++gone) {
    auto fewer = edges;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(gone));
    Graph rest(n, fewer);
    if (connected(rest)) all.push_back({std::move(rest), same});
  }
  return all;
}

rc::Gen<Graph> connected_graphs(const Nodes& nodes) {
  return rc::Gen<Graph>([nodes](const rc::Random& random, int size) {
    return rc::shrinkable::shrinkRecur(draw_connected_graph(random, size, nodes), [](const Graph& graph) {
      std::vector<Graph> all;
      for (auto& smaller : smaller_graphs(graph)) all.push_back(std::move(smaller.graph));
      return rc::seq::fromContainer(std::move(all));
    });
  });
}

std::vector<std::string> shape_tags(const Graph& graph) {
  std::vector<std::string> tags{graph.edges() + 1 == graph.nodes() ? "tree" : "has a cycle"};
  if (graph.edges() == std::size_t{graph.nodes()} * (graph.nodes() - 1) / 2) tags.emplace_back("complete");
  return tags;
}

}  // namespace hearsay::props::gen
