// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/network/schedule.hpp"

#include <fmt/format.h>

#include <hearsay/core/error.hpp>
#include <hearsay/graph/averaging_time.hpp>
#include <hearsay/graph/components.hpp>
#include <hearsay/graph/pairwise.hpp>
#include <hearsay/graph/spectrum.hpp>
#include <hearsay/protocol/gossip/averaging.hpp>

namespace hearsay::api {

namespace {

std::vector<double> evenly(const graph::Graph& graph) {
  return std::vector<double>(graph.edges(), 1.0 / static_cast<double>(graph.edges()));
}

}  // namespace

Network load_network(const GossipSchedule& schedule, const GraphSource& options, random::Seed seed) {
  if (schedule.file()) return load_schedule(options);
  auto made = load_graph(options, seed);
  auto w = graph::gossip_matrix(made.graph(), made.weights);
  return {.made = std::move(made), .w = w, .source = options};
}

Network load_weighted(const GossipSchedule& schedule, const GraphSource& options, random::Seed seed) {
  if (schedule.file()) return load_schedule(options);
  auto network = load_network(options, seed);
  graph::require_connected(fmt::format("`graph` {}", options.spec), network.graph(),
                           "`component` largest keeps the largest");
  return network;
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

}  // namespace hearsay::api
