// SPDX-License-Identifier: GPL-3.0-or-later
#include <memory>

#include "api/simulate_gossip.hpp"
#include "cli/common/interrupt.hpp"
#include "cli/common/network_options.hpp"
#include "cli/simulate/runs.hpp"

namespace hearsay::cli {

namespace {

struct SimulateGossipOptions {
  Common common;
  GraphSource graph;
  GossipSchedule schedule;
  std::string steps;
  double sigma = 1.0;
  std::int64_t runs = 100;
};

int run(const SimulateGossipOptions& options) {
  const SimulateGossipQuestion question{
      .network = load_network(options.schedule, options.graph, options.common.seeded()),
      .schedule = options.schedule,
      .steps = options.steps,
      .sigma = options.sigma,
      .runs = options.runs};
  catch_interrupts();
  return show_runs(options.common, simulate_gossip(question, options.common.execution()));
}

}  // namespace

void add_simulate_gossip(CLI::App& simulate, Action& action) {
  auto* command =
      simulate.add_subcommand("gossip", "private averaging of values in [0, 1]: distance of the nodes from the mean");
  auto options = std::make_shared<SimulateGossipOptions>();
  add_common(*command, options->common);
  add_graph_options(*command, options->graph);
  add_steps(*command, options->steps);
  add_gossip_schedule(*command, options->schedule);
  command->add_option("--sigma", options->sigma, "standard deviation of every node's noise")->capture_default_str();
  command->add_option("--runs", options->runs, "number of runs, each with its own noise")->capture_default_str();
  command->footer(exit_codes_of_runs());
  command->callback([options, command, &action] {
    complete(*command, options->schedule, options->graph, options->steps);
    action = [options] { return run(*options); };
  });
}

}  // namespace hearsay::cli
