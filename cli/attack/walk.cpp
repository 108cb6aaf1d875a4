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
  std::string noise = "classical", state;
};

int run(const AttackWalkOptions& options) {
  auto question = options.question;
  question.token.calibration = noise_named(options.noise).calibration;
  catch_interrupts();
  return show_attack(options.common, attack_walk(question, options.common.execution(), resume(options.state)));
}

}  // namespace

void add_attack_walk(CLI::App& attack, Action& action) {
  auto* command = attack.add_subcommand(
      "walk", "likelihood-ratio attack by one user on a sum, computed by a token on a random walk");
  auto options = std::make_shared<AttackWalkOptions>();
  auto& q = options->question;
  add_common(*command, options->common);
  add_walk_question(*command, q.token, true);
  command->add_option("--noise", options->noise, "calibration of the Gaussian noise")
      ->check(CLI::IsMember({"classical", "analytic"}))
      ->type_name("NAME")
      ->capture_default_str();
  add_anytime(*command, q.anytime, options->state);
  command->add_option("--runs", q.runs, "simulated views per hypothesis")->capture_default_str();
  command->add_option("--confidence", q.confidence, "confidence of the lower bound")->capture_default_str();
  command->footer(exit_codes("the published guarantee is not refuted; that is no evidence of privacy",
                             "the published guarantee is refuted",
                             "the run was cut short, and its finished part does not refute the guarantee"));
  command->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace hearsay::cli
