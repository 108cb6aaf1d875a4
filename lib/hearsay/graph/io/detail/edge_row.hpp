// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <hearsay/core/python_dict.hpp>
#include <hearsay/graph/io/label_list.hpp>

namespace hearsay::graph {

/// A line of a list of edges, cut up.
struct EdgeRow {
  std::vector<ListPart> cells;                        ///< none for a blank line
  std::optional<std::vector<PythonItem>> attributes;  ///< a dictionary at its end, as networkx writes it
};

/// Whether a line holds a comma outside quotes, comments and the dictionary at its end: its cells are separated by
/// commas.
[[nodiscard]] bool has_comma(std::string_view line);

/// Cuts up a line whose cells are separated by commas, with blanks around them or not, or by blanks; a cell in double
/// quotes may hold both. Where blanks separate, a word that begins with # begins a comment.
/// @return nothing for a quote that is not closed, or is followed by something else than a separator, and for a
/// dictionary that cannot be read.
[[nodiscard]] std::optional<EdgeRow> cut_row(std::string_view line, bool by_commas);

/// Why a cell without quotes is hardly what its writer calls a node: what separates cells stands in it, or it is a
/// number that names nothing, such as a weight.
/// @return in words, "ends in a colon"; empty for a label.
[[nodiscard]] std::string_view doubtful_label(std::string_view cell);

}  // namespace hearsay::graph
