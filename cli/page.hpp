// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include <hearsay/report/probability.hpp>
#include <hearsay/report/text.hpp>
#include "cli/graph_options.hpp"

namespace hearsay::cli {

/// A paragraph, wrapped at the page's width; a line feed at its beginning leaves a line free.
template <class... Arguments>
[[nodiscard]] std::string paragraph(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  const auto text = fmt::format(format, std::forward<Arguments>(arguments)...);
  return fmt::format("{}{}\n", text.starts_with('\n') ? "\n" : "", report::wrapped(text));
}

/// Prints a paragraph on stdout.
template <class... Arguments>
void print_wrapped(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  fmt::print("{}", paragraph(format, std::forward<Arguments>(arguments)...));
}

/// A node's label as prose shows it: cut with an ellipsis if it is long.
[[nodiscard]] inline std::string node_name(const graph::Graph& graph, graph::Node v) {
  return report::shortened(graph.label(v), 24);
}

/// The labels of some nodes, separated by commas, cut with an ellipsis if that is long.
[[nodiscard]] inline std::string node_list(const graph::Graph& graph, const std::vector<graph::Node>& nodes) {
  std::string list;
  for (const auto v : nodes) list += (list.empty() ? "" : ",") + graph.label(v);
  return report::shortened(list, 24);
}

/// How often the best attack guesses right which of two equally likely values a node has: Phi(mu / 2), below 1 unless
/// mu is infinite.
[[nodiscard]] inline double attack_accuracy(double mu) {
  const double rounded = 0.5 * std::erfc(-mu / 2.0 / std::numbers::sqrt2);
  return std::isfinite(mu) ? std::min(rounded, std::nextafter(1.0, 0.0)) : rounded;
}

/// "node 4 guesses right in 69.1 % of cases whether node 0's value changed by 1 (50 % is chance)".
[[nodiscard]] inline std::string guess_words(const graph::Graph& graph, const std::vector<graph::Node>& observers,
                                             graph::Node target, double mu, double sensitivity) {
  const bool several = observers.size() > 1;
  return fmt::format("{} {} {} right in {} % of cases whether node {}'s value changed by {} (50 % is chance)",
                     several ? "nodes" : "node", node_list(graph, observers), several ? "guess" : "guesses",
                     report::percent_text(attack_accuracy(mu), 3), node_name(graph, target), sensitivity);
}

/// The first line of every table on a graph: what it is, how large, which weights.
inline void print_graph(const GraphOptions& options, const graph::Graph& graph) {
  fmt::print("{}: {} nodes, {} edges, {} weights\n", report::shortened(options.spec, 30), graph.nodes(), graph.edges(),
             options.weights);
}

}  // namespace hearsay::cli
