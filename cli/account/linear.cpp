// SPDX-License-Identifier: GPL-3.0-or-later
#include <memory>

#include <hearsay/core/error.hpp>
#include "api/account_linear.hpp"
#include "cli/common/certificate_file.hpp"
#include "cli/common/interrupt.hpp"
#include "cli/common/network_options.hpp"
#include "cli/common/verb.hpp"

namespace hearsay::cli {

namespace {

struct AccountLinearOptions {
  Common common;
  LinearQuestion question;
  std::string contributions, certificate;
};

int run(const AccountLinearOptions& options) {
  auto question = options.question;
  if (!options.certificate.empty() && question.every_observer())
    throw Error(Errc::conditions, "--certificate", "proves what one view shows: name the observers instead of each");
  question.model = load_linear(question.source);
  question.terms.contributions = contributions_of(options.contributions);
  question.witness = question.witness || !options.certificate.empty();
  catch_interrupts();
  const auto answer = account_linear(question, options.common.execution());
  show(options.common, answer);
  write_certificate(options.certificate, [&] { return proofs_of(answer); });
  return answer.audit ? exit_code(*answer.audit) : 0;
}

void add_subjects(CLI::App& command, LinearQuestion& q) {
  add_nodes(command, "--observer", q.observers,
            "observers in place of the protocol's, by label; each: every node alone")
      ->type_name("V,..|each");
  auto* target = add_nodes(command, "--target", q.targets, "nodes whose losses are wanted, or all (default)")
                     ->type_name("U,..|all");
  auto* group = add_nodes(command, "--group", q.group, "nodes that change together, with any signs")
                    ->type_name("U,..")
                    ->excludes(target);
  add_nodes(command, "--direction", q.direction, "one fixed change, such as 0:1,2:-1/3")
      ->type_name("U:C,..")
      ->excludes(target)
      ->excludes(group);
}

}  // namespace

void add_account_linear(CLI::App& account, Action& action) {
  auto* command = account.add_subcommand("linear", "any linear Gaussian view: your own protocol, or two matrices");
  auto options = std::make_shared<AccountLinearOptions>();
  auto& q = options->question;
  add_common(*command, options->common);
  reads(command->add_option("--protocol", q.source.protocol, "a protocol (docs/linear.md)")
            ->check(existing_file())
            ->type_name("FILE"),
        json_and_named_files);
  reads(command->add_option("--signal", q.source.signal, "A of y = A x + B z, .mtx or .npy")
            ->check(existing_file())
            ->type_name("FILE"));
  reads(command->add_option("--noise", q.source.noise, "B, .mtx or .npy")->check(existing_file())->type_name("FILE"));
  command->add_option("--rounds", q.source.rounds, "rounds of the columns of A: column r n + u is node u in round r")
      ->capture_default_str();
  add_subjects(*command, q);
  command->add_option("--participation", q.participation, "rounds of a target: every, once, period:B, at-most:K:GAP")
      ->type_name("P")
      ->capture_default_str();
  add_contributions(*command, options->contributions);
  command->add_option("--delta", q.terms.delta, "also give the exact epsilon of (epsilon, delta)-DP");
  command->add_option("--fpr", q.terms.fpr, "also give the best test's true positive rate at this false positive rate");
  add_promised_epsilon(*command, q.claimed_epsilon, q.terms.delta);
  command
      ->add_option("--meet", q.meet,
                   "also give the noise that would keep a promise, such as 'epsilon(1e-5) <= 2': the factor on all "
                   "noise, on each noise of the protocol alone, and the best split between node and pair noise")
      ->type_name("PROMISE");
  command->add_flag("--reconstruct", q.reconstruct, "also say who would be solved for without any noise");
  command->add_flag("--witness", q.witness, "also give noise that hides the change and the best test, as fractions");
  add_certificate(*command, options->certificate);
  command->footer(exit_codes("the losses are known, and the promise holds", "the promise is refuted",
                             "the promise is inconclusive: the loss is not known well enough"));
  command->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace hearsay::cli
