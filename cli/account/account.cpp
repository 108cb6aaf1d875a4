// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/common/verb.hpp"

namespace hearsay::cli {

void add_account(CLI::App& app, Action& action) {
  auto* account =
      app.add_subcommand("account", "compute the privacy loss of a protocol: published bound and exact value");
  account->require_subcommand(1);
  account->footer(exit_codes());
  add_account_gossip(*account, action);
  add_account_stream(*account, action);
  add_account_rumor(*account, action);
  add_account_ring(*account, action);
  add_account_walk(*account, action);
  add_account_linear(*account, action);
  add_account_training(*account, action);
}

}  // namespace hearsay::cli
