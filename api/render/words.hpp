// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <hearsay/graph/graph.hpp>
#include <hearsay/report/number_text.hpp>
#include <hearsay/report/probability.hpp>
#include <hearsay/report/terminal_text.hpp>
#include <hearsay/report/text.hpp>
#include "api/network/graph_source.hpp"

namespace hearsay::api {

/// A paragraph, wrapped at the page's width; a line feed at its beginning leaves a line free.
template <class... Arguments>
[[nodiscard]] report::TerminalText paragraph(fmt::format_string<report::Terminal<Arguments>...> format,
                                             const Arguments&... arguments) {
  const auto text = report::terminal_text(format, arguments...);
  return report::terminal_text("{}{}\n", text.string().starts_with('\n') ? report::TerminalText::lines("\n") : "",
                               text.wrapped());
}

/// A node's label as a line for a terminal shows it: cut with an ellipsis if it is long.
[[nodiscard]] inline std::string node_name(const graph::Graph& graph, graph::Node v) {
  return report::shortened(graph.label(v), 24);
}

/// The labels of some nodes, whole, separated by commas. A table cuts them where they do not fit (report::Fit::cut).
[[nodiscard]] inline std::string label_list(const graph::Graph& graph, const std::vector<graph::Node>& nodes) {
  std::string list;
  for (const auto v : nodes) list += (list.empty() ? "" : ", ") + graph.label(v);
  return list;
}

/// The same as a line for a terminal shows it.
[[nodiscard]] inline std::string node_list(const graph::Graph& graph, const std::vector<graph::Node>& nodes) {
  return report::shortened(label_list(graph, nodes), 24);
}

/// How often the best attack guesses right which of two equally likely values a node has: Phi(mu / 2), below 1 unless
/// mu is infinite.
[[nodiscard]] inline double attack_accuracy(double mu) {
  const double rounded = 0.5 * std::erfc(-mu / 2.0 / std::numbers::sqrt2);
  return std::isfinite(mu) ? std::min(rounded, std::nextafter(1.0, 0.0)) : rounded;
}

/// "69.1 %" of mu; "63.8 to 69.2 %" of one that is in doubt.
[[nodiscard]] inline std::string accuracy_words(const Enclosure& mu) {
  if (mu.value) return report::percent_text(attack_accuracy(*mu.value), 3) + " %";
  return report::enclosure_text(mu.mapped([](double x) { return 100.0 * attack_accuracy(x); }), 3) + " %";
}

/// "node 4 guesses right in 69.1 % of cases whether node 0's value changed by 1 (50 % is chance)".
[[nodiscard]] inline std::string guess_words(const graph::Graph& graph, const std::vector<graph::Node>& observers,
                                             graph::Node target, const Enclosure& mu, double sensitivity) {
  const bool several = observers.size() > 1;
  return fmt::format("{} {} {} right in {} of cases whether node {}'s value changed by {} (50 % is chance)",
                     several ? "nodes" : "node", label_list(graph, observers), several ? "guess" : "guesses",
                     accuracy_words(mu), graph.label(target), sensitivity);
}

}  // namespace hearsay::api
