// SPDX-License-Identifier: GPL-3.0-or-later
#include <memory>

#include "api/account_stream.hpp"
#include "cli/common/certificate_file.hpp"
#include "cli/common/interrupt.hpp"
#include "cli/common/network_options.hpp"
#include "cli/common/verb.hpp"

namespace hearsay::cli {

namespace {

struct AccountStreamOptions {
  Common common;
  GraphSource graph;
  std::vector<std::string> observers, targets;
  std::string trust = "all-noise", view = "states";
  int rounds = 0, steps_per_round = 1;
  accounting::ContinualScale scale;
  std::string certificate;
};

int account_stream(const AccountStreamOptions& options) {
  auto made = load_graph(options.graph, options.common.seeded());
  auto w = graph::gossip_matrix(made.graph(), made.weights);
  auto observers = nodes_from_labels("--observer", made.graph(), options.observers);
  auto targets = targets_from_labels(options.targets, made.graph(), observers);
  end_at_interrupts();
  const auto answer =
      api::account_stream({.network = {.made = std::move(made), .w = std::move(w), .source = options.graph},
                           .observers = std::move(observers),
                           .targets = std::move(targets),
                           .rounds = options.rounds,
                           .steps_per_round = options.steps_per_round,
                           .own_noise = own_noise_known(options.trust),
                           .messages = options.view == "messages",
                           .scale = options.scale},
                          options.common.execution());
  show(options.common, answer);
  write_certificate(options.certificate, [&] { return proofs_of(answer); });
  return 0;
}

void add_options(CLI::App& command, AccountStreamOptions& options) {
  add_common(command, options.common);
  add_graph_options(command, options.graph);
  add_observers(command, options.observers);
  add_nodes(command, "--target", options.targets, "nodes whose loss is computed, by label, or all")
      ->required()
      ->type_name("U[,U...]|all");
  command.add_option("--rounds", options.rounds, "number of rounds; each has fresh contributions and fresh noise")
      ->required()
      ->type_name("T");
  command
      .add_option("--steps-per-round", options.steps_per_round,
                  "gossip steps of a round; the observers see all of them")
      ->type_name("K")
      ->capture_default_str();
  add_trust(command, options.trust);
  command
      .add_option("--view", options.view,
                  "what the observers see. states: their own states; messages: the messages of their neighbors")
      ->check(CLI::IsMember({"states", "messages"}))
      ->capture_default_str();
  command
      .add_option("--sigma", options.scale.sigma,
                  "standard deviation of every node's noise; contributions change by at most 1")
      ->capture_default_str();
  command.add_option("--delta", options.scale.delta,
                     "also give the exact epsilon of (epsilon, delta)-DP at this delta");
  command
      .add_option("--epsilon", options.scale.epsilon,
                  "with --delta: also give the noise that suffices for (E, DELTA)-DP")
      ->type_name("E");
  add_certificate(command, options.certificate);
  command.footer(exit_codes("the losses are known", "", ""));
}

}  // namespace

void add_account_stream(CLI::App& account, Action& action) {
  auto* command = account.add_subcommand(
      "stream", "gossip with fresh noise in each round: exact sensitivity and its growth per round");
  auto options = std::make_shared<AccountStreamOptions>();
  add_options(*command, *options);
  command->callback([options, &action] { action = [options] { return account_stream(*options); }; });
}

}  // namespace hearsay::cli
