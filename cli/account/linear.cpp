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
    throw Error(Errc::conditions, "--certificate", "proves what one view shows; name the observers instead of 'each'");
  question.model = load_linear(question.source);
  question.terms.contributions = contributions_of(options.contributions);
  question.witness = question.witness || !options.certificate.empty();
  end_at_interrupts();
  const auto answer = account_linear(question, options.common.execution());
  show(options.common, answer);
  write_certificate(options.certificate, [&] { return proofs_of(answer); });
  return answer.audit ? exit_code(*answer.audit) : 0;
}

void add_subjects(CLI::App& command, LinearQuestion& q) {
  add_nodes(command, "--observer", q.observers,
            "observers, by label, instead of the protocol's; each: every node alone")
      ->type_name("V,..|each");
  auto* target = add_nodes(command, "--target", q.targets, "nodes whose losses are computed, by label (default: all)")
                     ->type_name("U,..|all");
  auto* group =
      add_nodes(command, "--group", q.group, "nodes whose contributions change together, with the worst signs")
          ->type_name("U,..")
          ->excludes(target);
  add_nodes(command, "--direction", q.direction,
            "one fixed change of the contributions as NODE:FACTOR, such as 0:1,2:-1/3")
      ->type_name("U:C,..")
      ->excludes(target)
      ->excludes(group);
}

}  // namespace

void add_account_linear(CLI::App& account, Action& action) {
  auto* command =
      account.add_subcommand("linear", "exact loss of any linear Gaussian view, from a protocol file or two matrices");
  auto options = std::make_shared<AccountLinearOptions>();
  auto& q = options->question;
  add_common(*command, options->common);
  reads(command->add_option("--protocol", q.source.protocol, "protocol as a JSON file (docs/linear.md)")
            ->check(existing_file())
            ->type_name("FILE"),
        json_and_named_files);
  reads(command->add_option("--signal", q.source.signal, "matrix A of the view y = A x + B z, .mtx or .npy")
            ->check(existing_file())
            ->type_name("FILE"));
  reads(command->add_option("--noise", q.source.noise, "matrix B of the view y = A x + B z, .mtx or .npy")
            ->check(existing_file())
            ->type_name("FILE"));
  command
      ->add_option("--rounds", q.source.rounds,
                   "number of rounds in the columns of A; with n nodes, column r n + u is node u in round r")
      ->capture_default_str();
  add_subjects(*command, q);
  command
      ->add_option("--participation", q.participation,
                   "rounds in which a target takes part. every: all rounds; once: the worst round; period:B: every "
                   "B-th round; at-most:K:GAP: at most K rounds, at least GAP apart")
      ->type_name("P")
      ->capture_default_str();
  add_contributions(*command, options->contributions);
  command->add_option("--delta", q.terms.delta, "also give the exact epsilon of (epsilon, delta)-DP at this delta");
  command->add_option("--fpr", q.terms.fpr,
                      "also give the true positive rate of the best test at this false positive rate");
  add_promised_epsilon(*command, q.claimed_epsilon, q.terms.delta);
  command
      ->add_option(
          "--meet", q.meet,
          "also give the least noise that keeps a promise such as 'epsilon(1e-5) <= 2'. Three results: the factor on "
          "all noise, the factor on each noise alone, and the best split between node noise and pair noise")
      ->type_name("PROMISE");
  command->add_flag("--reconstruct", q.reconstruct, "also list the inputs that are determined exactly without noise");
  command->add_flag("--witness", q.witness,
                    "also give, as fractions, the best test and a noise that hides the change (docs/linear.md)");
  add_certificate(*command, options->certificate);
  command->footer(exit_codes("the losses are known, and the promise holds", "the promise is refuted",
                             "the promise is inconclusive: a loss is not known precisely enough"));
  command->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace hearsay::cli
