// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <vector>

#include <hearsay/graph/graph.hpp>
#include <hearsay/graph/weights.hpp>
#include <hearsay/random/stream.hpp>

// Small graphs for tests, spelled out here so that they owe nothing to the library's generators.

namespace hearsay::testing {

using graph::Edge;
using graph::Graph;
using graph::Node;

inline graph::GossipMatrix metropolis(const Graph& graph) { return gossip_matrix(graph, graph::Weights::metropolis); }

/// A matrix from its rows.
inline graph::GossipMatrix sparse(const std::vector<std::vector<double>>& rows) {
  graph::GossipMatrix w(static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(rows.front().size()));
  for (std::size_t u = 0; u < rows.size(); ++u) {
    for (std::size_t v = 0; v < rows[u].size(); ++v) {
      if (rows[u][v] != 0.0) w.insert(static_cast<Eigen::Index>(u), static_cast<Eigen::Index>(v)) = rows[u][v];
    }
  }
  w.makeCompressed();
  return w;
}

inline Graph path(Node n) {
  std::vector<Edge> edges;
  for (Node v = 0; v + 1 < n; ++v) edges.emplace_back(v, v + 1);
  return {n, edges};
}

inline Graph ring(Node n) {
  std::vector<Edge> edges;
  for (Node v = 0; v < n; ++v) edges.emplace_back(v, (v + 1) % n);
  return {n, edges};
}

inline Graph star(Node leaves) {
  std::vector<Edge> edges;
  for (Node v = 1; v <= leaves; ++v) edges.emplace_back(0, v);
  return {leaves + 1, edges};
}

inline Graph grid(Node rows, Node columns) {
  std::vector<Edge> edges;
  for (Node i = 0; i < rows; ++i) {
    for (Node j = 0; j < columns; ++j) {
      if (j + 1 < columns) edges.emplace_back(i * columns + j, i * columns + j + 1);
      if (i + 1 < rows) edges.emplace_back(i * columns + j, (i + 1) * columns + j);
    }
  }
  return {rows * columns, edges};
}

inline Graph hypercube(unsigned dimensions) {
  std::vector<Edge> edges;
  for (Node v = 0; v < (1u << dimensions); ++v) {
    for (unsigned i = 0; i < dimensions; ++i) edges.emplace_back(v, v ^ (1u << i));
  }
  return {1u << dimensions, edges};
}

inline Graph petersen() {
  std::vector<Edge> edges;
  for (Node v = 0; v < 5; ++v) {
    edges.emplace_back(v, (v + 1) % 5);
    edges.emplace_back(v, v + 5);
    edges.emplace_back(v + 5, (v + 2) % 5 + 5);
  }
  return {10, edges};
}

/// Two complete graphs on `bell` nodes joined by a path of `bar` nodes between them.
inline Graph barbell(Node bell, Node bar) {
  std::vector<Edge> edges;
  for (Node a = 0; a < bell; ++a) {
    for (Node b = a + 1; b < bell; ++b) {
      edges.emplace_back(a, b);
      edges.emplace_back(a + bell + bar, b + bell + bar);
    }
  }
  for (Node v = bell - 1; v < bell + bar; ++v) edges.emplace_back(v, v + 1);
  return {2 * bell + bar, edges};
}

/// Uniform points in the unit square, joined up to distance `radius`.
inline Graph geometric(Node n, double radius, std::uint64_t seed) {
  random::Stream stream(random::Seed{seed}, random::Purpose::graph, 0);
  std::vector<double> x(n), y(n);
  std::vector<Edge> edges;
  for (Node v = 0; v < n; ++v) {
    x[v] = stream.uniform();
    y[v] = stream.uniform();
    for (Node u = 0; u < v; ++u) {
      if (std::hypot(x[u] - x[v], y[u] - y[v]) <= radius) edges.emplace_back(u, v);
    }
  }
  return {n, edges};
}

/// Every node hangs from a random earlier one.
inline Graph random_tree(Node n, std::uint64_t seed) {
  random::Stream stream(random::Seed{seed}, random::Purpose::graph, 1);
  std::vector<Edge> edges;
  for (Node v = 1; v < n; ++v) edges.emplace_back(static_cast<Node>(stream.below(v)), v);
  return {n, edges};
}

}  // namespace hearsay::testing
