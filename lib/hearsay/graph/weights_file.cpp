// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/graph/weights_file.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

#include <hearsay/core/error.hpp>
#include <hearsay/graph/detail/attributed_file.hpp>
#include <hearsay/graph/detail/text_lines.hpp>
#include <hearsay/graph/generators.hpp>
#include <hearsay/graph/matrix_market.hpp>

namespace hearsay::graph {

namespace {

using Entry = Eigen::Triplet<double, std::int64_t>;

GossipMatrix matrix_of(Node nodes, const std::vector<Entry>& entries) {
  GossipMatrix w(nodes, nodes);
  w.setFromTriplets(entries.begin(), entries.end());
  w.prune([](Eigen::Index, Eigen::Index, double value) { return value != 0.0; });
  return w;
}

WeightedGraph weighted_graph(const GossipMatrix& w, std::vector<std::string> labels) {
  std::vector<Edge> edges;
  for (Eigen::Index u = 0; u < w.rows(); ++u) {
    for (GossipMatrix::InnerIterator entry(w, u); entry; ++entry) {
      if (entry.col() != u)
        edges.emplace_back(static_cast<Node>(std::min(u, entry.col())), static_cast<Node>(std::max(u, entry.col())));
    }
  }
  return {.graph = Graph(static_cast<Node>(w.rows()), edges, std::move(labels)), .w = w};
}

/// Symmetric weights of edges, and what they leave of 1 on the diagonal.
class EdgeWeights {
 public:
  explicit EdgeWeights(const std::string& path) : path_(path) {}

  /// @param where  the place in the file.
  void add(const std::string& where, Node u, Node v, double weight) {
    if (u == v) throw Error(Errc::syntax, where, "a self-loop: the diagonal is what the edges leave of 1");
    if (!std::isfinite(weight)) throw Error(Errc::syntax, where, "an edge lacks a finite weight");
    if (!seen_.emplace(std::min(u, v), std::max(u, v)).second)
      throw Error(Errc::syntax, where, "an edge that was given before");
    entries_.emplace_back(u, v, weight);
    entries_.emplace_back(v, u, weight);
  }

  [[nodiscard]] WeightedGraph finish(Node nodes, std::vector<std::string> labels) {
    require_graph_size(path_, static_cast<double>(nodes), static_cast<double>(seen_.size()));
    std::vector<double> left(nodes, 1.0);
    for (const auto& entry : entries_) left[static_cast<std::size_t>(entry.row())] -= entry.value();
    constexpr double rounding = 1e-12;
    for (Node u = 0; u < nodes; ++u) {
      if (left[u] < -rounding) {
        throw Error(Errc::domain, path_,
                    fmt::format("the weights of node '{}' sum to {:.6g}, more than 1: a Matrix Market file gives W "
                                "with its diagonal",
                                labels.empty() ? std::to_string(u) : labels[u], 1.0 - left[u]));
      }
      if (left[u] > rounding) entries_.emplace_back(u, u, left[u]);
    }
    return weighted_graph(matrix_of(nodes, entries_), std::move(labels));
  }

 private:
  std::string path_;
  std::set<Edge> seen_;
  std::vector<Entry> entries_;
};

WeightedGraph read_edge_list(const InputFile& file) {
  const auto& path = file.name();
  Lines lines(file);
  LabelNumbers numbers;
  EdgeWeights weights(path);
  const auto node = [&](std::string_view label) { return numbers.number(path, lines.number(), label); };
  for (std::string_view line; lines.next(line);) {
    const auto found = words(line, '#');
    if (found.empty()) continue;
    if (found.size() != 3)
      refuse(path, lines.number(),
             fmt::format("{} columns: a weighted edge has two labels and a weight", found.size()));
    const Node u = node(found[0]), v = node(found[1]);
    weights.add(fmt::format("{}:{}", path, lines.number()), u, v, finite(path, lines.number(), found[2]));
  }
  if (numbers.labels().empty()) throw Error(Errc::file, path, "holds no edges");
  const auto nodes = static_cast<Node>(numbers.labels().size());
  return weights.finish(nodes, numbers.take_labels());
}

WeightedGraph weighted(AttributedFile file, const std::string& path) {
  if (file.weights.size() != file.edges.size() || file.edges.empty())
    throw Error(Errc::syntax, path, "has no numeric attribute 'weight' of its edges");
  if (file.directed)
    throw Error(Errc::syntax, path, "is directed: a Matrix Market file gives a W that is not symmetric");
  if (!file.other_attributes.empty()) {
    throw Error(Errc::syntax, path,
                fmt::format("holds attributes of edges that are not used: {}", fmt::join(file.other_attributes, ", ")));
  }
  EdgeWeights weights(path);
  for (std::size_t e = 0; e < file.edges.size(); ++e)
    weights.add(path, file.edges[e].first, file.edges[e].second, file.weights[e]);
  return weights.finish(file.nodes, std::move(file.labels));
}

WeightedGraph read_matrix_market(const InputFile& file) {
  MatrixMarket market(file, MatrixMarket::Content::numbers);
  const auto size = market.size();
  if (size.rows != size.columns || size.rows < 1)
    market.refuse(fmt::format("W is square, not {} x {}", size.rows, size.columns));
  require_graph_size(file.name(), static_cast<double>(size.rows), 0.0);
  std::vector<Entry> entries;
  std::set<std::pair<std::int64_t, std::int64_t>> seen;
  for (MatrixMarket::Entry entry; market.next(entry);) {
    const auto [i, j, text] = entry;
    if (!seen.emplace(market.symmetric() ? std::max(i, j) : i, market.symmetric() ? std::min(i, j) : j).second)
      market.refuse(fmt::format("entry {} {} was given before", i + 1, j + 1));
    const double value = finite(file.name(), market.line(), text);
    entries.emplace_back(i, j, value);
    if (market.symmetric() && i != j) entries.emplace_back(j, i, value);
  }
  return weighted_graph(matrix_of(static_cast<Node>(size.rows), entries), labels_from_one(size.rows));
}

}  // namespace

WeightedGraph read_weights(const std::string& path) {
  const InputFile file(path);
  if (auto attributed = read_attributed_file(file)) return weighted(*std::move(attributed), file.name());
  if (file.beginning().starts_with("%%")) return read_matrix_market(file);
  return read_edge_list(file);
}

}  // namespace hearsay::graph
