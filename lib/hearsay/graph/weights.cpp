// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/graph/weights.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace hearsay::graph {

namespace {

/// The sum of some numbers, as if long double had twice its digits (Neumaier).
struct Accumulator {
  long double sum = 0.0L, lost = 0.0L, absolute = 0.0L;
  std::size_t terms = 0;

  void add(double value) {
    const long double x = value, next = sum + x;
    lost += std::abs(sum) >= std::abs(x) ? (sum - next) + x : (x - next) + sum;
    sum = next;
    absolute += std::abs(x);
    ++terms;
  }
};

LineSums line_sums(const std::vector<Accumulator>& lines) {
  using Kind = LineSums::Kind;
  LineSums found;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto& line = lines[i];
    const long double sum = line.sum + line.lost, off = std::abs((line.sum - 1.0L) + line.lost);
    const auto kind = off <= 0x1p-53L * line.absolute                         ? Kind::one
                      : off <= 0.5e-6L * static_cast<long double>(line.terms) ? Kind::rounded
                                                                              : Kind::other;
    found.kind = std::max(found.kind, kind);
    const auto shown = kind == Kind::one ? 1.0 : static_cast<double>(sum);
    found.least = i == 0 ? shown : std::min(found.least, shown);
    found.most = i == 0 ? shown : std::max(found.most, shown);
    if (kind == Kind::one || static_cast<double>(off) <= found.deviation) continue;
    found.deviation = static_cast<double>(off);
    found.at = static_cast<Node>(i);
  }
  return found;
}

}  // namespace

WeightSums weight_sums(const GossipMatrix& w) {
  std::vector<Accumulator> rows(static_cast<std::size_t>(w.rows())), columns(static_cast<std::size_t>(w.cols()));
  for (Eigen::Index u = 0; u < w.rows(); ++u) {
    for (GossipMatrix::InnerIterator entry(w, u); entry; ++entry) {
      rows[static_cast<std::size_t>(u)].add(entry.value());
      columns[static_cast<std::size_t>(entry.col())].add(entry.value());
    }
  }
  return {.rows = line_sums(rows), .columns = line_sums(columns)};
}

GossipMatrix gossip_matrix(const Graph& graph, Weights weights) {
  const auto n = static_cast<Eigen::Index>(graph.nodes());
  GossipMatrix matrix(n, n);
  matrix.reserve(static_cast<Eigen::Index>(2 * graph.edges() + graph.nodes()));
  for (Node u = 0; u < graph.nodes(); ++u) {
    const auto weight = [&](Node v) {
      return 1.0 / static_cast<double>(weight_denominator(weights, graph.degree(u), graph.degree(v)));
    };
    const auto row = graph.neighbors(u);
    const auto above = std::ranges::upper_bound(row, u);
    double sum = 0.0;
    for (const Node v : row) sum += weight(v);
    matrix.startVec(u);
    for (auto v = row.begin(); v != above; ++v) matrix.insertBack(u, *v) = weight(*v);
    matrix.insertBack(u, u) = std::max(0.0, 1.0 - sum);  // rounding must not make it negative
    for (auto v = above; v != row.end(); ++v) matrix.insertBack(u, *v) = weight(*v);
  }
  matrix.finalize();
  return matrix;
}

std::string_view to_string(Weights weights) { return weights == Weights::metropolis ? "metropolis" : "min-degree"; }

}  // namespace hearsay::graph
