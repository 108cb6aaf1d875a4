// SPDX-License-Identifier: GPL-3.0-or-later
#include <memory>

#include <hearsay/core/error.hpp>
#include <hearsay/core/json_text.hpp>
#include <hearsay/system/ranks.hpp>
#include "api/attack_program.hpp"
#include "api/attack_program_dry_run.hpp"
#include "cli/attack/run.hpp"
#include "cli/common/interrupt.hpp"

namespace hearsay::cli {

namespace {

struct AttackProgramOptions {
  Common common;
  AttackProgramQuestion question;
  std::string features = "auto", promise, junit, state, replay;
  bool fail_inconclusive = false, dry = false, delta_given = false;
};

AttackProgramAnswer attack(const AttackProgramOptions& options, const AttackProgramQuestion& question) {
  const auto execution = options.common.execution();
  if (options.replay.empty()) return attack_program(question, execution, resume(options.state, -1));
  return replay_program(question, execution, read_json<nlohmann::ordered_json>(options.replay), options.replay);
}

int run(const AttackProgramOptions& options) {
  if (ranks::count() > 1)
    throw Error(Errc::conditions, "attack program", "runs as one process; --workers starts several copies");
  auto question = options.question;
  question.features = features_named(options.features);
  if (!options.promise.empty()) {
    set_promise(question, options.promise);
    if (options.delta_given && !question.promise) throw Error(Errc::conditions, "`delta`", "is in `promise`");
  }
  catch_interrupts();
  if (options.dry) {
    const auto tried = dry_run(question, options.common.execution());
    show(options.common, tried);
    return tried.answered() ? 0 : 3;
  }
  const auto answer = attack(options, question);
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
  auto* epsilon = command->add_option("--epsilon", q.epsilon, "epsilon of the promise")->check(finite_non_negative());
  auto* delta =
      command->add_option("--delta", q.delta, "delta of the promise; 0 is allowed")->check(finite_non_negative());
  epsilon->needs(delta);
  auto* promise =
      command
          ->add_option("--promise", options->promise,
                       "in place of --epsilon and --delta: 'mu <= M', 'renyi(ORDER) <= X' or 'epsilon(DELTA) "
                       "<= E', also as M-GDP, (ORDER, X)-RDP or (E, DELTA)-DP")
          ->type_name("TEXT")
          ->excludes(epsilon);
  command->add_option("--runs", q.runs, "number of trials; a quarter of them train the attack")
      ->check(natural_number())
      ->type_name("UINT")
      ->capture_default_str();
  command->add_option("--workers", q.workers, "copies of the program that run at the same time (default: --jobs)")
      ->check(CLI::Range(1, 1024));
  auto* features = command->add_option(
      "--features", options->features,
      "what the attack uses of a view. auto: everything; raw: the values of numbers; events: the list of events");
  features->check(CLI::IsMember({"auto", "raw", "events"}))->type_name("NAME")->capture_default_str();
  command->add_option("--confidence", q.confidence, "confidence of the lower bounds")->capture_default_str();
  command->add_option("--timeout", q.timeout, "timeout per answer in seconds; a timeout counts as an outcome")
      ->check(CLI::Range(0.001, 1e6))
      ->type_name("S")
      ->capture_default_str();
  auto* to_the_end = command->add_flag("--to-the-end", q.to_the_end,
                                       "use all runs, also after the promise is refuted, for larger bounds");
  auto* until = command->add_option(
      "--until", q.until, "go on after the promise is refuted until its lower bound exceeds E (default: the promise)");
  until->check(finite_non_negative())->type_name("E")->excludes(to_the_end);
  command->add_flag("--fail-inconclusive", options->fail_inconclusive,
                    "exit with 3 if the promise is not refuted, and fail in JUnit XML");
  command->add_flag("--fresh", q.fresh, "start the program again for every trial");
  auto* junit = writes(
      command
          ->add_option(
              "--junit", options->junit,
              "write JUnit XML: a failure if the promise is refuted, an error if the run was cut short, otherwise "
              "skipped")
          ->check(writable_file())
          ->type_name("FILE"));
  auto* state =
      add_resume(*command, options->state,
                 "continue from the state in FILE, which is created if missing, and write the new state to it");
  auto* replay = reads(command
                           ->add_option("--replay", options->replay,
                                        "count the event that certified most in the run of the state in FILE "
                                        "(--resume) on --runs fresh trials, with another --seed; nothing is chosen")
                           ->check(existing_file())
                           ->type_name("FILE"));
  for (auto* other : {state, until, to_the_end, features}) replay->excludes(other);
  auto* dry = command->add_flag("--dry-run", options->dry,
                                "run a few trials, and say what was understood and how long the run would take");
  for (auto* other : {junit, state, replay}) dry->excludes(other);
  reads(command->add_option("program", q.program, "the program and its arguments, after --")
            ->required()
            ->type_name("PROGRAM"),
        file_if_there);
  command->footer(exit_codes("the promise is not refuted; that is no evidence of privacy", "the promise is refuted",
                             "too many trials fail, the run was cut short, or --fail-inconclusive and not refuted"));
  command->callback([options, epsilon, delta, promise, &action] {
    options->delta_given = delta->count() > 0;
    if (epsilon->count() + promise->count() == 0) throw CLI::RequiredError("--epsilon and --delta, or --promise");
    action = [options] { return run(*options); };
  });
}

}  // namespace hearsay::cli
