// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/common/graph_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include <hearsay/accounting/gossip/report.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/core/number.hpp>
#include <hearsay/graph/averaging_time.hpp>
#include <hearsay/graph/components.hpp>
#include <hearsay/graph/spectrum.hpp>
#include "cli/common/verb.hpp"

namespace hearsay::cli {

void add_graph_options(CLI::App& command, GraphOptions& options) {
  reads(
      command
          .add_option(
              "--graph", options.spec,
              "path:N ring:N star:N complete:N grid:RxC torus:RxC hypercube:DIM petersen erdos-renyi:n=N,p=P[,seed=S] "
              "geometric:n=N,r=R[,seed=S] barabasi-albert:n=N,m=M,core=K[,seed=S] regular:n=N,d=D[,seed=S] file:PATH")
          ->required()
          ->type_name("SPEC"),
      graph_file);
  command.add_option("--weights", options.weights, "gossip weights: metropolis or min-degree")
      ->type_name("metropolis|min-degree")
      ->capture_default_str();
  command.add_option("--component", options.component, "largest: keep the largest connected component")
      ->type_name("largest");
}

void add_observers(CLI::App& command, std::vector<std::string>& observers) {
  add_nodes(command, "--observer", observers, "nodes that listen, by label; several collude")
      ->required()
      ->type_name("V[,V...]");
}

void add_steps(CLI::App& command, std::string& steps) {
  command.add_option("--steps", steps, "steps of gossip, or auto: the published stopping time")
      ->required()
      ->type_name("T|auto");
}

void add_steps_or_forever(CLI::App& command, std::string& steps) {
  command.add_option("--steps", steps, "steps of gossip; auto: the published stopping time; forever: any number")
      ->required()
      ->type_name("T|auto|forever");
}

void add_trust(CLI::App& command, std::string& trust) {
  command.add_option("--trust", trust, "whether the observers know the noise they injected themselves")
      ->check(CLI::IsMember({"all-noise", "own-noise-known"}))
      ->capture_default_str();
}

GossipGraph load_any_graph(const GraphOptions& options, random::Seed seed) {
  const auto weights = graph::weights_from_name(options.weights, "--weights");
  if (!options.component.empty() && options.component != "largest") {
    throw Error(Errc::unknown, "--component", fmt::format("unknown choice '{}'; known: largest", options.component));
  }
  GossipGraph made{.loaded = graph::from_spec(options.spec, seed, "--graph"), .weights = weights};
  if (!options.component.empty()) graph::keep_largest_component(made.loaded);
  return made;
}

GossipGraph load_graph(const GraphOptions& options, random::Seed seed) {
  auto made = load_any_graph(options, seed);
  graph::require_connected(fmt::format("--graph {}", options.spec), made.graph(),
                           "--component largest keeps the largest");
  return made;
}

void print_notes(const std::vector<std::string>& notes) {
  for (const auto& note : notes) say(fmt::format("note: {}", note));
}

std::optional<int> step_count(const std::string& text) {
  const auto count = parse_whole<int>(text);
  return count && *count >= 0 ? count : std::nullopt;
}

void require_count(std::int64_t count) {
  if (count <= accurate_rounds) return;
  throw Error(Errc::too_large, "--steps",
              fmt::format("the rounding errors of {} steps exceed the accuracy of 1e-9 of the losses; at most {}",
                          count, accurate_rounds));
}

void require_steps(const std::string& text, std::string_view words) {
  if (const auto count = step_count(text)) return require_count(*count);
  if (text == "auto") return;
  throw Error(Errc::syntax, "--steps",
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
      throw Error(Errc::domain, option, fmt::format("node '{}' is named twice", label));
    nodes.push_back(v);
  }
  return nodes;
}

std::vector<graph::Node> targets_from_labels(const std::vector<std::string>& labels, const graph::Graph& graph,
                                             const std::vector<graph::Node>& observers) {
  if (labels == std::vector<std::string>{"all"}) {
    auto targets = accounting::nodes_without(graph, observers);
    if (targets.empty()) throw Error(Errc::domain, "--observer", "every node is an observer: no target is left");
    return targets;
  }
  auto targets = nodes_from_labels("--target", graph, labels);
  for (const auto u : targets) {
    if (std::ranges::count(observers, u) > 0) {
      throw Error(Errc::domain, "--target",
                  fmt::format("node '{}' is an observer: it has no secret from itself", graph.label(u)));
    }
  }
  return targets;
}

namespace {

/// `text` as the number whose decimal form it is, if every reader of JSON keeps its digits.
std::optional<std::int64_t> canonical_number(const std::string& text) {
  constexpr std::int64_t largest = std::int64_t{1} << 53;  // readers that have doubles only
  const auto value = parse_whole<std::int64_t>(text);
  return value && *value >= -largest && *value <= largest && std::to_string(*value) == text ? value : std::nullopt;
}

}  // namespace

nlohmann::ordered_json graph_parameters(const GraphOptions& options, const GossipGraph& made,
                                        const std::vector<graph::Node>& observers) {
  nlohmann::ordered_json parameters = {{"graph", options.spec}, {"weights", options.weights}};
  if (!options.component.empty()) parameters["component"] = options.component;
  parameters["nodes"] = made.graph().nodes();
  parameters["edges"] = made.graph().edges();
  const NodeNames names(made.graph());
  for (const auto v : observers) parameters["observer"].push_back(names.json(v));
  return parameters;
}

NodeNames::NodeNames(const graph::Graph& graph)
    : graph_(graph), numbers_(std::ranges::all_of(graph.labels(), [](const std::string& label) {
        return canonical_number(label).has_value();
      })) {}

nlohmann::ordered_json NodeNames::json(graph::Node v) const {
  if (!numbers_) return graph_.label(v);
  return graph_.labelled() ? *canonical_number(graph_.label(v)) : std::int64_t{v};
}

}  // namespace hearsay::cli
