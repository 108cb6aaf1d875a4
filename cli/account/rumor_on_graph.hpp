// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "api/account_rumor_on_graph.hpp"
#include "cli/common/cli11.hpp"
#include "cli/common/verb.hpp"

namespace hearsay::cli {

/// Which sources `account rumor --graph` and `audit rumor` compare, and who is curious, by label.
struct RumorSources {
  std::string graph, component;
  std::vector<std::string> curious_set;
  std::optional<std::int64_t> curious;  ///< nodes drawn at random
  std::optional<std::string> source, against;
  bool worst = false;
  std::optional<std::int64_t> pairs;
  std::string report;
};

/// Adds --source and --against. @pre the command has --graph.
void add_rumor_pair(CLI::App& command, RumorSources& options);
/// Adds --component, --worst, --pairs and --report.
void add_rumor_sources(CLI::App& command, RumorSources& options);

/// The graph that --graph names; of weights nothing is used.
[[nodiscard]] Network rumor_network(const Common& common, const RumorSources& options);
[[nodiscard]] CuriousNodes curious_of(const graph::Graph& graph, const RumorSources& options);
[[nodiscard]] ComparedSources sources_of(const graph::Graph& graph, const RumorSources& options);

/// The loss of muting 0 on any graph: table, JSON, page, and what has no proof.
int account_rumor_on_graph(const Common& common, const RumorSources& options, const accounting::SenderPoint& at,
                           const std::string& certificate);

}  // namespace hearsay::cli
