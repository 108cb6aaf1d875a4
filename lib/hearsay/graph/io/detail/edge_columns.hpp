// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hearsay::graph {

/// Where a line of names of columns has the ends of an edge and its weight.
struct EdgeColumns {
  std::size_t source = 0, target = 1;
  std::optional<std::size_t> weight = std::nullopt;
  bool common_labels = false;  ///< the names of the ends are as well ordinary names of nodes: u and v
};

/// The columns of a header: source and target, from and to, u and v, ... in capitals or not, each once.
/// @return nothing for a line that is none.
[[nodiscard]] std::optional<EdgeColumns> edge_columns(const std::vector<std::string>& header);

/// "source,target[,weight], from,to[,weight] or u,v[,weight]": what a header may be, for refusals.
inline constexpr std::string_view known_headers = "source,target[,weight], from,to[,weight] or u,v[,weight]";

/// What is left of a word that people call a column by that holds an end of an edge, less what numbers it: "node" of
/// node1, "person" of Person_b, "ego"; empty for another word.
[[nodiscard]] std::string column_word(std::string_view text);

}  // namespace hearsay::graph
