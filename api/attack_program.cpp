// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/attack_program.hpp"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <span>

#include <hearsay/audit/promise.hpp>
#include <hearsay/core/error.hpp>
#include "api/attack_program_state.hpp"
#include "empirical/attack/program_pool.hpp"
#include "empirical/attack/program_replay.hpp"

namespace hearsay::api {

namespace {

using empirical::ProgramPool;
using empirical::ProgramState;
using empirical::ViewFeatures;

constexpr std::array<std::pair<std::string_view, ViewFeatures>, 3> features_names = {
    {{"auto", ViewFeatures::automatic}, {"raw", ViewFeatures::raw}, {"events", ViewFeatures::events}}};

nlohmann::ordered_json identity_of(const AttackProgramQuestion& question, random::Seed seed) {
  auto parameters = parameters_json(question);
  parameters.erase("runs");
  parameters.erase("to_the_end");
  parameters.erase("until");
  return run_identity("attack program", std::move(parameters), seed);
}

/// The attack that a state belongs to, and the state. @throws nlohmann::json::exception, Error.
empirical::ChosenEvents chosen_events(const nlohmann::ordered_json& stored) {
  const auto& parameters = stored.at("attack").at("parameters");
  AttackProgramQuestion question{.program = {}, .delta = parameters.at("delta").get<double>()};
  if (parameters.contains("promise")) {
    set_promise(question, parameters.at("promise").get<std::string>());
  } else {
    question.epsilon = parameters.at("epsilon").get<double>();
  }
  question.confidence = parameters.at("confidence").get<double>();
  question.features = features_named(parameters.at("features").get<std::string>());
  return {.attack = attack_of(question, {whole_number(stored.at("attack").at("seed"))}),
          .state = read_program_state(stored)};
}

/// chosen_events(). @throws Error(Errc::syntax) named `name` if it is no state.
empirical::ChosenEvents read_chosen_events(const nlohmann::ordered_json& stored, const std::string& name) {
  try {
    return chosen_events(stored);
  } catch (const nlohmann::json::exception&) {
  } catch (const Error&) {
  }
  throw Error(Errc::syntax, name, "is not a state written by `resume`");
}

}  // namespace

empirical::ProgramCommand command_of(const AttackProgramQuestion& question, const Execution& execution) {
  return {.words = question.program,
          .workers = question.workers == 0 ? execution.jobs : question.workers,
          .fresh = question.fresh,
          .timeout = std::chrono::duration<double>(question.timeout)};
}

empirical::ProgramAttack attack_of(const AttackProgramQuestion& question, random::Seed seed) {
  return {.epsilon = question.epsilon,
          .delta = question.delta,
          .promise = question.promise,
          .runs = question.runs,
          .confidence = question.confidence,
          .features = question.features,
          .to_the_end = question.to_the_end,
          .until = question.until,
          .seed = seed,
          .run = {}};
}

void set_promise(AttackProgramQuestion& question, std::string_view text) {
  const auto promise = audit::parse_promise(text, "`promise`");
  using audit::Quantity;
  const bool known =
      promise.quantity == Quantity::epsilon || promise.quantity == Quantity::mu || promise.quantity == Quantity::renyi;
  if (!known || !promise.bound)
    throw Error(Errc::conditions, "`promise`",
                "must be 'epsilon(DELTA) <= E', 'mu <= M' or 'renyi(ORDER) <= X' for a program");
  if (promise.quantity == Quantity::epsilon) {
    question.epsilon = *promise.bound;
    question.delta = promise.parameter;
    return;
  }
  question.promise = {.bound = *promise.bound};
  if (promise.quantity == Quantity::renyi) question.promise->order = promise.parameter;
}

AttackProgramAnswer attack_program(const AttackProgramQuestion& question, const Execution& execution,
                                   const Continuation& continuation) {
  const auto run = identity_of(question, execution.seed);
  auto state = continuation.state ? restored(continuation, run, read_program_state) : ProgramState{};
  AttackProgramAnswer answer{.question = question};
  ProgramPool pool(command_of(question, execution), execution.stop);
  auto attack = attack_of(question, execution.seed);
  attack.run = [&](std::span<const empirical::ProgramTrial> trials, const empirical::TellOutcome& tell) {
    pool.run(trials, tell);
  };
  attack.watch = [&, interval = Interval(std::chrono::seconds(5))](const ProgramState& reached) mutable {
    if (execution.progress) execution.progress(reached.training.size() + reached.certified, question.runs, "runs");
    if (continuation.keep && interval.passed()) continuation.keep(to_json(run, reached));
  };
  answer.found = empirical::attack_program(attack, std::move(state));
  if (continuation.keep) continuation.keep(to_json(run, answer.found.state));
  answer.trouble = pool.trouble();
  return answer;
}

AttackProgramAnswer replay_program(const AttackProgramQuestion& question, const Execution& execution,
                                   const nlohmann::ordered_json& state, const std::string& name) {
  const auto chosen = read_chosen_events(state, name);
  AttackProgramAnswer answer{.question = question};
  answer.question.features = chosen.attack.features;
  answer.replayed = {.seed = chosen.attack.seed.value, .training = chosen.state.training_size};
  ProgramPool pool(command_of(question, execution), execution.stop);
  auto attack = attack_of(question, execution.seed);
  attack.run = [&](std::span<const empirical::ProgramTrial> trials, const empirical::TellOutcome& tell) {
    pool.run(trials, tell);
  };
  attack.watch = [&](const ProgramState& reached) {
    if (execution.progress) execution.progress(reached.certified, question.runs, "runs");
  };
  answer.found = empirical::replay_program(attack, chosen);
  answer.trouble = pool.trouble();
  return answer;
}

AttackEnd end_of(const AttackProgramAnswer& answer) {
  const auto& found = answer.found;
  return {.refuted = found.refuted || found.refuted_by_representation,
          .partial = !found.complete,
          .why = why_incomplete(answer)};
}

ViewFeatures features_named(std::string_view name) {
  for (const auto& [known, features] : features_names) {
    if (known == name) return features;
  }
  throw Error(Errc::unknown, "`features`", fmt::format("unknown value '{}'; known: auto, raw, events", name));
}

std::string_view name_of(ViewFeatures features) { return features_names.at(static_cast<std::size_t>(features)).first; }

}  // namespace hearsay::api
