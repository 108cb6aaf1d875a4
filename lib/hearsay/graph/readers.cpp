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
  const auto& path = file.name();
  Lines lines(file);
  std::string_view line;
  lines.next(line);
  const std::string header = lower_case(line);
  const auto kind = words(header, '\0');
  const auto one_of = [](std::string_view word, std::initializer_list<std::string_view> known) {
    return std::ranges::count(known, word) > 0;
  };
  if (kind.size() != 5 || kind[0] != "%%matrixmarket" || kind[1] != "matrix" || kind[2] != "coordinate" ||
      !one_of(kind[3], {"pattern", "real", "integer"}) || !one_of(kind[4], {"general", "symmetric"})) {
    refuse(path, 1, "the header must be %%MatrixMarket matrix coordinate pattern general|symmetric");
  }
  if (kind[3] != "pattern")
    refuse_weights(path + ":1",
                   fmt::format("write pattern for {} and keep the first 2 columns of the entries", kind[3]));

  std::vector<std::string_view> size;
  while (size.empty()) {
    if (!lines.next(line)) refuse(path, lines.number(), "the file ends before the line 'rows columns entries'");
    size = words(line, '%');
  }
  if (size.size() != 3) refuse(path, lines.number(), "the size line must be 'rows columns entries'");
  const auto rows = whole(path, lines.number(), size[0]), columns = whole(path, lines.number(), size[1]),
             entries = whole(path, lines.number(), size[2]);
  if (rows != columns || rows < 1)
    refuse(path, lines.number(), fmt::format("a graph needs a square matrix, not {} x {}", rows, columns));
  if (entries < 1) refuse(path, lines.number(), fmt::format("{} entries hold no edges", entries));
  require_graph_size(path, static_cast<double>(rows), 0.0);

  Collector collector(path);
  std::int64_t read = 0;
  while (lines.next(line)) {
    const auto found = words(line, '%');
    if (found.empty()) continue;
    if (++read > entries) refuse(path, lines.number(), fmt::format("more entries than the {} announced", entries));
    if (found.size() != 2) refuse(path, lines.number(), "an entry needs 'row column'");
    const auto i = whole(path, lines.number(), found[0]), j = whole(path, lines.number(), found[1]);
    if (std::min(i, j) < 1 || std::max(i, j) > rows) {
      refuse(path, lines.number(), fmt::format("node {} is outside 1 .. {}", i < 1 || i > rows ? i : j, rows));
    }
    collector.add(static_cast<Node>(i - 1), static_cast<Node>(j - 1));
  }
  if (read < entries)
    refuse(path, lines.number(), fmt::format("the file ends after {} of the {} entries announced", read, entries));
  std::vector<std::string> labels;
  labels.reserve(static_cast<std::size_t>(rows));
  for (std::int64_t i = 1; i <= rows; ++i) labels.push_back(std::to_string(i));
  return collector.finish(static_cast<Node>(rows), std::move(labels));
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
