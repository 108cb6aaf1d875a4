// SPDX-License-Identifier: GPL-3.0-or-later
#include <memory>

#include "api/account_relay.hpp"
#include "cli/common/verb.hpp"

namespace hearsay::cli {

namespace {

struct AccountRelayOptions {
  Common common;
  RelayQuestion question;
};

}  // namespace

void add_account_relay(CLI::App& account, Action& action) {
  auto* command = account.add_subcommand("relay", "a value that is handed on along a path, each node adding noise");
  auto options = std::make_shared<AccountRelayOptions>();
  add_common(*command, options->common);
  command->add_option("--nodes", options->question.nodes, "nodes on the path")->required();
  command->add_option("--sigma", options->question.sigma, "standard deviation of each node's noise");
  command->add_option("--sensitivity", options->question.sensitivity, "largest change of the value");
  command->footer(exit_codes("the loss is known", "", ""));
  command->callback([options, &action] {
    action = [options] {
      show(options->common, account_relay(options->question));
      return 0;
    };
  });
}

}  // namespace hearsay::cli
