// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/graph/readers.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include <hearsay/core/error.hpp>
#include <hearsay/graph/detail/attributed_file.hpp>
#include <hearsay/graph/detail/text_lines.hpp>
#include <hearsay/graph/generators.hpp>
#include <hearsay/graph/matrix_market.hpp>

namespace hearsay::graph {
namespace {

/// @param where  the file, with the line if it has lines.
/// @param remedy  what to do to the file for the graph alone.
[[noreturn]] void refuse_weights(std::string_view where, std::string_view remedy) {
  throw Error(
      Errc::syntax, where,
      fmt::format("holds weights, which are read as a matrix of weights, not as a graph; to drop them, {}", remedy));
}

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

/// Collects edges as a file gives them; drops self-loops and repeats, and says so.
class Collector {
 public:
  explicit Collector(const std::string& path) : path_(path) {}
  void add(Node u, Node v) {
    if (u == v) {
      ++loops_;
      return;
    }
    edges_.emplace_back(std::min(u, v), std::max(u, v));
    // Many files list an edge in both directions: twice the limit may be read, once the limit may remain.
    if (edges_.size() > 2 * static_cast<std::size_t>(largest_edges))
      require_graph_size(path_, 0.0, static_cast<double>(edges_.size()));
  }
  FileGraph finish(Node nodes, std::vector<std::string> labels, std::vector<std::string> notes = {}) {
    Graph graph(nodes, edges_, std::move(labels));
    require_graph_size(path_, static_cast<double>(nodes), static_cast<double>(graph.edges()));
    const std::size_t repeats = edges_.size() - graph.edges();
    std::string dropped;
    if (loops_ > 0) dropped = counted(loops_, "self-loop", "self-loops");
    if (repeats > 0) dropped += (dropped.empty() ? "" : " and ") + counted(repeats, "repeated edge", "repeated edges");
    if (!dropped.empty()) notes.insert(notes.begin(), fmt::format("{}: dropped {}", path_, dropped));
    return {.graph = std::move(graph), .notes = std::move(notes)};
  }

 private:
  std::string path_;
  std::vector<Edge> edges_;
  std::size_t loops_ = 0;
};

FileGraph read_edge_list(const InputFile& file) {
  const auto& path = file.name();
  Lines lines(file);
  LabelNumbers numbers;
  Collector collector(path);
  const auto node = [&](std::string_view label) { return numbers.number(path, lines.number(), label); };
  for (std::string_view line; lines.next(line);) {
    const auto found = words(line, '#');
    if (found.empty()) continue;
    if (found.size() == 1)
      refuse(path, lines.number(),
             fmt::format("'{}' is one label; an edge needs two, separated by blanks", shown(found[0])));
    if (found.size() > 2)
      refuse_weights(fmt::format("{}:{}", path, lines.number()), fmt::format("keep 2 of the {} columns", found.size()));
    const Node u = node(found[0]);
    collector.add(u, node(found[1]));
  }
  if (numbers.labels().empty()) throw Error(Errc::file, path, "holds no edges");
  const auto nodes = static_cast<Node>(numbers.labels().size());
  return collector.finish(nodes, numbers.take_labels());
}

FileGraph read_matrix_market(const InputFile& file) {
  MatrixMarket market(file, MatrixMarket::Content::pattern);
  if (market.field() != "pattern")
    refuse_weights(file.name() + ":1",
                   fmt::format("write pattern for {} and keep the first 2 columns of the entries", market.field()));
  const auto size = market.size();
  if (size.rows != size.columns || size.rows < 1)
    market.refuse(fmt::format("a graph needs a square matrix, not {} x {}", size.rows, size.columns));
  if (size.entries < 1) market.refuse(fmt::format("{} entries hold no edges", size.entries));
  require_graph_size(file.name(), static_cast<double>(size.rows), 0.0);
  Collector collector(file.name());
  for (MatrixMarket::Entry entry; market.next(entry);)
    collector.add(static_cast<Node>(entry.row), static_cast<Node>(entry.column));
  return collector.finish(static_cast<Node>(size.rows), labels_from_one(size.rows));
}

FileGraph graph_of(AttributedFile file, const std::string& path) {
  if (file.weight_attribute)
    refuse_weights(path, fmt::format("delete the edges' attribute '{}'{}", *file.weight_attribute,
                                     file.format == "GraphML" ? " and its key" : ""));
  Collector collector(path);
  for (const auto& [u, v] : file.edges) collector.add(u, v);
  std::vector<std::string> notes;
  if (file.directed) notes.push_back(fmt::format("{}: directions are ignored", path));
  if (!file.other_attributes.empty()) {
    notes.push_back(
        fmt::format("{}: attributes of edges are ignored: {}", path, fmt::join(file.other_attributes, ", ")));
  }
  return collector.finish(file.nodes, std::move(file.labels), std::move(notes));
}

}  // namespace

FileGraph read_graph(const std::string& path) {
  const InputFile file(path);
  if (auto attributed = read_attributed_file(file)) return graph_of(*std::move(attributed), file.name());
  if (file.beginning().starts_with("%%")) return read_matrix_market(file);
  if (file.is_named(".mtx")) refuse(file.name(), 1, "a Matrix Market file starts with %%MatrixMarket");
  return read_edge_list(file);
}

}  // namespace hearsay::graph
