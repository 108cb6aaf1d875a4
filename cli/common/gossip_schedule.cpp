// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/common/gossip_schedule.hpp"

#include <fmt/format.h>

#include <filesystem>

#include <hearsay/core/error.hpp>
#include <hearsay/graph/averaging_time.hpp>
#include <hearsay/graph/pairwise.hpp>
#include <hearsay/graph/spectrum.hpp>
#include <hearsay/protocol/gossip/averaging.hpp>
#include "cli/common/command_files.hpp"

namespace hearsay::cli {

namespace {

std::vector<double> evenly(const graph::Graph& graph) {
  return std::vector<double>(graph.edges(), 1.0 / static_cast<double>(graph.edges()));
}

}  // namespace

void add_gossip_schedule(CLI::App& command, GossipSchedule& schedule) {
  reads(command
            .add_option(
                "--schedule", schedule.how,
                "who talks in a step: synchronous, accelerated: all; randomized: the ends of one random edge; a file: "
                "CSV round,u,v[,weight], instead of --graph, --weights, --steps")
            ->type_name("HOW|FILE")
            ->capture_default_str(),
        file_if_there);
  for (const auto* name : {"--graph", "--steps"}) command.get_option(name)->required(false);
}

void complete(const CLI::App& command, const GossipSchedule& schedule, GraphOptions& graph, std::string& steps) {
  if (!schedule.file()) {
    for (const auto* name : {"--graph", "--steps"}) {
      if (command.count(name) == 0) throw CLI::RequiredError(name);
    }
    return;
  }
  std::error_code ignored;
  if (!std::filesystem::exists(schedule.how, ignored)) {
    throw Error(
        Errc::file, "--schedule",
        fmt::format("'{}' is neither synchronous, accelerated nor randomized, nor is there such a file", schedule.how));
  }
  if (!graph.spec.empty() || !steps.empty() || graph.weights != GraphOptions{}.weights || !graph.component.empty())
    throw Error(Errc::conditions, "--schedule", "a file stands for --graph, --weights, --component and --steps");
  graph = {.spec = std::string(schedule_prefix) + schedule.how, .weights = "scheduled", .component = {}};
  steps = schedule_steps;
}

Network load_network(const GossipSchedule& schedule, const GraphOptions& options, random::Seed seed) {
  if (schedule.file()) return load_schedule(options);
  auto made = load_graph(options, seed);
  auto w = graph::gossip_matrix(made.graph(), made.weights);
  return {.made = std::move(made), .w = w};
}

Steps resolve_steps(const GossipSchedule& schedule, const std::string& text, const Network& network, double sigma) {
  if (schedule.file()) return {.count = static_cast<int>(network.rounds.size()), .gap = std::nullopt};
  if (!schedule.randomized() || step_count(text)) {
    auto steps = resolve_steps(text, network.w, sigma);
    if (schedule.accelerated() && !steps.gap) steps.gap = graph::positive_spectral_gap(network.w);
    return steps;
  }
  require_steps(text);
  const auto& graph = network.made.graph();
  const double gap = graph::algebraic_connectivity(graph, evenly(graph));
  const auto count = graph::randomized_stopping_time(gap, graph.nodes(), sigma);
  require_count(count);
  return {.count = static_cast<int>(count), .gap = gap};
}

std::vector<graph::GossipMatrix> random_rounds(const graph::Graph& graph, int steps, random::Seed seed) {
  random::Stream stream(seed, random::Purpose::activation, 0);
  return graph::pairwise_averaging(graph.nodes(),
                                   protocol::draw_edges(graph.edge_list(), evenly(graph), steps, stream));
}

}  // namespace hearsay::cli
