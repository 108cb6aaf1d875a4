// SPDX-License-Identifier: GPL-3.0-or-later
#include <memory>

#include "api/attack_rumor.hpp"
#include "cli/attack/run.hpp"
#include "cli/common/interrupt.hpp"

namespace hearsay::cli {

namespace {

struct AttackRumorOptions {
  Common common;
  AttackRumorQuestion question;
  std::string transcript = "unending", state;
};

int run(const AttackRumorOptions& options) {
  auto question = options.question;
  question.terminated = options.transcript == "terminated";
  catch_interrupts();
  return show_attack(options.common, attack_rumor(question, options.common.execution(), resume(options.state)));
}

}  // namespace

void add_attack_rumor(CLI::App& parent, Action& action) {
  auto* command = parent.add_subcommand("rumor", "attack that guesses the source of a rumor");
  auto options = std::make_shared<AttackRumorOptions>();
  auto& q = options->question;
  add_common(*command, options->common);
  command->add_option("--nodes", q.nodes, "number of nodes of the complete graph")->required()->type_name("N");
  command->add_option("--curious", q.curious, "number of curious nodes")->required()->type_name("F");
  command
      ->add_option("--muting", q.muting,
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
  command->add_option("--runs", q.runs, "number of runs")->required()->type_name("R");
  add_anytime(*command, q.anytime, options->state);
  command->add_option("--confidence", q.confidence, "confidence of the interval")
      ->capture_default_str()
      ->type_name("P");
  command->footer(exit_codes("the privacy bound is not refuted; that is no evidence of privacy",
                             "the privacy bound is refuted",
                             "the run was cut short, and its finished part does not refute the bound"));
  command->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace hearsay::cli
