#include "cli/verb.hpp"

namespace hearsay::cli {

void add_simulate(CLI::App& app, Action& action) {
  auto* command = app.add_subcommand("simulate", "run a protocol and report what happened");
  command->require_subcommand(1);
  add_simulate_ring(*command, action);
  add_simulate_walk(*command, action);
  add_simulate_learn(*command, action);
}

}  // namespace hearsay::cli
