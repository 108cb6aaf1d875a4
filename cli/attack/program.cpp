// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <utility>

#include <hearsay/core/error.hpp>
#include <hearsay/core/printable.hpp>
#include <hearsay/system/ranks.hpp>
#include "api/render/result.hpp"
#include "cli/attack/program_outputs.hpp"
#include "cli/attack/program_words.hpp"
#include "cli/common/interrupt.hpp"
#include "cli/common/verb.hpp"
#include "empirical/attack/program_pool.hpp"

namespace hearsay::cli {

namespace {

struct AttackProgramOptions {
  Common common;
  ProgramFiles files;
  empirical::ProgramCommand command;
  std::uint64_t runs = 10'000;
  double epsilon = 0.0, delta = 0.0, confidence = 0.95, timeout = 60.0;
  std::string features = "auto";
  bool to_the_end = false;
};

empirical::ViewFeatures parse_features(const std::string& name) {
  if (name == "raw") return empirical::ViewFeatures::raw;
  return name == "events" ? empirical::ViewFeatures::events : empirical::ViewFeatures::automatic;
}

nlohmann::ordered_json parameters_json(const AttackProgramOptions& options) {
  return {{"program", options.command.words}, {"runs", options.runs},           {"epsilon", options.epsilon},
          {"delta", options.delta},           {"features", options.features},   {"confidence", options.confidence},
          {"timeout", options.timeout},       {"fresh", options.command.fresh}, {"to_the_end", options.to_the_end}};
}

ProgramQuestion question_in_words(const AttackProgramOptions& options) {
  return {.epsilon = options.epsilon,
          .delta = options.delta,
          .confidence = options.confidence,
          .runs = options.runs,
          .fresh = options.command.fresh};
}

/// Writes what there is. @return the exit code.
int finish(const AttackProgramOptions& options, const empirical::ProgramResult& found, const Stopwatch& watch,
           const std::string& why_not) {
  const auto question = question_in_words(options);
  const auto words = program_words(question, found);
  if (options.common.wants_table()) put_text(words);
  if (!why_not.empty()) say(why_not);
  auto result = envelope("attack program", parameters_json(options), options.common.origin());
  result.update(program_json(question, found));
  write_json(options.common, result);
  write_program_junit(
      options.files,
      {.promise = promise_text(question), .program = options.command.words[0], .words = words, .why_not = why_not},
      found, watch.seconds());
  return found.refuted || found.refuted_by_representation ? 1 : found.complete ? 0 : 3;
}

int run_attack(const AttackProgramOptions& options) {
  const Stopwatch watch;
  if (ranks::count() > 1)
    throw Error(Errc::conditions, "attack program", "runs as one process; --workers starts several copies");
  const auto question = question_of(parameters_json(options), options.common);
  auto state = resumed_program(options.files, question);
  catch_interrupts();
  auto command = options.command;
  command.timeout = std::chrono::duration<double>(options.timeout);
  if (command.workers == 0) command.workers = options.common.jobs;
  std::optional<empirical::ProgramPool> pool;
  try {
    pool.emplace(command, interrupted);
  } catch (const Error& error) {
    if (error.code() != Errc::file) throw;
    return finish(options, {.state = std::move(state)}, watch,
                  fmt::format("attack program: {}", printable(error.what())));
  }
  const auto found =
      empirical::attack_program({.epsilon = options.epsilon,
                                 .delta = options.delta,
                                 .runs = options.runs,
                                 .confidence = options.confidence,
                                 .features = parse_features(options.features),
                                 .to_the_end = options.to_the_end,
                                 .seed = options.common.seeded(),
                                 .run = [&](std::span<const empirical::ProgramTrial> trials,
                                            const empirical::TellOutcome& tell) { pool->run(trials, tell); },
                                 .watch = program_keeper(options.files, question, options.runs)},
                                std::move(state));
  store_program(options.files, question, found.state);
  const auto why_not = why_incomplete(question_in_words(options), found, pool->trouble());
  pool.reset();
  return finish(options, found, watch, why_not);
}

}  // namespace

void add_attack_program(CLI::App& attack, Action& action) {
  auto* command = attack.add_subcommand(
      "program",
      "black-box attack on a program of your own, which answers trials in lines of JSON (docs/attack_program.md)");
  auto options = std::make_shared<AttackProgramOptions>();
  add_common(*command, options->common);
  command->add_option("--epsilon", options->epsilon, "of the promise")->check(finite_non_negative())->required();
  command->add_option("--delta", options->delta, "of the promise; 0 is allowed")
      ->check(finite_non_negative())
      ->required();
  command->add_option("--runs", options->runs, "trials in all; a quarter of them train the attack")
      ->check(natural_number())
      ->type_name("UINT")
      ->capture_default_str();
  command->add_option("--workers", options->command.workers, "copies of the program at the same time (default: --jobs)")
      ->check(CLI::Range(1, 1024));
  command
      ->add_option("--features", options->features,
                   "what is looked at: everything, only the values of numbers, or views only as lists of events")
      ->check(CLI::IsMember({"auto", "raw", "events"}))
      ->type_name("NAME")
      ->capture_default_str();
  command->add_option("--confidence", options->confidence, "of the lower bounds")->capture_default_str();
  command->add_option("--timeout", options->timeout, "seconds that an answer may take; none then is an outcome, too")
      ->check(CLI::Range(0.001, 1e6))
      ->type_name("S")
      ->capture_default_str();
  command->add_flag("--to-the-end", options->to_the_end,
                    "use all runs, though the promise is broken before: for the largest bounds");
  command->add_flag("--fresh", options->command.fresh, "start the program anew for every trial");
  add_program_files(*command, options->files);
  reads(command->add_option("program", options->command.words, "the program and its arguments, after --")
            ->required()
            ->type_name("PROGRAM"),
        file_if_there);
  command->footer(exit_codes("the promise is not refuted; that is no evidence of privacy", "the promise is refuted",
                             "the program cannot be started or fails too often, or the run was cut short"));
  command->callback([options, &action] { action = [options] { return run_attack(*options); }; });
}

}  // namespace hearsay::cli
