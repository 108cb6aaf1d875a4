// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/graph/io/detail/first_line.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <hearsay/core/number.hpp>
#include <hearsay/core/printable.hpp>
#include <hearsay/graph/io/detail/edge_columns.hpp>
#include <hearsay/graph/io/detail/text_lines.hpp>

namespace hearsay::graph {

namespace {

using NodePairs = std::span<const std::pair<Node, Node>>;

/// How many different edges there are, in either direction.
std::size_t different_edges(NodePairs edges) {
  std::vector<Edge> sorted;
  for (const auto& [u, v] : edges) sorted.emplace_back(std::min(u, v), std::max(u, v));
  std::ranges::sort(sorted);
  return sorted.size() - std::ranges::unique(sorted).size();
}

/// The first line, and what the others say of it.
class FirstLine {
 public:
  FirstLine(const std::vector<std::string>& labels, NodePairs edges)
      : labels_(labels),
        edges_(edges),
        rest_(edges.subspan(1)),
        first_(labels[edges.front().first]),
        second_(labels[edges.front().second]),
        occurs_(labels.size()) {
    for (const auto& [u, v] : rest_) occurs_[u] = occurs_[v] = true;
  }

  /// Whether it could be 'nodes edges' of what follows, each edge given once or in both directions.
  [[nodiscard]] bool counts_the_rest() const {
    const auto n = parse_whole<std::int64_t>(first_), m = parse_whole<std::int64_t>(second_);
    if (!n || !m || *n < 1 || *m < 1) return false;
    const auto edges = static_cast<std::size_t>(*m);
    const bool counted = rest_.size() == edges || (rest_.size() / 2 == edges && different_edges(rest_) == edges);
    if (!counted || std::ranges::count(occurs_, true) > *n) return false;
    return !recurs() || numbered_up_to(*n);
  }

  /// Whether it and the lines after it are words with numbers, over edges between numbers: `nodes 5`, `edges 4`.
  [[nodiscard]] bool is_keyword() const {
    const auto is_word = [&](Node v) { return !is_digits(labels_[v]); };
    const auto words =
        static_cast<std::size_t>(std::ranges::count_if(labels_, [](const auto& label) { return !is_digits(label); }));
    if (words == 0 || words > 3 || words >= edges_.size()) return false;
    return std::ranges::all_of(edges_.first(words),
                               [&](const auto& edge) { return is_word(edge.first) && !is_word(edge.second); }) &&
           std::ranges::none_of(edges_.subspan(words),
                                [&](const auto& edge) { return is_word(edge.first) || is_word(edge.second); });
  }

  /// Whether it holds two words that no other line has: over numbers only, or such as people call columns.
  [[nodiscard]] bool names_columns() const {
    if (recurs() || edges_.front().first == edges_.front().second) return false;
    const auto others = std::span(labels_).subspan(2);
    if (!is_digits(first_) && !is_digits(second_) && std::ranges::all_of(others, is_digits)) return true;
    const auto one = column_word(first_), two = column_word(second_);
    const auto of_the_kind = [&](const auto& label) { return column_word(label) == one || column_word(label) == two; };
    return !one.empty() && !two.empty() && std::ranges::none_of(others, of_the_kind);
  }

 private:
  [[nodiscard]] bool recurs() const { return occurs_[edges_.front().first] || occurs_[edges_.front().second]; }

  /// Whether all other lines hold numbers from 0 to n.
  [[nodiscard]] bool numbered_up_to(std::int64_t n) const {
    for (std::size_t v = 0; v < labels_.size(); ++v) {
      const auto number = parse_whole<std::int64_t>(labels_[v]);
      if (occurs_[v] && (!number || *number < 0 || *number > n)) return false;
    }
    return true;
  }

  const std::vector<std::string>& labels_;
  NodePairs edges_, rest_;
  const std::string &first_, &second_;
  std::vector<bool> occurs_;  ///< by node, in other lines
};

}  // namespace

std::string first_line_doubt(const std::vector<std::string>& labels, NodePairs edges) {
  if (edges.size() < 2) return {};
  const FirstLine line(labels, edges);
  const auto first = excerpt(labels[edges.front().first]), second = excerpt(labels[edges.front().second]);
  constexpr std::string_view otherwise = "take the line out, or, if it is an edge, do not begin with it";
  if (line.counts_the_rest())
    return fmt::format("'{} {}' may count the nodes and the edges that follow: {}", first, second, otherwise);
  if (line.is_keyword())
    return fmt::format("'{}' may say what follows, as all other labels are numbers: {}", first, otherwise);
  if (line.names_columns())
    return fmt::format(
        "'{}' and '{}' look like names of columns: a header is {}; if they are nodes, do not begin with it", first,
        second, known_headers);
  return {};
}

}  // namespace hearsay::graph
