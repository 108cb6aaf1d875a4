// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "api/network/graph_source.hpp"
#include "cli/common/cli11.hpp"
#include "cli/common/verb.hpp"

namespace hearsay::cli {

/// What `attack rumor --graph` asks.
struct RumorOnGraph {
  GraphSource graph;
  std::vector<std::string> curious_set;
  std::string source, against;
  double epsilon = 0.0;
  std::optional<double> delta;
};

/// Adds --graph, --component, --curious-set, --source, --against, --epsilon, --delta, none of them required.
void add_rumor_on_graph(CLI::App& command, RumorOnGraph& options);

/// What all attacks on a rumor ask.
struct RumorRuns {
  std::optional<std::int64_t> curious;
  double muting = 1.0;
  std::int64_t runs = 0;
  double confidence = 0.95;
};

/// Certified lower bounds for two sources on the graph.
int attack_rumor_on_graph(const Common& common, const RumorOnGraph& options, const RumorRuns& runs);

}  // namespace hearsay::cli
