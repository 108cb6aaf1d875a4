// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <memory>
#include <utility>

#include <hearsay/core/error.hpp>
#include <hearsay/report/text.hpp>
#include <hearsay/system/ranks.hpp>
#include "cli/interrupt.hpp"
#include "cli/page.hpp"
#include "cli/program_outputs.hpp"
#include "cli/result.hpp"
#include "cli/verb.hpp"
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
};

empirical::ViewFeatures parse_features(const std::string& name) {
  if (name == "raw") return empirical::ViewFeatures::raw;
  return name == "events" ? empirical::ViewFeatures::events : empirical::ViewFeatures::automatic;
}

nlohmann::ordered_json parameters_json(const AttackProgramOptions& options) {
  return {{"program", options.command.words}, {"runs", options.runs},          {"epsilon", options.epsilon},
          {"delta", options.delta},           {"features", options.features},  {"confidence", options.confidence},
          {"timeout", options.timeout},       {"fresh", options.command.fresh}};
}

std::string promise_text(const AttackProgramOptions& options) {
  return fmt::format("epsilon({:g}) <= {:g}", options.delta, options.epsilon);
}

nlohmann::ordered_json rate(const Bracket& b) {
  return {{"lower", b.lower()}, {"estimate", b.estimate()}, {"upper", b.upper()}};
}

nlohmann::ordered_json result_json(const AttackProgramOptions& options, const empirical::ProgramResult& found) {
  auto result = envelope("attack program", parameters_json(options), options.common);
  const auto& state = found.state;
  result.update({{"promise",
                  {{"text", promise_text(options)},
                   {"quantity", "epsilon"},
                   {"delta", options.delta},
                   {"bound", options.epsilon}}},
                 {"verdict", found.refuted ? "refuted" : "inconclusive"},
                 {"epsilon_lower", found.epsilon_lower},
                 {"delta", options.delta},
                 {"mu_lower", found.mu_lower},
                 {"confidence", options.confidence},
                 {"trials", {{"train", state.training.size()}, {"certify", state.certified}}},
                 {"failures", {{"certify", state.failures}}},
                 {"features", found.event},
                 {"threshold", found.threshold},
                 {"true_positive_rate", rate(found.rates.true_positive)},
                 {"false_positive_rate", rate(found.rates.false_positive)},
                 {"assumption", "trials are independent of each other"}});
  if (!found.complete) result["partial"] = {{"trials", state.training.size() + state.certified}};
  return result;
}

void print_result(const AttackProgramOptions& options, const empirical::ProgramResult& found) {
  if (!options.common.wants_table() || found.event.empty()) return;
  put("{}", paragraph("trained on {} trials, certified on {}; the event that was frozen looks at {}",
                      found.state.training.size(), found.state.certified, found.event));
  put("{}", paragraph("it happened in {:.4f} of the runs in world 1, in {:.4f} of those in world 0",
                      found.rates.true_positive.estimate(), found.rates.false_positive.estimate()));
  if (found.state.failures > 0)
    put("{}", paragraph("{} of the runs that certify failed; a failure is seen like any other outcome",
                        found.state.failures));
  put("{}", paragraph("epsilon >= {:.6g} at delta = {:g}, mu >= {:.6g}, with confidence {:g}, if trials are "
                      "independent of each other",
                      found.epsilon_lower, options.delta, found.mu_lower, options.confidence));
  put("{}", paragraph("promise '{}': {}", promise_text(options),
                      found.refuted ? "refuted" : "inconclusive; that is no evidence of privacy"));
  if (found.refuted && found.event.find("bit") != found.event.npos) {
    put("{}", paragraph("the event is about how numbers are rounded: noise added in floating point shows there "
                        "what it hides elsewhere. Rounding views to a fixed grid helps; --features raw looks "
                        "at the values only"));
  }
}

/// The last line that says something.
std::string last_line(std::string text) {
  const auto end = text.find_last_not_of(" \n\r\t");
  if (end == text.npos) return {};
  text.resize(end + 1);
  const auto begin = text.find_last_of('\n');
  return begin == text.npos ? text : text.substr(begin + 1);
}

std::string failure_line(const empirical::ProgramFailure& failure, bool fresh) {
  const bool ended = failure.how.starts_with("ended");
  const auto said = last_line(failure.errors);
  return fmt::format("attack program: more than a tenth of the trials that train failed, trial {} first: {}{}{}",
                     failure.trial, failure.how, said.empty() ? "" : ": " + said,
                     ended && !fresh && failure.trial > 0 ? " (a program that answers once needs --fresh)" : "");
}

/// Writes what there is. @return the exit code.
int finish(const AttackProgramOptions& options, const empirical::ProgramResult& found, const Stopwatch& watch,
           const std::string& why_not) {
  print_result(options, found);
  if (!why_not.empty()) say(why_not);
  write_json(options.common, result_json(options, found));
  write_program_junit(options.files,
                      {.promise = promise_text(options), .program = options.command.words[0], .why_not = why_not},
                      found, watch.seconds());
  return found.refuted ? 1 : found.complete ? 0 : 3;
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
    return finish(options, {.state = std::move(state), .event = {}, .failure = {}}, watch,
                  fmt::format("attack program: {}", error.what()));
  }
  const auto found = empirical::attack_program(
      {.epsilon = options.epsilon,
       .delta = options.delta,
       .runs = options.runs,
       .confidence = options.confidence,
       .features = parse_features(options.features),
       .seed = options.common.seeded(),
       .run = [&](std::span<const empirical::ProgramTrial> trials) { return pool->run(trials); },
       .watch = program_keeper(options.files, question, options.runs)},
      std::move(state));
  store_program(options.files, question, found.state);
  std::string why_not;
  if (found.failure) {
    why_not = failure_line(*found.failure, command.fresh);
  } else if (!found.complete) {
    why_not = fmt::format("cut short: the result is partial, of the first {} of {} runs",
                          found.state.training.size() + found.state.certified, options.runs);
  }
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
                   "what is looked at: everything, numbers only as numbers, or views only as lists of events")
      ->check(CLI::IsMember({"auto", "raw", "events"}))
      ->type_name("NAME")
      ->capture_default_str();
  command->add_option("--confidence", options->confidence, "of the lower bounds")->capture_default_str();
  command->add_option("--timeout", options->timeout, "seconds that an answer may take; none then is an outcome, too")
      ->check(CLI::Range(0.001, 1e6))
      ->type_name("S")
      ->capture_default_str();
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
