// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/graph/graph.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <ranges>

#include <hearsay/core/error.hpp>

namespace hearsay::graph {

Graph::Graph(Node nodes, std::span<const Edge> edges, std::vector<std::string> labels) : labels_(std::move(labels)) {
  if (!labels_.empty() && labels_.size() != nodes) {
    throw Error(Errc::shape, "Graph", fmt::format("{} labels for {} nodes", labels_.size(), nodes));
  }
  offsets_.assign(static_cast<std::size_t>(nodes) + 1, 0);
  for (const auto& [u, v] : edges) {
    if (u >= nodes || v >= nodes) {
      throw Error(Errc::domain, "Graph",
                  fmt::format("edge {}-{} leaves the nodes 0 .. {}", u, v, static_cast<std::int64_t>(nodes) - 1));
    }
    if (u == v) throw Error(Errc::domain, "Graph", fmt::format("edge {}-{} is a self-loop", u, v));
    ++offsets_[u + 1];
    ++offsets_[v + 1];
  }
  std::partial_sum(offsets_.begin(), offsets_.end(), offsets_.begin());
  targets_.resize(2 * edges.size());
  auto ends = offsets_;
  for (const auto& [u, v] : edges) {
    targets_[ends[u]++] = v;
    targets_[ends[v]++] = u;
  }
  // Rows become sorted and, where an edge was repeated, shorter.
  std::size_t end = 0;
  for (Node v = 0; v < nodes; ++v) {
    const auto row = std::ranges::subrange(targets_.begin() + static_cast<std::ptrdiff_t>(offsets_[v]),
                                           targets_.begin() + static_cast<std::ptrdiff_t>(ends[v]));
    std::ranges::sort(row);
    const auto different = std::ranges::unique(row).begin();
    std::move(row.begin(), different, targets_.begin() + static_cast<std::ptrdiff_t>(end));
    offsets_[v] = end;
    end += static_cast<std::size_t>(different - row.begin());
  }
  offsets_[nodes] = end;
  targets_.resize(end);
}

bool Graph::adjacent(Node u, Node v) const {
  const auto row = neighbors(u);
  return std::ranges::binary_search(row, v);
}

std::vector<Edge> Graph::edge_list() const {
  std::vector<Edge> list;
  list.reserve(edges());
  for (Node u = 0; u < nodes(); ++u) {
    for (const Node v : neighbors(u)) {
      if (u < v) list.emplace_back(u, v);
    }
  }
  return list;
}

std::string Graph::label(Node v) const { return labels_.empty() ? std::to_string(v) : labels_.at(v); }

std::string to_string(const Graph& graph) {
  std::string text;
  for (const auto& [u, v] : graph.edge_list()) text += fmt::format("{}{}-{}", text.empty() ? "" : " ", u, v);
  return text;
}

}  // namespace hearsay::graph
