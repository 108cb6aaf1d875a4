#include <hearsay/graph/graph.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <hearsay/core/error.hpp>

namespace hearsay::graph {

Graph::Graph(Node nodes, std::span<const Edge> edges, std::vector<std::string> labels) : labels_(std::move(labels)) {
  if (!labels_.empty() && labels_.size() != nodes) {
    throw Error(Errc::shape, "Graph", fmt::format("{} labels for {} nodes", labels_.size(), nodes));
  }
  std::vector<Edge> sorted;
  sorted.reserve(edges.size() * 2);
  for (const auto& [u, v] : edges) {
    if (u >= nodes || v >= nodes) {
      throw Error(Errc::domain, "Graph", fmt::format("edge {}-{} leaves the nodes 0 .. {}", u, v, static_cast<std::int64_t>(nodes) - 1));
    }
    if (u == v) throw Error(Errc::domain, "Graph", fmt::format("edge {}-{} is a self-loop", u, v));
    sorted.emplace_back(u, v);
    sorted.emplace_back(v, u);
  }
  std::ranges::sort(sorted);
  sorted.erase(std::ranges::unique(sorted).begin(), sorted.end());

  offsets_.assign(static_cast<std::size_t>(nodes) + 1, 0);
  targets_.reserve(sorted.size());
  for (const auto& [u, v] : sorted) {
    ++offsets_[u + 1];
    targets_.push_back(v);
  }
  for (std::size_t v = 1; v < offsets_.size(); ++v) offsets_[v] += offsets_[v - 1];
}

bool Graph::adjacent(Node u, Node v) const {
  const auto row = neighbours(u);
  return std::ranges::binary_search(row, v);
}

std::vector<Edge> Graph::edge_list() const {
  std::vector<Edge> list;
  list.reserve(edges());
  for (Node u = 0; u < nodes(); ++u) {
    for (const Node v : neighbours(u)) {
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
