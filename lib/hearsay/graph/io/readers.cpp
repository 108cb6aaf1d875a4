// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/graph/io/readers.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <hearsay/core/error.hpp>
#include <hearsay/graph/components.hpp>
#include <hearsay/graph/families/generators.hpp>
#include <hearsay/graph/io/detail/raw_graph.hpp>

namespace hearsay::graph {
namespace {

/// @param path  as it was given.
[[noreturn]] void refuse_weights(const RawGraph& raw, const InputFile& file, const std::string& path) {
  const auto where = raw.lines.empty() ? file.name() : fmt::format("{}:{}", file.name(), raw.lines.front());
  throw Error(Errc::syntax, where,
              fmt::format("holds weights: also pass `weights` {}; for the graph alone, {}", path, raw.without_weights));
}

/// The edges without self-loops, smaller end first.
std::vector<Edge> proper_edges(const std::vector<std::pair<Node, Node>>& given) {
  std::vector<Edge> edges;
  edges.reserve(given.size());
  for (const auto& [u, v] : given) {
    if (u != v) edges.emplace_back(std::min(u, v), std::max(u, v));
  }
  return edges;
}

}  // namespace

FileGraph read_graph(const std::string& path) {
  const InputFile file(path);
  auto raw = read_raw_graph(file);
  if (raw.weighted()) refuse_weights(raw, file, path);
  const auto edges = proper_edges(raw.edges);
  Graph graph(static_cast<Node>(raw.labels.size()), edges, std::move(raw.labels));
  require_graph_size(file.name(), static_cast<double>(graph.nodes()), static_cast<double>(graph.edges()));
  auto reading = reading_of(std::move(raw), graph);
  reading.self_loops = raw.edges.size() - edges.size();
  reading.repeated_edges = edges.size() - graph.edges();
  auto notes = notes_of(reading, file.name());
  return {.graph = std::move(graph), .notes = std::move(notes), .reading = std::move(reading)};
}

}  // namespace hearsay::graph
