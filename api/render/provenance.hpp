// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "api/network/graph_source.hpp"

namespace hearsay::api {

/// An input file: {"role", "path", "sha256"}, the last null for a pipe.
/// @throws Error(Errc::file) if it cannot be read any more.
[[nodiscard]] nlohmann::ordered_json file_provenance(std::string_view role, const std::string& path);

/// Where a result comes from: {"command_line", "version", "date", "adversary", "nodes", "edges", "files": [{"role",
/// "path", "sha256"}]}. The files are those of `graph`, `schedule` and `weights`, as they are when this is called; the
/// SHA-256 of a pipe, which cannot be read twice, is null, and a graph of a family has no file.
/// @param command_line  that asked; empty: none.
/// @throws Error(Errc::file) if one of them cannot be read any more.
[[nodiscard]] nlohmann::ordered_json provenance_json(const GraphSource& source, const graph::Graph& graph,
                                                     std::string_view adversary, const std::string& command_line);

}  // namespace hearsay::api
