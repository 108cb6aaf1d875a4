// SPDX-License-Identifier: GPL-3.0-or-later
#include <memory>

#include <hearsay/core/error.hpp>
#include <hearsay/system/ranks.hpp>
#include "api/attack_program.hpp"
#include "cli/attack/run.hpp"
#include "cli/common/interrupt.hpp"

namespace hearsay::cli {

namespace {

struct AttackProgramOptions {
  Common common;
  AttackProgramQuestion question;
  std::string features = "auto", junit, state;
  bool fail_inconclusive = false;
};

int run(const AttackProgramOptions& options) {
  if (ranks::count() > 1)
    throw Error(Errc::conditions, "attack program", "runs as one process; --workers starts several copies");
  auto question = options.question;
  question.features = features_named(options.features);
  catch_interrupts();
  const auto answer = attack_program(question, options.common.execution(), resume(options.state, -1));
  const int code = show_attack(options.common, answer);
  if (!options.junit.empty())
    write_file(options.junit, with_options(junit(answer, options.common.origin().seconds, options.fail_inconclusive)));
  return code == 0 && options.fail_inconclusive ? 3 : code;
}

}  // namespace

void add_attack_program(CLI::App& attack, Action& action) {
  auto* command = attack.add_subcommand(
      "program",
      "black-box attack on your own program, which answers each trial with a line of JSON (docs/attack_program.md)");
  auto options = std::make_shared<AttackProgramOptions>();
  auto& q = options->question;
  add_common(*command, options->common);
  command->add_option("--epsilon", q.epsilon, "epsilon of the promise")->check(finite_non_negative())->required();
  command->add_option("--delta", q.delta, "delta of the promise; 0 is allowed")
      ->check(finite_non_negative())
      ->required();
  command->add_option("--runs", q.runs, "number of trials; a quarter of them train the attack")
      ->check(natural_number())
      ->type_name("UINT")
      ->capture_default_str();
  command->add_option("--workers", q.workers, "copies of the program that run at the same time (default: --jobs)")
      ->check(CLI::Range(1, 1024));
  command
      ->add_option(
          "--features", options->features,
          "what the attack uses of a view. auto: everything; raw: the values of numbers; events: the list of events")
      ->check(CLI::IsMember({"auto", "raw", "events"}))
      ->type_name("NAME")
      ->capture_default_str();
  command->add_option("--confidence", q.confidence, "confidence of the lower bounds")->capture_default_str();
  command->add_option("--timeout", q.timeout, "timeout per answer in seconds; a timeout counts as an outcome")
      ->check(CLI::Range(0.001, 1e6))
      ->type_name("S")
      ->capture_default_str();
  auto* to_the_end = command->add_flag("--to-the-end", q.to_the_end,
                                       "use all runs, also after the promise is refuted, for larger bounds");
  command
      ->add_option("--until", q.until,
                   "go on after the promise is refuted until the lower bound on epsilon exceeds E (default: --epsilon)")
      ->check(finite_non_negative())
      ->type_name("E")
      ->excludes(to_the_end);
  command->add_flag("--fail-inconclusive", options->fail_inconclusive,
                    "exit with 3 if the promise is not refuted, and fail in JUnit XML");
  command->add_flag("--fresh", q.fresh, "start the program again for every trial");
  writes(command
             ->add_option(
                 "--junit", options->junit,
                 "write JUnit XML: a failure if the promise is refuted, an error if the run was cut short, otherwise "
                 "skipped")
             ->check(writable_file())
             ->type_name("FILE"));
  add_resume(*command, options->state,
             "continue from the state in FILE, which is created if missing, and write the new state to it");
  reads(command->add_option("program", q.program, "the program and its arguments, after --")
            ->required()
            ->type_name("PROGRAM"),
        file_if_there);
  command->footer(exit_codes("the promise is not refuted; that is no evidence of privacy", "the promise is refuted",
                             "too many trials fail, the run was cut short, or --fail-inconclusive and not refuted"));
  command->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace hearsay::cli
