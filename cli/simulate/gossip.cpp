// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <vector>

#include <hearsay/core/error.hpp>
#include <hearsay/graph/averaging_time.hpp>
#include <hearsay/graph/spectrum.hpp>
#include <hearsay/protocol/gossip/averaging.hpp>
#include <hearsay/report/text_table.hpp>
#include <hearsay/system/parallel_map.hpp>
#include "api/network/graph_source.hpp"
#include "api/network/schedule.hpp"
#include "api/render/node_names.hpp"
#include "api/render/reading.hpp"
#include "api/render/result.hpp"
#include "api/render/words.hpp"
#include "api/workload.hpp"
#include "cli/common/interrupt.hpp"
#include "cli/common/network_options.hpp"
#include "cli/common/verb.hpp"
#include "cli/simulate/quantiles.hpp"

namespace hearsay::cli {

namespace {

constexpr std::string_view simulate_gossip_where = "simulate gossip";

struct SimulateGossipOptions {
  Common common;
  GraphSource graph;
  GossipSchedule schedule;
  std::string steps;
  double sigma = 1.0;
  std::int64_t runs = 100;
};

/// Steps whose error is kept: 0, 1, 2, 4, ... and the last.
std::vector<int> checkpoints(int steps) {
  std::vector<int> kept{0};
  for (std::int64_t t = 1; t < steps; t *= 2) kept.push_back(static_cast<int>(t));
  kept.push_back(steps);
  return kept;
}

/// The protocol that the options ask for.
class Protocol {
 public:
  Protocol(const SimulateGossipOptions& options, const Network& network, const Steps& steps)
      : options_(options), edges_(network.made.graph().edge_list()), network_(network), steps_(steps.count) {
    if (options.schedule.accelerated()) gamma_ = graph::acceleration(steps.gap.value());
  }

  /// Edges that are used in all steps, each in both directions.
  [[nodiscard]] std::int64_t messages() const {
    if (options_.schedule.randomized()) return 2 * std::int64_t{steps_};
    if (network_.rounds.empty()) return 2 * std::int64_t{steps_} * static_cast<std::int64_t>(edges_.size());
    std::int64_t sum = 0;
    for (const auto& w : network_.rounds) {
      for (Eigen::Index u = 0; u < w.rows(); ++u) {
        for (graph::GossipMatrix::InnerIterator entry(w, u); entry; ++entry) sum += entry.col() != u ? 1 : 0;
      }
    }
    return sum;
  }

  /// Mean squared distance of the nodes from `truth` at each checkpoint of run number `run`.
  [[nodiscard]] std::vector<double> errors(const Eigen::MatrixXd& inputs, double truth, const std::vector<int>& kept,
                                           std::uint32_t run) const {
    std::vector<double> found;
    const auto measure = [&](int step, const Eigen::MatrixXd& state) {
      if (found.size() < kept.size() && kept[found.size()] == step)
        found.push_back((state.array() - truth).square().mean());
    };
    auto state = protocol::with_noise(inputs, options_.sigma, options_.common.seeded(), run);
    const auto listener = [&](int step, const graph::GossipMatrix&, const Eigen::MatrixXd& before) {
      measure(step, before);
    };
    if (options_.schedule.randomized()) {
      const std::vector<double> evenly(edges_.size(), 1.0 / static_cast<double>(edges_.size()));
      random::Stream stream(options_.common.seeded(), random::Purpose::activation, run);
      const auto woken = protocol::draw_edges(edges_, evenly, steps_, stream);
      measure(0, state);
      for (std::size_t i = 1; i < kept.size(); ++i) {
        const auto first = static_cast<std::size_t>(kept[i - 1]), count = static_cast<std::size_t>(kept[i]) - first;
        state = protocol::average_pairwise(std::span(woken).subspan(first, count), std::move(state));
        measure(kept[i], state);
      }
      return found;
    }
    const auto& w = network_.w;
    if (!network_.rounds.empty())
      state = protocol::average(network_.rounds, std::move(state), listener);
    else if (gamma_ > 0.0)
      state = protocol::average_accelerated(w, gamma_, std::move(state), steps_, listener);
    else
      state = protocol::average(w, std::move(state), steps_, listener);
    measure(steps_, state);
    return found;
  }

