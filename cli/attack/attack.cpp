// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/common/verb.hpp"

namespace hearsay::cli {

void add_attack(CLI::App& app, Action& action) {
  auto* attack = app.add_subcommand(
      "attack", "Monte Carlo attack on a protocol: lower bounds on its loss, with a confidence level");
  attack->require_subcommand(1);
  attack->footer(exit_codes());
  add_attack_rumor(*attack, action);
  add_attack_gossip(*attack, action);
  add_attack_stream(*attack, action);
  add_attack_walk(*attack, action);
  add_attack_ring(*attack, action);
  add_attack_program(*attack, action);
}

}  // namespace hearsay::cli
