// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "cli/common/graph_options.hpp"

namespace hearsay::cli {

/// Keeps what the program was called with. To be called once, before anything asks for it.
void remember_command_line(int argc, const char* const* argv);

/// The command as a POSIX shell would take it again, the program called hearsay.
[[nodiscard]] std::string command_line();

/// Where a result comes from: {"command_line", "version", "date", "adversary", "nodes", "edges", "files": [{"role",
/// "path", "sha256"}]}. The files are those of --graph, --schedule and --weights, as they are when this is called; the
/// SHA-256 of a pipe, which cannot be read twice, is null, and a graph of a family has no file.
/// @throws Error(Errc::file) if one of them cannot be read any more.
[[nodiscard]] nlohmann::ordered_json provenance_json(const GraphOptions& options, const graph::Graph& graph,
                                                     std::string_view adversary);

}  // namespace hearsay::cli
