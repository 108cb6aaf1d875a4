// SPDX-License-Identifier: GPL-3.0-or-later
#include <memory>

#include "api/attack_walk.hpp"
#include "cli/attack/run.hpp"
#include "cli/common/interrupt.hpp"
#include "cli/common/token_options.hpp"

namespace hearsay::cli {

namespace {

struct AttackWalkOptions {
  Common common;
  AttackWalkQuestion question;
  std::string task = "sum", noise = "classical", state;
};

int run(const AttackWalkOptions& options) {
  auto question = options.question;
  question.token.task = task_named(options.task);
  question.token.calibration = noise_named(options.noise).calibration;
  catch_interrupts();
  return show_attack(options.common, attack_walk(question, options.common.execution(), resume(options.state)));
}

}  // namespace

void add_attack_walk(CLI::App& attack, Action& action) {
  auto* command = attack.add_subcommand(
      "walk", "likelihood-ratio attack by one user on a sum or a histogram, collected by a token on a random walk");
  auto options = std::make_shared<AttackWalkOptions>();
  auto& q = options->question;
  add_common(*command, options->common);
  add_walk_question(*command, q.token, true);
  add_task(*command, options->task, {"sum", "histogram"}, q.token.buckets);
  command->add_option("--noise", options->noise, "calibration of the Gaussian noise of a sum")
      ->check(CLI::IsMember({"classical", "analytic"}))
      ->type_name("NAME")
      ->capture_default_str();
  add_epsilon_attack(*command, q.terms, options->state);
  command->footer(exit_codes("the published guarantee is not refuted; that is no evidence of privacy",
                             "the published guarantee is refuted",
                             "the run was cut short, and its finished part does not refute the guarantee") +
                  examples({"attack walk --users 10 --steps 200 --epsilon 0.5 --delta 1e-6",
                            "attack walk --users 10 --steps 200 --epsilon 0.5 --delta 1e-6 --task histogram"}));
  command->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace hearsay::cli
