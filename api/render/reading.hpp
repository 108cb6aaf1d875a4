// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <hearsay/report/terminal_text.hpp>
#include "api/network/network.hpp"

namespace hearsay::api {

/// What a command read as its graph and its weights, for people and for programs.
struct ReadGraph {
  std::vector<std::string> sentences = {};  ///< what was read, and what a W that does not average does
  nlohmann::ordered_json json = nullptr;    ///< "read" of a result; null: no graph was read

  /// The first lines of every table, a paragraph a sentence.
  [[nodiscard]] report::TerminalText text() const;
  /// The same in one line.
  [[nodiscard]] std::string line() const;
};

/// The reading of a graph whose weights are made by a rule.
/// @param weights  its name; empty: the command knows no weights.
[[nodiscard]] ReadGraph reading(const std::string& spec, const std::string& weights, const graph::Loaded& loaded);

/// The reading of a graph as the options ask for it, with weights by a rule, or of the file that `weights` names.
[[nodiscard]] ReadGraph reading(const GraphSource& options, const GossipGraph& made);
[[nodiscard]] inline ReadGraph reading(const Network& network) { return reading(network.source, network.made); }
/// The reading of a network's graph, for a command that uses no weights.
[[nodiscard]] inline ReadGraph reading_without_weights(const Network& network) {
  return reading(network.source.spec, "", network.made.loaded);
}

}  // namespace hearsay::api
