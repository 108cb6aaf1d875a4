// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <memory>
#include <optional>
#include <string>

#include <hearsay/core/error.hpp>
#include "api/attack_rumor.hpp"
#include "api/rumor_names.hpp"
#include "cli/attack/rumor_on_graph.hpp"
#include "cli/attack/run.hpp"
#include "cli/common/interrupt.hpp"
#include "cli/common/rumor_view.hpp"

namespace hearsay::cli {

namespace {

struct AttackRumorOptions {
  Common common;
  AttackRumorQuestion question;
  std::string transcript = "unending", sees = "messages", state;
  std::optional<std::int64_t> nodes;
  RumorRuns runs;
  RumorOnGraph on_graph;
};

constexpr std::array on_graph_alone = {"--component", "--curious-set", "--source", "--against", "--epsilon", "--delta"};
constexpr std::array on_graph_needs = {"--source", "--against"};
constexpr std::array without_graph_alone = {"--nodes", "--suspects", "--rumors",        "--transcript", "--sees",
                                            "--seen",  "--swap",     "--delayed-start", "--anytime",    "--resume"};
constexpr std::array without_graph_needs = {"--nodes", "--curious"};

/// Options belong to the attack on the complete graph or to that on --graph.
void require_one_attack(const CLI::App& command) {
  const bool on_graph = command.count("--graph") > 0;
  const auto refuse = [&](const auto& options, std::string_view why) {
    for (const auto* name : options)
      if (command.count(name) > 0) throw Error(Errc::conditions, name, std::string(why));
  };
  const auto need = [&](const auto& options) {
    for (const auto* name : options)
      if (command.count(name) == 0) throw CLI::RequiredError(name);
  };
  if (on_graph) {
    refuse(without_graph_alone, "is for the complete graph of --nodes, not for --graph");
    need(on_graph_needs);
  } else {
    refuse(on_graph_alone, "needs --graph");
    need(without_graph_needs);
  }
}

int run(const AttackRumorOptions& options) {
  if (!options.on_graph.graph.spec.empty())
    return attack_rumor_on_graph(options.common, options.on_graph, options.runs);
  auto question = options.question;
  question.nodes = *options.nodes, question.curious = *options.runs.curious;
  question.muting = options.runs.muting, question.runs = options.runs.runs;
  question.confidence = options.runs.confidence;
  question.terminated = options.transcript == "terminated";
  question.view = rumor_view_named(options.sees);
  catch_interrupts();
  return show_attack(options.common, attack_rumor(question, options.common.execution(), resume(options.state)));
}

}  // namespace

void add_attack_rumor(CLI::App& parent, Action& action) {
  auto* command = parent.add_subcommand(
      "rumor", "attack that guesses the source of a rumor, or tells two sources on a graph apart");
  auto options = std::make_shared<AttackRumorOptions>();
  auto& q = options->question;
  add_common(*command, options->common);
  command->add_option("--nodes", options->nodes, "number of nodes of the complete graph")->type_name("N");
  command->add_option("--curious", options->runs.curious, "number of curious nodes")->type_name("F");
  command
      ->add_option("--muting", options->runs.muting,
                   "muting parameter: probability that a node stays active after it sent a message")
      ->required()
      ->type_name("S");
  command
      ->add_option("--suspects", q.suspects,
                   "number of suspects: the source and M-1 other honest nodes (default: all honest nodes)")
      ->type_name("M");
  command->add_option("--rumors", q.rumors, "number of rumors known to have the same source")
      ->capture_default_str()
      ->type_name("K");
  command
      ->add_option(
          "--transcript", options->transcript,
          "end of the protocol. unending: it does not end; terminated: it ends when all nodes are informed, and the "
          "adversary observes the end")
      ->check(CLI::IsMember({"unending", "terminated"}))
      ->capture_default_str();
  command
      ->add_option(
          "--sees", options->sees,
          "what the adversary observes. messages: messages to curious nodes, in order; involved: messages to and from "
          "curious nodes; timed: as messages, with the index of each among all; eavesdropper: each message, with "
          "probability --seen; reordered: as messages, but each next one overtakes with probability --swap. The attack "
          "names the first suspect that is seen to tell a curious node, or to tell anyone (eavesdropper)")
      ->check(CLI::IsMember({"messages", "involved", "timed", "eavesdropper", "reordered"}))
      ->capture_default_str();
  add_rumor_view(*command, q.seen, q.swap, q.delayed_start);
  command->add_option("--runs", options->runs.runs, "number of runs; with --graph, per source")
      ->required()
      ->type_name("R");
  add_anytime(*command, q.anytime, options->state);
  command->add_option("--confidence", options->runs.confidence, "confidence of the interval or the bounds")
      ->capture_default_str()
      ->type_name("P");
  add_rumor_on_graph(*command, options->on_graph);
  command->footer(exit_codes("the privacy bound is not refuted; that is no evidence of privacy",
                             "the privacy bound is refuted",
                             "the run was cut short, and its finished part does not refute the bound") +
                  examples({"attack rumor --nodes 100 --curious 10 --muting 1 --delayed-start --runs 10000",
                            "attack rumor --nodes 100 --curious 0 --muting 0.5 --sees eavesdropper --seen 0.1 --runs "
                            "10000"}));
  command->callback([options, command, &action] {
    require_one_attack(*command);
    action = [options] { return run(*options); };
  });
}

}  // namespace hearsay::cli
