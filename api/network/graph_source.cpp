// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/network/graph_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include <hearsay/accounting/gossip/report.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/core/number.hpp>
#include <hearsay/graph/averaging_time.hpp>
#include <hearsay/graph/components.hpp>
#include <hearsay/graph/spectrum.hpp>

namespace hearsay::api {

GossipGraph load_any_graph(const GraphSource& options, random::Seed seed) {
  const auto weights = graph::weights_from_name(options.weights, "`weights`");
  if (!options.component.empty() && options.component != "largest") {
    throw Error(Errc::unknown, "`component`", fmt::format("unknown choice '{}'; known: largest", options.component));
  }
  GossipGraph made{.loaded = graph::from_spec(options.spec, seed, "`graph`"), .weights = weights};
  if (!options.component.empty()) graph::keep_largest_component(made.loaded);
  return made;
}

GossipGraph load_graph(const GraphSource& options, random::Seed seed) {
  auto made = load_any_graph(options, seed);
  graph::require_connected(fmt::format("`graph` {}", options.spec), made.graph(),
                           "`component` largest keeps the largest");
  return made;
}

std::optional<int> step_count(const std::string& text) {
  const auto count = parse_whole<int>(text);
  return count && *count >= 0 ? count : std::nullopt;
}

void require_count(std::int64_t count) {
  if (count <= accurate_rounds) return;
  throw Error(
      Errc::too_large, "`steps`",
      fmt::format("the rounding errors of {} steps exceed the accuracy 1e-9 of the losses; use at most {} steps", count,
                  accurate_rounds));
}

void require_steps(const std::string& text, std::string_view words) {
  if (const auto count = step_count(text)) return require_count(*count);
  if (text == "auto") return;
  throw Error(Errc::syntax, "`steps`",
              fmt::format("'{}' is neither a number of steps (0 to 2147483647) nor {}", text, words));
}

Steps resolve_steps(const std::string& text, const graph::GossipMatrix& w, double sigma) {
  require_steps(text);
  if (const auto count = step_count(text)) return {.count = *count, .gap = std::nullopt};
  const double gap = graph::positive_spectral_gap(w);
  const auto count = graph::stopping_time(gap, w.rows(), sigma);
  require_count(count);
  return {.count = static_cast<int>(count), .gap = gap};
}

std::vector<graph::Node> nodes_from_labels(std::string_view option, const graph::Graph& graph,
                                           const std::vector<std::string>& labels) {
  std::vector<graph::Node> nodes;
  for (const auto& label : labels) {
    const auto v = graph::find_node(option, graph, label);
    if (std::ranges::count(nodes, v) > 0)
      throw Error(Errc::domain, option, fmt::format("node '{}' is given twice", label));
    nodes.push_back(v);
  }
  return nodes;
}

void require_targets(const graph::Graph& graph, std::span<const graph::Node> targets,
                     const std::vector<graph::Node>& observers) {
  if (targets.empty() && accounting::nodes_without(graph, observers).empty())
    throw Error(Errc::domain, "`observer`", "every node is an observer, so no target is left");
  for (const auto u : targets) {
    if (std::ranges::count(observers, u) > 0) {
      throw Error(Errc::domain, "`target`",
                  fmt::format("node '{}' is an observer and cannot be a target", graph.label(u)));
    }
  }
}

std::vector<graph::Node> targets_from_labels(const std::vector<std::string>& labels, const graph::Graph& graph,
                                             const std::vector<graph::Node>& observers) {
  if (labels == std::vector<std::string>{"all"}) {
    require_targets(graph, {}, observers);
    return accounting::nodes_without(graph, observers);
  }
  auto targets = nodes_from_labels("`target`", graph, labels);
  require_targets(graph, targets, observers);
  return targets;
}

}  // namespace hearsay::api
