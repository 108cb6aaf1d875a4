// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/graph/communities.hpp>

#include <igraph.h>

#include <algorithm>
#include <limits>

#include <hearsay/graph/detail/igraph_session.hpp>

namespace hearsay::graph {

namespace {

/// Runs Louvain's method. The caller's igraph session.
igraph_error_t multilevel(const igraph_t& raw, std::vector<std::size_t>& found) {
  igraph_vector_int_t membership;
  IGRAPH_CHECK(igraph_vector_int_init(&membership, 0));
  IGRAPH_FINALLY(igraph_vector_int_destroy, &membership);
  IGRAPH_CHECK(igraph_community_multilevel(&raw, nullptr, 1.0, &membership, nullptr, nullptr));
  for (igraph_integer_t v = 0; v < igraph_vector_int_size(&membership); ++v)
    found.push_back(static_cast<std::size_t>(VECTOR(membership)[v]));
  igraph_vector_int_destroy(&membership);
  IGRAPH_FINALLY_CLEAN(1);
  return IGRAPH_SUCCESS;
}

}  // namespace

Communities communities(const Graph& graph, random::Seed seed) {
  random::Stream draws(seed, random::Purpose::graph, 2);
  std::vector<igraph_integer_t> ends;
  for (const auto& [u, v] : graph.edge_list()) ends.insert(ends.end(), {u, v});
  std::vector<std::size_t> membership;
  igraph_session("communities", &draws, [&]() -> int {
    igraph_vector_int_t edges{};
    igraph_vector_int_view(&edges, ends.data(), static_cast<igraph_integer_t>(ends.size()));
    igraph_t raw;
    IGRAPH_CHECK(igraph_create(&raw, &edges, graph.nodes(), IGRAPH_UNDIRECTED));
    IGRAPH_FINALLY(igraph_destroy, &raw);
    IGRAPH_CHECK(multilevel(raw, membership));
    igraph_destroy(&raw);
    IGRAPH_FINALLY_CLEAN(1);
    return IGRAPH_SUCCESS;
  });
  constexpr Node none = std::numeric_limits<Node>::max();
  std::vector<Node> number(graph.nodes(), none);
  Communities found;
  for (const auto c : membership) {
    if (number[c] == none) {
      number[c] = static_cast<Node>(found.sizes.size());
      found.sizes.push_back(0);
    }
    found.of.push_back(number[c]);
    ++found.sizes[number[c]];
  }
  return found;
}

Graph quotient(const Graph& graph, const Communities& found) {
  std::vector<Edge> edges;
  for (const auto& [u, v] : graph.edge_list()) {
    const auto a = found.of[u], b = found.of[v];
    if (a != b) edges.emplace_back(std::min(a, b), std::max(a, b));
  }
  std::ranges::sort(edges);
  edges.erase(std::ranges::unique(edges).begin(), edges.end());
  return {static_cast<Node>(found.sizes.size()), edges};
}

}  // namespace hearsay::graph
