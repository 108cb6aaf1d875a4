// SPDX-License-Identifier: GPL-3.0-or-later
// Prints what read_graph() and read_weights() make of files, a line of JSON each: {"graph": {"labels", "edges"} or the
// refusal, "weights": {"labels", "edges" with weights} or the refusal}. For graph_formats_test.py.
#include <fmt/format.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>

#include <hearsay/core/error.hpp>
#include <hearsay/graph/io/readers.hpp>
#include <hearsay/graph/io/weights_file.hpp>

namespace {

using nlohmann::json;

json edges_of(const hearsay::graph::Graph& graph) {
  auto edges = json::array();
  for (const auto& [u, v] : graph.edge_list()) edges.push_back({graph.label(u), graph.label(v)});
  return edges;
}

json graph_of(const std::string& path) {
  try {
    const auto found = hearsay::graph::read_graph(path);
    return {{"format", found.reading.format}, {"labels", found.graph.labels()}, {"edges", edges_of(found.graph)}};
  } catch (const hearsay::Error& refusal) {
    return refusal.what();
  }
}

json weights_of(const std::string& path) {
  try {
    const auto found = hearsay::graph::read_weights(path);
    auto edges = edges_of(found.graph);
    std::size_t i = 0;
    for (const auto& [u, v] : found.graph.edge_list()) edges[i++].push_back(found.w.coeff(u, v));
    return {{"format", found.reading.format}, {"labels", found.graph.labels()}, {"edges", std::move(edges)}};
  } catch (const hearsay::Error& refusal) {
    return refusal.what();
  }
}

}  // namespace

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i)
    fmt::print("{}\n", json{{"graph", graph_of(argv[i])}, {"weights", weights_of(argv[i])}}.dump());
  return EXIT_SUCCESS;
}
