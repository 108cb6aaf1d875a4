// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "empirical/figures/table.hpp"

namespace hearsay::empirical {

/// What the names in a template stand for.
using Values = std::map<std::string, Cell>;

/// The parameters of a scale that are one number or one text.
[[nodiscard]] Values values_of(const nlohmann::ordered_json& parameters);

/// The cells of one row, by column; those of `others` that it lacks as well.
[[nodiscard]] Values values_of(const Table& table, std::size_t row, Values others = {});

/// The text with `{name}` or `{name:format}` (as std::format has it) replaced by values; `{{` is a brace.
/// @param file  of the template, for complaints.
/// @throws Error(Errc::syntax) naming file and template if a name or format is unknown.
[[nodiscard]] std::string fill(const std::string& text, const Values& values, const std::string& file);

}  // namespace hearsay::empirical
