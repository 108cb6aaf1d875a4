// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace hearsay::graph {

using Node = std::uint32_t;
using Edge = std::pair<Node, Node>;  ///< first < second

/// A simple undirected graph on nodes 0 .. nodes() - 1, neighbors sorted, stored as compressed rows.
/// Nodes may carry labels (a file's own names); a graph without labels names node v "v".
class Graph {
 public:
  /// @param nodes  number of nodes, >= 0.
  /// @param edges  unordered pairs in any order and orientation; a repeated edge counts once.
  /// @throws Error(Errc::domain) on a self-loop or an end outside 0 .. nodes - 1.
  /// @complexity O(n + m log d) for the largest degree d.
  Graph(Node nodes, std::span<const Edge> edges, std::vector<std::string> labels = {});

  [[nodiscard]] Node nodes() const noexcept { return static_cast<Node>(offsets_.size() - 1); }
  [[nodiscard]] std::size_t edges() const noexcept { return targets_.size() / 2; }
  [[nodiscard]] std::span<const Node> neighbors(Node v) const {
    return {targets_.data() + offsets_[v], targets_.data() + offsets_[v + 1]};
  }
  [[nodiscard]] std::size_t degree(Node v) const { return offsets_[v + 1] - offsets_[v]; }
  [[nodiscard]] bool adjacent(Node u, Node v) const;
  /// Every edge once, first < second, in increasing order.
  [[nodiscard]] std::vector<Edge> edge_list() const;

  [[nodiscard]] bool labelled() const noexcept { return !labels_.empty(); }
  [[nodiscard]] std::string label(Node v) const;
  [[nodiscard]] const std::vector<std::string>& labels() const noexcept { return labels_; }

 private:
  std::vector<std::size_t> offsets_;
  std::vector<Node> targets_;
  std::vector<std::string> labels_;
};

/// "0-1 1-2": the edge list a reader can redraw by hand.
[[nodiscard]] std::string to_string(const Graph& graph);

}  // namespace hearsay::graph
