// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace hearsay::report {

/// One page over reproduced figures: a list of contents; of each figure picture or table, caption, source, parameters,
/// numbers against what was expected, and the claims that it illustrates; at the end these claims, and where each is
/// shown. Pictures are linked relative to the page. Needs no network and prints.
/// @param manifest  {"version", "seed", "scale", "complete": true | false, "figures": [{"figure", "title", "caption",
/// "source", "claims": [id], "parameters", "note", "table", "files", "pictures", "expected": [{"name", "value",
/// "lowest", "highest", "seeds", "as_expected"}], "expected_source"}]}.
/// @throws nlohmann::json::exception if it is something else.
[[nodiscard]] std::string figure_page(const nlohmann::ordered_json& manifest);

}  // namespace hearsay::report
