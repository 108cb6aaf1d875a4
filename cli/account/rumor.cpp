// SPDX-License-Identifier: GPL-3.0-or-later
#include <memory>

#include <hearsay/core/error.hpp>
#include "api/account_rumor.hpp"
#include "api/rumor_names.hpp"
#include "cli/common/certificate_file.hpp"
#include "cli/common/interrupt.hpp"
#include "cli/common/network_options.hpp"
#include "cli/common/verb.hpp"

namespace hearsay::cli {

namespace {

struct AccountRumorOptions {
  Common common;
  RumorQuestion question;
  std::string transcript = "unending", sees = "messages", graph;
  std::vector<std::string> curious_set;
  std::string certificate;
};

int account_rumor(const AccountRumorOptions& options) {
  auto question = options.question;
  question.adversary.end = transcript_named(options.transcript);
  question.adversary.sight = sees_named(options.sees);
  if (!options.graph.empty()) {
    auto loaded = graph::from_spec(options.graph, options.common.seeded(), "--graph");
    question.curious_set = nodes_from_labels("--curious-set", loaded.graph, options.curious_set);
    question.network = {
        .made = {.loaded = std::move(loaded), .weights = {}}, .w = {}, .source = {.spec = options.graph}};
  } else if (!options.curious_set.empty()) {
    throw Error(Errc::conditions, "account rumor", "--curious-set needs --graph");
  }
  end_at_interrupts();
  const auto answer = api::account_rumor(question, options.common.execution());
  show(options.common, answer);
  write_certificate(options.certificate, [&] { return proofs_of(answer); });
  return 0;
}

void add_options(CLI::App& command, AccountRumorOptions& options) {
  auto& q = options.question;
  add_common(command, options.common);
  command.add_option("--nodes", q.nodes, "number of nodes of the complete graph")->type_name("N");
  command.add_option("--curious", q.curious, "number of curious nodes")->type_name("F");
  command
      .add_option("--muting", q.adversary.muting,
                  "muting parameter: probability that a node stays active after it sent a message")
      ->required()
      ->type_name("S");
  command.add_option("--epsilon", q.adversary.epsilon, "epsilon of the privacy guarantee")
      ->capture_default_str()
      ->type_name("E");
  command.add_option("--delta", q.adversary.delta, "also give the exact epsilon at this delta")->type_name("D");
  command.add_flag("--exact", q.exact, "also give the exact values; at most 6 nodes");
  command
      .add_option(
          "--transcript", options.transcript,
          "end of the protocol. unending: it does not end; terminated: it ends when all nodes are informed, and the "
          "adversary observes the end")
      ->check(CLI::IsMember({"unending", "terminated"}))
      ->capture_default_str();
  command
      .add_option(
          "--sees", options.sees,
          "what the adversary observes. messages: messages to curious nodes, in order; involved: messages to "
          "and from curious nodes; timed: as messages, with the index of each among all; eavesdropper: each message, "
          "with probability --seen")
      ->check(CLI::IsMember({"messages", "involved", "timed", "eavesdropper"}))
      ->capture_default_str();
  command.add_option("--seen", q.adversary.seen, "probability that a message is observed, for --sees eavesdropper")
      ->type_name("B");
  command.add_flag("--delayed-start", q.adversary.delayed,
                   "the source sends once and then stays silent until it receives a message (needs --muting 1)");
  reads(command
            .add_option("--graph", options.graph,
                        "any connected graph of at most 6 nodes, instead of --nodes; gives exact values")
            ->type_name("SPEC"),
        graph_file);
  add_nodes(command, "--curious-set", options.curious_set, "curious nodes of --graph, by label, instead of --curious")
      ->type_name("V,...");
  add_certificate(command, options.certificate);
  command.footer(exit_codes("the losses are known", "", ""));
}

}  // namespace

void add_account_rumor(CLI::App& account, Action& action) {
  auto* command = account.add_subcommand("rumor", "privacy of the source of a rumor: published bound and exact values");
  auto options = std::make_shared<AccountRumorOptions>();
  add_options(*command, *options);
  command->callback([options, &action] { action = [options] { return account_rumor(*options); }; });
}

}  // namespace hearsay::cli
