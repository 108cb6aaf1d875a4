// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/graph/families/generators.hpp>

#include <igraph.h>

#include <cmath>
#include <numbers>
#include <string_view>

#include <hearsay/core/error.hpp>
#include <hearsay/graph/detail/igraph_session.hpp>

namespace hearsay::graph {
namespace {

Graph copy(const igraph_t& source) {
  std::vector<Edge> edges;
  edges.reserve(static_cast<std::size_t>(igraph_ecount(&source)));
  for (igraph_integer_t e = 0; e < igraph_ecount(&source); ++e) {
    edges.emplace_back(static_cast<Node>(IGRAPH_FROM(&source, e)), static_cast<Node>(IGRAPH_TO(&source, e)));
  }
  return Graph(static_cast<Node>(igraph_vcount(&source)), edges);
}

/// The graph that `build(&graph)` initializes.
template <class Build>
Graph from_igraph(std::string_view where, random::Stream* draws, Build build) {
  igraph_t raw;
  igraph_session(where, draws, [&] { return build(&raw); });
  try {
    Graph graph = copy(raw);
    igraph_destroy(&raw);
    return graph;
  } catch (...) {
    igraph_destroy(&raw);
    throw;
  }
}

random::Stream graph_stream(random::Seed seed) { return {seed, random::Purpose::graph, 0}; }

void require_nodes(std::string_view where, std::int64_t n, std::int64_t least) {
  if (n < least) throw Error(Errc::domain, where, fmt::format("n = {} must be at least {}", n, least));
}

Graph lattice(std::string_view where, std::int64_t rows, std::int64_t columns, bool closed) {
  return from_igraph(where, nullptr, [&](igraph_t* g) {
    // igraph's first dimension varies fastest.
    igraph_integer_t sizes[] = {columns, rows};
    igraph_bool_t around[] = {closed, closed};
    igraph_vector_int_t dimensions{};
    igraph_vector_bool_t circular{};
    igraph_vector_int_view(&dimensions, sizes, 2);
    igraph_vector_bool_view(&circular, around, 2);
    return igraph_square_lattice(g, &dimensions, 1, IGRAPH_UNDIRECTED, false, &circular);
  });
}

}  // namespace

void require_graph_size(std::string_view where, double nodes, double edges) {
  if (nodes > static_cast<double>(largest_nodes)) {
    throw Error(Errc::too_large, where, fmt::format("{:.0f} nodes are beyond the limit of {}", nodes, largest_nodes));
  }
  if (edges > static_cast<double>(largest_edges)) {
    throw Error(Errc::too_large, where,
                fmt::format("about {:.0f} edges are beyond the limit of {} (2.5 GiB while the graph is built)", edges,
                            largest_edges));
  }
}

Graph path(std::int64_t n) {
  require_nodes("path", n, 2);
  require_graph_size("path", static_cast<double>(n), static_cast<double>(n));
  return from_igraph("path", nullptr, [&](igraph_t* g) { return igraph_ring(g, n, IGRAPH_UNDIRECTED, false, false); });
}

Graph ring(std::int64_t n) {
  require_nodes("ring", n, 3);
  require_graph_size("ring", static_cast<double>(n), static_cast<double>(n));
  return from_igraph("ring", nullptr, [&](igraph_t* g) { return igraph_ring(g, n, IGRAPH_UNDIRECTED, false, true); });
}

Graph star(std::int64_t n) {
  require_nodes("star", n, 2);
  require_graph_size("star", static_cast<double>(n), static_cast<double>(n));
  return from_igraph("star", nullptr, [&](igraph_t* g) { return igraph_star(g, n, IGRAPH_STAR_UNDIRECTED, 0); });
}

Graph complete(std::int64_t n) {
  require_nodes("complete", n, 2);
  require_graph_size("complete", static_cast<double>(n), 0.5 * static_cast<double>(n) * static_cast<double>(n - 1));
  return from_igraph("complete", nullptr, [&](igraph_t* g) { return igraph_full(g, n, IGRAPH_UNDIRECTED, false); });
}

Graph grid(std::int64_t rows, std::int64_t columns) {
  if (rows < 1 || columns < 1 || (rows == 1 && columns == 1)) {
    throw Error(Errc::domain, "grid",
                fmt::format("{}x{} must have positive sides and at least two nodes", rows, columns));
  }
  const double nodes = static_cast<double>(rows) * static_cast<double>(columns);
  require_graph_size("grid", nodes, 2 * nodes);
  return lattice("grid", rows, columns, false);
}

Graph torus(std::int64_t rows, std::int64_t columns) {
  if (rows < 3 || columns < 3) {
    throw Error(Errc::domain, "torus", fmt::format("{}x{} must have sides of at least 3", rows, columns));
  }
  const double nodes = static_cast<double>(rows) * static_cast<double>(columns);
  require_graph_size("torus", nodes, 2 * nodes);
  return lattice("torus", rows, columns, true);
}

Graph hypercube(std::int64_t dimension) {
  require_between("hypercube", "dimension", dimension, 1, 20);
  const auto nodes = static_cast<Node>(1) << dimension;
  std::vector<Edge> edges;
  edges.reserve(static_cast<std::size_t>(dimension) * nodes / 2);
  for (Node v = 0; v < nodes; ++v) {
    for (Node bit = 1; bit < nodes; bit <<= 1) {
      if ((v & bit) == 0) edges.emplace_back(v, v | bit);
    }
  }
  return Graph(nodes, edges);
}

Graph petersen() {
  return from_igraph("petersen", nullptr, [](igraph_t* g) { return igraph_famous(g, "Petersen"); });
}

Graph erdos_renyi(std::int64_t n, double p, random::Seed seed) {
  require_nodes("erdos-renyi", n, 2);
  require_unit("erdos-renyi", "p", p);
  require_graph_size("erdos-renyi", static_cast<double>(n),
                     0.5 * p * static_cast<double>(n) * static_cast<double>(n - 1));
  auto draws = graph_stream(seed);
  return from_igraph("erdos-renyi", &draws, [&](igraph_t* g) {
    return igraph_erdos_renyi_game_gnp(g, n, p, IGRAPH_UNDIRECTED, IGRAPH_NO_LOOPS);
  });
}

GeometricGraph geometric(std::int64_t n, double r, random::Seed seed) {
  require_nodes("geometric", n, 2);
  require_positive("geometric", "r", r);
  const double points = static_cast<double>(n);
  require_graph_size("geometric", points, 0.5 * points * points * std::min(1.0, std::numbers::pi * r * r));
  auto draws = graph_stream(seed);
  igraph_vector_t x, y;
  igraph_session("geometric", nullptr, [&] { return igraph_vector_init(&x, 0); });
  igraph_session("geometric", nullptr, [&] { return igraph_vector_init(&y, 0); });
  struct Release {
    igraph_vector_t *x, *y;
    ~Release() { igraph_vector_destroy(x), igraph_vector_destroy(y); }
  } const release{&x, &y};
  GeometricGraph made{
      .graph = from_igraph("geometric", &draws, [&](igraph_t* g) { return igraph_grg_game(g, n, r, false, &x, &y); }),
      .positions = {}};
  made.positions.reserve(made.graph.nodes());
  for (igraph_integer_t i = 0; i < n; ++i) made.positions.push_back({VECTOR(x)[i], VECTOR(y)[i]});
  return made;
}

Graph barabasi_albert(std::int64_t n, std::int64_t m, std::int64_t core, random::Seed seed) {
  require_nodes("barabasi-albert", n, 2);
  if (m < 1 || m > core || core > n) {
    throw Error(Errc::domain, "barabasi-albert",
                fmt::format("1 <= m <= core <= n must hold, not m = {}, core = {}, n = {}", m, core, n));
  }
  const double grown = static_cast<double>(n - core) * static_cast<double>(m);
  require_graph_size("barabasi-albert", static_cast<double>(n),
                     0.5 * static_cast<double>(core) * static_cast<double>(core - 1) + grown);
  if (core == n) return complete(n);
  auto draws = graph_stream(seed);
  return from_igraph("barabasi-albert", &draws, [&](igraph_t* g) {
    igraph_t start;
    const auto failed = igraph_full(&start, core, IGRAPH_UNDIRECTED, false);
    if (failed != IGRAPH_SUCCESS) return failed;
    const auto code =
        igraph_barabasi_game(g, n, 1.0, m, nullptr, true, 0.0, IGRAPH_UNDIRECTED, IGRAPH_BARABASI_PSUMTREE, &start);
    igraph_destroy(&start);
    return code;
  });
}

Graph regular(std::int64_t n, std::int64_t d, random::Seed seed) {
  require_nodes("regular", n, 2);
  if (d < 1 || d >= n)
    throw Error(Errc::domain, "regular", fmt::format("d = {} must be between 1 and n - 1 = {}", d, n - 1));
  if (n % 2 == 1 && d % 2 == 1) {
    throw Error(Errc::domain, "regular",
                fmt::format("n * d = {} * {} must be even: the degrees add up to twice the edges", n, d));
  }
  require_graph_size("regular", static_cast<double>(n), 0.5 * static_cast<double>(n) * static_cast<double>(d));
  auto draws = graph_stream(seed);
  return from_igraph("regular", &draws,
                     [&](igraph_t* g) { return igraph_k_regular_game(g, n, d, IGRAPH_UNDIRECTED, false); });
}

}  // namespace hearsay::graph
