#include "cli/verb.hpp"

namespace hearsay::cli {

void add_attack(CLI::App& app, Action& action) {
  auto* command = app.add_subcommand("attack", "play an attack many times, with confidence bounds");
  command->require_subcommand(1);
  add_attack_walk(*command, action);
}

}  // namespace hearsay::cli
