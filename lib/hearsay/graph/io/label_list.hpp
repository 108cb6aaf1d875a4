// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hearsay::graph {

/// A part of a list, and whether it stood in quotes.
struct ListPart {
  std::string text;
  bool quoted = false;
};

/// The parts of `list` between its commas, as split_list() has them.
[[nodiscard]] std::optional<std::vector<ListPart>> split_parts(std::string_view list);

/// The parts of `list` between its commas, without blanks around them. A part in double quotes may hold commas, and ""
/// for a quote, as in CSV: `"Doe, Jane",Bob`.
/// @return nothing for a quote that is not closed, or is followed by something else than a comma.
[[nodiscard]] std::optional<std::vector<std::string>> split_list(std::string_view list);

/// Takes a part in double quotes, "" standing for a quote, off the front of `rest`, which begins with a quote.
/// @return false if it is not closed.
[[nodiscard]] bool take_quoted(std::string_view& rest, std::string& part);

}  // namespace hearsay::graph
