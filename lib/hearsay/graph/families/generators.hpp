// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <hearsay/graph/graph.hpp>
#include <hearsay/random/stream.hpp>

// Families of graphs, by igraph. Sizes are signed so that a negative request is refused rather than wrapped. Random
// families draw from Stream(seed, Purpose::graph, 0) only: the same seed gives the same graph, on any thread.
// Every function throws Error(Errc::domain) for parameters outside the stated range, and Error(Errc::too_large) beyond
// largest_nodes or largest_edges (expected edges, for a random family), before anything is allocated.
namespace hearsay::graph {

/// Limits of generated and read graphs: a graph of 2e7 edges takes about 2.5 GiB while it is built.
inline constexpr std::int64_t largest_nodes = 10'000'000;
inline constexpr std::int64_t largest_edges = 20'000'000;

/// 0-1, 1-2, ... @pre n >= 2.
[[nodiscard]] Graph path(std::int64_t n);
/// A path whose ends are joined. @pre n >= 3.
[[nodiscard]] Graph ring(std::int64_t n);
/// Hub 0 and n - 1 leaves. @pre n >= 2.
[[nodiscard]] Graph star(std::int64_t n);
/// @pre n >= 2.
[[nodiscard]] Graph complete(std::int64_t n);
/// Node (r, c) is r * columns + c. @pre rows, columns >= 1, at least two nodes.
[[nodiscard]] Graph grid(std::int64_t rows, std::int64_t columns);
/// A grid with both directions closed. @pre rows, columns >= 3.
[[nodiscard]] Graph torus(std::int64_t rows, std::int64_t columns);
/// 2^dimension nodes; neighbors differ in one binary digit. @pre 1 <= dimension <= 20.
[[nodiscard]] Graph hypercube(std::int64_t dimension);
/// 10 nodes of degree 3, diameter 2.
[[nodiscard]] Graph petersen();
/// Every pair is an edge with probability p, independently. @pre n >= 2, 0 <= p <= 1.
[[nodiscard]] Graph erdos_renyi(std::int64_t n, double p, random::Seed seed);

struct Point {
  double x, y;
};
/// A geometric graph and where its nodes lie.
struct GeometricGraph {
  Graph graph;
  std::vector<Point> positions;
};
/// n uniform points of the unit square, numbered by x, joined at distance < r. @pre n >= 2, r > 0 finite.
[[nodiscard]] GeometricGraph geometric(std::int64_t n, double r, random::Seed seed);

/// Grown from the complete graph on `core` nodes: every new node brings m edges to different nodes, drawn with
/// probability proportional to their degrees (uniformly while all are 0). @pre 1 <= m <= core <= n, n >= 2.
/// @cite barabasi1999emergence
[[nodiscard]] Graph barabasi_albert(std::int64_t n, std::int64_t m, std::int64_t core, random::Seed seed);
/// A random graph in which every node has degree d (igraph's fast heuristic: close to uniform, not exactly).
/// @pre n >= 2, 1 <= d < n, n * d even.
[[nodiscard]] Graph regular(std::int64_t n, std::int64_t d, random::Seed seed);

/// @throws Error(Errc::too_large) named `where` if a graph of this size is beyond the limits.
void require_graph_size(std::string_view where, double nodes, double edges);

}  // namespace hearsay::graph
