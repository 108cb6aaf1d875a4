// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <hearsay/graph/io/detail/text_lines.hpp>

namespace hearsay::graph {

/// LGL lists nodes as `# NODE` and below each, a line, its neighbors with weights or not. So what looks like comments
/// and edges between neighbors and weights may be another graph.
class LglDoubt {
 public:
  /// Takes a comment, without its mark.
  void note_comment(std::size_t line, std::string_view text);
  /// The line of a comment that may be a node: it names a node or an edge, or is one word over what may be neighbors
  /// with weights.
  [[nodiscard]] std::optional<std::size_t> line_of_node(const LabelNumbers& labels,
                                                        const std::vector<std::pair<Node, Node>>& edges) const;

 private:
  std::vector<std::pair<std::size_t, std::string>> comments_;  ///< at most 1000, with their lines
};

}  // namespace hearsay::graph