 private:
  const SimulateGossipOptions& options_;
  std::vector<graph::Edge> edges_;
  const Network& network_;
  int steps_;
  double gamma_ = 0.0;  ///< 0: not accelerated
};

int simulate_gossip(const SimulateGossipOptions& options) {
  require_between(simulate_gossip_where, "--runs", options.runs, 1, 10'000'000);
  require_non_negative(simulate_gossip_where, "--sigma", options.sigma);
  if (!options.schedule.file()) require_steps(options.steps);
  if (options.steps == "auto") require_positive(simulate_gossip_where, "--sigma", options.sigma);
  const auto network = load_network(options.schedule, options.graph, options.common.seeded());
  const auto& made = network.made;
  const auto& graph = made.graph();
  const auto resolved = resolve_steps(options.schedule, options.steps, network, options.sigma);
  const int steps = resolved.count;
  const bool randomized = options.schedule.randomized();
  const double work = static_cast<double>(options.runs) * steps *
                      (randomized ? 20.0 : static_cast<double>(2 * graph.edges() + graph.nodes()));
  require_affordable(
      simulate_gossip_where,
      {.operations = work, .bytes = static_cast<double>(options.runs) * 512.0 + (randomized ? 8.0 * steps : 0.0)},
      "--steps or --runs");
  const Protocol protocol(options, network, resolved);
  print_notes(made.loaded.notes);

  Eigen::MatrixXd inputs(graph.nodes(), 1);
  for (graph::Node v = 0; v < graph.nodes(); ++v) {
    inputs(v, 0) =
        random::Stream(options.common.seeded(), random::Purpose::input, 0, static_cast<std::uint32_t>(v)).uniform();
  }
  const double truth = inputs.mean();
  const auto kept = checkpoints(steps);
  const auto runs = static_cast<std::uint64_t>(options.runs);
  catch_interrupts();
  const auto errors = parallel_map<std::vector<double>>(runs, options.common.execution(), "runs", [&](std::size_t run) {
    return protocol.errors(inputs, truth, kept, static_cast<std::uint32_t>(run));
  });

  const auto messages = protocol.messages();
  const double floor = options.sigma * options.sigma / static_cast<double>(graph.nodes());
  auto parameters = graph_parameters(options.graph, made, {});
  parameters.update(
      {{"steps", steps}, {"schedule", options.schedule.name()}, {"sigma", options.sigma}, {"runs", options.runs}});
  nlohmann::ordered_json trace = nlohmann::ordered_json::array();
  report::TextTable table(
      {{.title = "step"}, {.title = "mean"}, {.title = "5 %"}, {.title = "median"}, {.title = "95 %"}});
  if (options.common.wants_table()) {
    put_text(reading(options.graph, made).text());
    print_wrapped("{} gossip, {} steps, {} messages, {} runs",
                  options.schedule.file() ? "time-varying" : options.schedule.how, steps, messages, errors.size());
    print_wrapped(
        "mean squared distance of the nodes from the true mean {:.6g}; the noise alone leaves sigma^2/n = {:.6g}",
        truth, floor);
  }
  for (std::size_t i = 0; i < kept.size(); ++i) {
    std::vector<double> column;
    double sum = 0.0;
    for (const auto& run : errors) {
      column.push_back(run[i]);
      sum += run[i];
    }
    const double mean = sum / static_cast<double>(column.size());
    const auto spread = quantiles(std::move(column));
    trace.push_back({{"step", kept[i]}, {"mean", mean}, {"quantiles", to_json(spread)}});
    const auto number = [](double x) { return fmt::format("{:.6g}", x); };
    table.row({std::to_string(kept[i]), number(mean), number(spread.low), number(spread.median), number(spread.high)});
  }
  if (options.common.wants_table()) {
    put("\n");
    show(table);
  }
  auto result = envelope(simulate_gossip_where, std::move(parameters), options.common.origin());
  result["read"] = reading(options.graph, made).json;
  result.update({{"messages", messages}, {"mean", truth}, {"noise_floor", floor}, {"squared_error", trace}});
  return write_runs(options.common, std::move(result), errors.size(), runs);
}

}  // namespace

void add_simulate_gossip(CLI::App& simulate, Action& action) {
  auto* command =
      simulate.add_subcommand("gossip", "private averaging of values in [0, 1]: how far the nodes are from the mean");
  auto options = std::make_shared<SimulateGossipOptions>();
  add_common(*command, options->common);
  add_graph_options(*command, options->graph);
  add_steps(*command, options->steps);
  add_gossip_schedule(*command, options->schedule);
  command->add_option("--sigma", options->sigma, "standard deviation of every node's noise")->capture_default_str();
  command->add_option("--runs", options->runs, "number of runs, each with its own noise")->capture_default_str();
  command->footer(
      exit_codes("all runs are done", "", "the run was cut short: the result is of the runs that were finished"));
  command->callback([options, command, &action] {
    complete(*command, options->schedule, options->graph, options->steps);
    action = [options] { return simulate_gossip(*options); };
  });
}

}  // namespace hearsay::cli
