// SPDX-License-Identifier: GPL-3.0-or-later
#include <memory>

#include "api/attack_ring.hpp"
#include "cli/attack/run.hpp"
#include "cli/common/interrupt.hpp"
#include "cli/common/token_options.hpp"

namespace hearsay::cli {

namespace {

struct AttackRingOptions {
  Common common;
  TokenNames names;
  AttackRingQuestion question;
  std::string output = "hidden", state;
};

int run(const AttackRingOptions& options) {
  auto question = options.question;
  options.names.name(question.token);
  question.output = ring_output_named(options.output);
  catch_interrupts();
  return show_attack(options.common, attack_ring(question, options.common.execution(), resume(options.state)));
}

}  // namespace

void add_attack_ring(CLI::App& attack, Action& action) {
  auto* command =
      attack.add_subcommand("ring", "likelihood-ratio attack by one user on a token that goes around a ring");
  auto options = std::make_shared<AttackRingOptions>();
  auto& q = options->question;
  add_common(*command, options->common);
  add_ring_question(*command, q.token, q.delta, true);
  add_token_names(*command, options->names, {"sum", "histogram"}, q.token.buckets);
  command
      ->add_option("--output", options->output,
                   "what users see of the token of a sum in the end. hidden: nothing; published: the token that "
                   "Algorithm 1 returns; perturbed: the same after one more draw of noise")
      ->check(CLI::IsMember({"hidden", "published", "perturbed"}))
      ->type_name("WHAT")
      ->capture_default_str();
  add_epsilon_attack(*command, q.terms, options->state);
  command->footer(exit_codes("the published guarantee is not refuted; that is no evidence of privacy",
                             "the published guarantee is refuted",
                             "the run was cut short, and its finished part does not refute the guarantee") +
                  examples({"attack ring --users 3 --rounds 2 --epsilon 0.5 --delta 1e-5",
                            "attack ring --users 3 --rounds 2 --epsilon 0.5 --delta 1e-5 --output published"}));
  command->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace hearsay::cli
