// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/graph/io/weights_file.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

#include <hearsay/core/error.hpp>
#include <hearsay/graph/families/generators.hpp>
#include <hearsay/graph/io/detail/raw_graph.hpp>
#include <hearsay/graph/io/detail/text_lines.hpp>
#include <hearsay/graph/io/matrix_market.hpp>

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
  return {.graph = Graph(static_cast<Node>(w.rows()), edges, std::move(labels)), .w = w, .reading = {}};
}

/// Symmetric weights of edges, and what they leave of 1 on the diagonal.
class EdgeWeights {
 public:
  explicit EdgeWeights(const std::string& path) : path_(path) {}

  /// @param where  the place in the file.
  void add(const std::string& where, Node u, Node v, double weight) {
    if (u == v) throw Error(Errc::syntax, where, "a self-loop; the diagonal is 1 minus the weights of the edges");
    if (!std::isfinite(weight)) throw Error(Errc::syntax, where, "an edge lacks a finite weight");
    if (!seen_.emplace(std::min(u, v), std::max(u, v)).second)
      throw Error(Errc::syntax, where, "an edge that is given twice");
    entries_.emplace_back(u, v, weight);
    entries_.emplace_back(v, u, weight);
  }

  [[nodiscard]] WeightedGraph finish(std::vector<std::string> labels) {
    const auto nodes = static_cast<Node>(labels.size());
    require_graph_size(path_, static_cast<double>(nodes), static_cast<double>(seen_.size()));
    std::vector<long double> left(nodes, 1.0L);  // rounded once, so that rows sum to 1 as far as doubles tell
    for (const auto& entry : entries_) left[static_cast<std::size_t>(entry.row())] -= entry.value();
    constexpr double rounding = 1e-12;
    for (Node u = 0; u < nodes; ++u) {
      if (left[u] < -rounding) {
        throw Error(Errc::domain, path_,
                    fmt::format("the weights of node '{}' sum to {:.6g}, more than 1: a Matrix Market file gives W "
                                "with its diagonal",
                                labels[u], static_cast<double>(1.0L - left[u])));
      }
      if (left[u] > rounding) entries_.emplace_back(u, u, static_cast<double>(left[u]));
    }
    return weighted_graph(matrix_of(nodes, entries_), std::move(labels));
  }

 private:
  std::string path_;
  std::set<Edge> seen_;
  std::vector<Entry> entries_;
};

WeightedGraph weighted(RawGraph raw, const std::string& path) {
  const auto refuse_all = [&](std::string_view why) { throw Error(Errc::syntax, path, why); };
  if (!raw.weighted()) {
    refuse_all(
        fmt::format("holds no weights ({}): they stand in a third column, in a column or an attribute 'weight', or in "
                    "a Matrix Market file, which is W",
                    raw.format));
  }
  if (raw.directed) refuse_all("is directed: a Matrix Market file gives a W that is not symmetric");
  if (!raw.edge_attributes.empty())
    refuse_all(fmt::format("holds attributes of edges that are not used: {}", fmt::join(raw.edge_attributes, ", ")));
  EdgeWeights weights(path);
  for (std::size_t e = 0; e < raw.edges.size(); ++e) {
    const auto where = raw.lines.empty() ? path : fmt::format("{}:{}", path, raw.lines[e]);
    weights.add(where, raw.edges[e].first, raw.edges[e].second, raw.weights[e]);
  }
  auto found = weights.finish(std::move(raw.labels));
  found.reading = reading_of(std::move(raw), found.graph);
  return found;
}

WeightedGraph read_matrix_market(const InputFile& file) {
  MatrixMarket market(file, MatrixMarket::Content::numbers);
  const auto size = market.size();
  if (size.rows != size.columns || size.rows < 1)
    market.refuse(fmt::format("W must be square, not {} x {}", size.rows, size.columns));
  require_graph_size(file.name(), static_cast<double>(size.rows), 0.0);
  std::vector<Entry> entries;
  std::set<std::pair<std::int64_t, std::int64_t>> seen;
  for (MatrixMarket::Entry entry; market.next(entry);) {
    const auto [i, j, text] = entry;
    if (!seen.emplace(market.symmetric() ? std::max(i, j) : i, market.symmetric() ? std::min(i, j) : j).second)
      market.refuse(fmt::format("entry {} {} is given twice", i + 1, j + 1));
    const double value = finite(file.name(), market.line(), text);
    entries.emplace_back(i, j, value);
    if (market.symmetric() && i != j) entries.emplace_back(j, i, value);
  }
  auto found = weighted_graph(matrix_of(static_cast<Node>(size.rows), entries), labels_from_one(size.rows));
  found.reading = reading_of("Matrix Market", found.graph);
  found.reading.comments = market.comments();
  return found;
}

}  // namespace

WeightedGraph read_weights(const std::string& path) {
  const InputFile file(path);
  if (is_matrix_market(file)) return read_matrix_market(file);
  return weighted(read_raw_graph(file), file.name());
}

}  // namespace hearsay::graph
