// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "api/account_walk_on_graph.hpp"
#include "cli/common/cli11.hpp"
#include "cli/common/verb.hpp"

namespace hearsay::cli {

/// What `account walk --graph` asks.
struct WalkOnGraph {
  GraphSource graph;
  std::vector<std::string> observer, targets;
  double sigma = 1.0;
  std::string others = "known";
  std::int64_t steps = 0, tokens = 1;
  std::optional<double> delta;
};

/// The same as the api takes it.
[[nodiscard]] api::GraphWalkRequest request_of(const WalkOnGraph& options);

/// Adds --graph, --weights, --component, --observer, --target, --tokens, --sigma, --others, none of them required.
void add_walk_on_graph(CLI::App& command, WalkOnGraph& options);

/// Losses of the targets to the observers of a token that walks on the graph: table, JSON, and what has no proof.
int account_walk_on_graph(const Common& common, const WalkOnGraph& options, const std::string& certificate);

}  // namespace hearsay::cli
