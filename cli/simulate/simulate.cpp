// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/common/verb.hpp"

namespace hearsay::cli {

void add_simulate(CLI::App& app, Action& action) {
  auto* simulate = app.add_subcommand("simulate", "simulate a protocol: quantiles over the runs");
  simulate->require_subcommand(1);
  simulate->footer(exit_codes());
  add_simulate_rumor(*simulate, action);
  add_simulate_gossip(*simulate, action);
  add_simulate_ring(*simulate, action);
  add_simulate_walk(*simulate, action);
  add_simulate_learn(*simulate, action);
}

}  // namespace hearsay::cli
