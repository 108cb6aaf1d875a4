// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/graph/io/detail/raw_graph.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <hearsay/core/error.hpp>
#include <hearsay/graph/families/generators.hpp>
#include <hearsay/graph/io/detail/text_lines.hpp>
#include <hearsay/graph/io/matrix_market.hpp>

namespace hearsay::graph {

namespace {

/// Whether some entry (i, j) has no (j, i).
bool one_way(std::vector<std::pair<Node, Node>> entries) {
  std::ranges::sort(entries);
  return std::ranges::any_of(entries, [&](const auto& entry) {
    return !std::ranges::binary_search(entries, std::pair(entry.second, entry.first));
  });
}

}  // namespace

bool is_matrix_market(const InputFile& file) {
  std::string_view start = file.beginning();
  if (start.starts_with(byte_order_mark)) start.remove_prefix(byte_order_mark.size());
  if (start.starts_with("%%")) return true;
  if (file.is_named(".mtx")) refuse(file.name(), 1, "a Matrix Market file starts with %%MatrixMarket");
  return false;
}

RawGraph read_matrix_market_graph(const InputFile& file) {
  MatrixMarket market(file, MatrixMarket::Content::pattern);
  RawGraph graph{.format = "Matrix Market"};
  if (market.field() != "pattern") {
    graph.without_weights =
        fmt::format("write pattern for {} and keep the first 2 columns of the entries", market.field());
    graph.lines = {market.line()};
    return graph;
  }
  const auto size = market.size();
  if (size.rows != size.columns || size.rows < 1)
    market.refuse(fmt::format("a graph needs a square matrix, not {} x {}", size.rows, size.columns));
  if (size.entries < 1) market.refuse(fmt::format("{} entries hold no edges", size.entries));
  require_graph_size(file.name(), static_cast<double>(size.rows), 0.0);
  for (MatrixMarket::Entry entry; market.next(entry);) {
    graph.edges.emplace_back(static_cast<Node>(entry.row), static_cast<Node>(entry.column));
    require_edge_count(file.name(), graph.edges.size());
  }
  graph.labels = labels_from_one(size.rows);
  graph.directed = !market.symmetric() && one_way(graph.edges);
  graph.comments = market.comments();
  return graph;
}

}  // namespace hearsay::graph
