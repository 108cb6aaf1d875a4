// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace hearsay::report {

/// One page over reproduced figures, a line each: picture or table, caption, source, parameters, numbers against what
/// was expected. Pictures are linked relative to the page. Needs no network and prints.
/// @param manifest  {"version", "seed", "scale", "complete": true | false, "figures": [{"figure", "title", "source",
/// "parameters", "note",
///                  "table", "files", "pictures", "expected": [{"name", "value", "lowest", "highest", "as_expected"}],
///                  "expected_source"}]}.
/// @throws nlohmann::json::exception if it is something else.
[[nodiscard]] std::string figure_page(const nlohmann::ordered_json& manifest);

}  // namespace hearsay::report
