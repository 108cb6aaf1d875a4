// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/attack/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include <hearsay/core/error.hpp>
#include <hearsay/stats/anytime.hpp>
#include "empirical/attack/view_event.hpp"

namespace hearsay::empirical {

namespace {

void require_legal(const ProgramAttack& attack) {
  require_non_negative("attack program", "epsilon", attack.epsilon);
  if (!(attack.delta >= 0.0 && attack.delta < 1.0))
    throw Error(Errc::domain, "attack program", fmt::format("delta = {} must be in [0, 1)", attack.delta));
  require_open_unit("attack program", "confidence", attack.confidence);
  if (attack.runs < 100 || attack.runs > (std::uint64_t{1} << 32))
    throw Error(Errc::domain, "attack program",
                fmt::format("runs = {} must be between 100 and 4294967296", attack.runs));
}

/// Outcomes of the trials from `first` up to the end of its chunk, but not to `end`.
std::vector<ProgramOutcome> run_chunk(const ProgramAttack& attack, std::uint64_t first, std::uint64_t end) {
  std::vector<ProgramTrial> trials;
  for (std::uint64_t i = first; i < std::min(end, (first / program_chunk + 1) * program_chunk); ++i)
    trials.push_back(program_trial(attack.seed, static_cast<std::uint32_t>(i)));
  auto outcomes = attack.run(trials);
  outcomes.resize(std::min(outcomes.size(), trials.size()));
  return outcomes;
}

std::size_t size_of(const ProgramView& view) {
  std::size_t size = view.numbers.size();
  for (const auto& event : view.events) size += event.size() + 1;
  return size;
}

/// Runs the trials that train, unless they are there already. @return false: they are not all there now, or too many
/// failed.
bool train(const ProgramAttack& attack, ProgramResult& result) {
  constexpr std::size_t largest = std::size_t{1} << 28;
  auto& state = result.state;
  std::uint64_t failures = 0;
  std::size_t size = 0;
  std::optional<ProgramFailure> first_failure;
  const auto count = [&](const ProgramView& view, const std::string& errors, std::size_t trial) {
    size += size_of(view);
    if (!view.failed()) return;
    if (++failures == 1) first_failure = {static_cast<std::uint32_t>(trial), view.events.front(), errors};
    if (10 * failures > state.training_size) result.failure = first_failure;
  };
  for (std::size_t i = 0; i < state.training.size(); ++i) count(state.training[i], "", i);
  while (!result.failure && state.training.size() < state.training_size) {
    const std::uint64_t first = state.training.size();
    auto outcomes = run_chunk(attack, first, state.training_size);
    const bool all =
        first + outcomes.size() == std::min(state.training_size, (first / program_chunk + 1) * program_chunk);
    for (auto& [view, errors] : outcomes) {
      count(view, errors, state.training.size());
      state.training.push_back(std::move(view));
    }
    if (size > largest)
      throw Error(Errc::too_large, "attack program", "the views that train hold more than 2^28 numbers and characters");
    if (attack.watch) attack.watch(state);
    if (!all) return false;
  }
  return !result.failure;
}

ViewEvent frozen_event(const ProgramAttack& attack, const ProgramState& state) {
  std::vector<LabeledView> views;
  for (std::size_t i = 0; i < state.training.size(); ++i) {
    views.push_back({.view = describe(state.training[i], attack.features),
                     .world = program_trial(attack.seed, static_cast<std::uint32_t>(i)).world});
  }
  return choose_event(views, attack.epsilon, attack.delta);
}

void count(Tally& tally, int world, bool happened) {
  (world == 1 ? tally.positives : tally.negatives) += 1;
  if (happened) (world == 1 ? tally.true_alarms : tally.false_alarms) += 1;
}

void judge(const ProgramAttack& attack, ProgramResult& result) {
  const auto& tally = result.state.tally;
  const double alpha = 0.5 * (1.0 - attack.confidence);
  result.rates = {stats::anytime_interval(tally.true_alarms, tally.positives, alpha),
                  stats::anytime_interval(tally.false_alarms, tally.negatives, alpha)};
  result.epsilon_lower = epsilon_lower(result.rates, attack.delta);
  result.mu_lower = mu_lower(result.rates);
  result.refuted = result.epsilon_lower > attack.epsilon;
}

}  // namespace

ProgramTrial program_trial(random::Seed seed, std::uint32_t number) {
  random::Stream coin(seed, random::Purpose::attack, number, 0), digits(seed, random::Purpose::attack, number, 1);
  const int world = static_cast<int>(coin.below(2));
  const auto high = digits.word64(), low = digits.word64();
  return {.number = number, .world = world, .seed = fmt::format("{:016x}{:016x}", high, low)};
}

ProgramResult attack_program(const ProgramAttack& attack, ProgramState state) {
  require_legal(attack);
  if (state.training_size == 0) state.training_size = attack.runs / 4;
  ProgramResult result{.state = std::move(state), .event = {}, .failure = {}};
  if (!train(attack, result)) return result;
  const auto event = frozen_event(attack, result.state);
  result.event = event.score.name;
  result.threshold = event.threshold;
  auto& now = result.state;
  for (judge(attack, result); !result.refuted; judge(attack, result)) {
    const std::uint64_t first = now.training_size + now.certified;
    if (first >= attack.runs) break;
    const auto outcomes = run_chunk(attack, first, attack.runs);
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      const int world = program_trial(attack.seed, static_cast<std::uint32_t>(first + i)).world;
      count(now.tally, world, event.happened(describe(outcomes[i].view, attack.features)));
      now.failures += outcomes[i].view.failed() ? 1 : 0;
      ++now.certified;
    }
    if (attack.watch) attack.watch(now);
    const bool all = first + outcomes.size() == std::min(attack.runs, (first / program_chunk + 1) * program_chunk);
    if (all) continue;
    judge(attack, result);
    result.complete = result.refuted;
    return result;
  }
  result.complete = true;
  return result;
}

}  // namespace hearsay::empirical
