// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <memory>

#include <hearsay/core/error.hpp>
#include "api/account_rumor.hpp"
#include "api/rumor_names.hpp"
#include "cli/account/rumor_on_graph.hpp"
#include "cli/common/certificate_file.hpp"
#include "cli/common/interrupt.hpp"
#include "cli/common/network_options.hpp"
#include "cli/common/rumor_view.hpp"
#include "cli/common/verb.hpp"

namespace hearsay::cli {

namespace {

struct AccountRumorOptions {
  Common common;
  RumorQuestion question;
  std::string transcript = "unending", sees = "messages";
  RumorSources on_graph;
  std::string certificate;

  /// Whether the source is all that is unknown once the first message to a curious node is seen: any graph has answers.
  [[nodiscard]] bool of_first_sender() const {
    return !on_graph.graph.empty() && question.adversary.muting == 0.0 && transcript == "unending" &&
           sees == "messages" && !question.adversary.delayed;
  }
};

/// What the first sender answers.
int first_sender(const AccountRumorOptions& options) {
  const auto& q = options.question;
  if (q.nodes) throw Error(Errc::conditions, "--nodes", "is for the complete graph, not for --graph");
  auto on_graph = options.on_graph;
  on_graph.curious = q.curious;
  return account_rumor_on_graph(options.common, on_graph, {.epsilon = q.adversary.epsilon, .delta = q.adversary.delta},
                                options.certificate);
}

int account_rumor(const AccountRumorOptions& options) {
  auto question = options.question;
  question.adversary.end = transcript_named(options.transcript);
  question.adversary.sight = sees_named(options.sees);
  const auto& on_graph = options.on_graph;
  if (!on_graph.graph.empty()) {
    question.network = rumor_network(options.common, on_graph);
    question.curious_set = curious_of(question.network->graph(), on_graph).set;
  } else if (!on_graph.curious_set.empty()) {
    throw Error(Errc::conditions, "account rumor", "--curious-set needs --graph");
  }
  end_at_interrupts();
  const auto answer = api::account_rumor(question, options.common.execution());
  show(options.common, answer);
  write_certificate(options.certificate, [&] { return proofs_of(answer); });
  return 0;
}

constexpr std::array first_sender_alone{"--component", "--source", "--against", "--worst", "--pairs", "--report"};

/// Refuses options that only the first sender answers.
void require_first_sender(const CLI::App& command, const AccountRumorOptions& options) {
  if (options.of_first_sender()) return;
  for (const auto* name : first_sender_alone) {
    if (command.count(name) > 0)
      throw Error(Errc::conditions, name, "needs --graph, --muting 0 and unending transcripts of messages");
  }
}

void add_options(CLI::App& command, AccountRumorOptions& options) {
  auto& q = options.question;
  add_common(command, options.common);
  command.add_option("--nodes", q.nodes, "number of nodes of the complete graph")->type_name("N");
  command.add_option("--curious", q.curious, "number of curious nodes; of --graph, they are drawn at random")
      ->type_name("F");
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
          "with probability --seen; reordered: as messages, but each next one overtakes with probability --swap")
      ->check(CLI::IsMember({"messages", "involved", "timed", "eavesdropper", "reordered"}))
      ->capture_default_str();
  add_rumor_view(command, q.adversary.seen, q.adversary.swap, q.adversary.delayed);
  reads(command
            .add_option("--graph", options.on_graph.graph,
                        "any graph, instead of --nodes; gives exact values: with --muting 0 of any size, otherwise "
                        "connected and of at most 6 nodes")
            ->type_name("SPEC"),
        graph_file);
  add_nodes(command, "--curious-set", options.on_graph.curious_set,
            "curious nodes of --graph, by label, instead of --curious")
      ->type_name("V,...");
  add_rumor_pair(command, options.on_graph);
  add_rumor_sources(command, options.on_graph);
  for (const auto* name : first_sender_alone)
    command.get_option(name)->group("On any graph, with --graph and --muting 0");
  add_certificate(command, options.certificate);
  command.footer(exit_codes("the losses are known", "", "the run was cut short") +
                 examples({"account rumor --nodes 4 --curious 1 --muting 0.5 --exact --sees reordered --swap 0.5"}));
}

}  // namespace

void add_account_rumor(CLI::App& account, Action& action) {
  auto* command = account.add_subcommand("rumor", "privacy of the source of a rumor: published bound and exact values");
  auto options = std::make_shared<AccountRumorOptions>();
  add_options(*command, *options);
  command->callback([options, command, &action] {
    require_first_sender(*command, *options);
    action = [options] { return options->of_first_sender() ? first_sender(*options) : account_rumor(*options); };
  });
}

}  // namespace hearsay::cli
