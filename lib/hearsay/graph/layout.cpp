// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/graph/layout.hpp>

#include <igraph.h>

#include <cmath>

#include <hearsay/core/error.hpp>
#include <hearsay/graph/detail/igraph_session.hpp>

namespace hearsay::graph {

std::vector<Point> spring_layout(const Graph& graph, random::Seed seed) {
  if (graph.nodes() > 5000)
    throw Error(Errc::too_large, "spring_layout",
                fmt::format("{} nodes; at most 5000 can be distinguished in a picture", graph.nodes()));
  random::Stream draws(seed, random::Purpose::graph, 1);
  std::vector<igraph_integer_t> ends;
  for (const auto& [u, v] : graph.edge_list()) {
    ends.push_back(u);
    ends.push_back(v);
  }
  std::vector<Point> points(graph.nodes());
  igraph_session("spring_layout", &draws, [&]() -> int {
    igraph_vector_int_t edges{};
    igraph_vector_int_view(&edges, ends.data(), static_cast<igraph_integer_t>(ends.size()));
    igraph_t raw;
    IGRAPH_CHECK(igraph_create(&raw, &edges, graph.nodes(), IGRAPH_UNDIRECTED));
    IGRAPH_FINALLY(igraph_destroy, &raw);
    igraph_matrix_t places;
    IGRAPH_CHECK(igraph_matrix_init(&places, 0, 0));
    IGRAPH_FINALLY(igraph_matrix_destroy, &places);
    IGRAPH_CHECK(
        igraph_layout_fruchterman_reingold(&raw, &places, false, 300, std::sqrt(static_cast<double>(graph.nodes())),
                                           IGRAPH_LAYOUT_AUTOGRID, nullptr, nullptr, nullptr, nullptr, nullptr));
    for (Node v = 0; v < graph.nodes(); ++v) points[v] = {MATRIX(places, v, 0), MATRIX(places, v, 1)};
    igraph_matrix_destroy(&places);
    igraph_destroy(&raw);
    IGRAPH_FINALLY_CLEAN(2);
    return IGRAPH_SUCCESS;
  });
  return points;
}

}  // namespace hearsay::graph
