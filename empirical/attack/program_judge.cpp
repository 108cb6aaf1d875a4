// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/attack/program_judge.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <hearsay/core/error.hpp>
#include <hearsay/stats/anytime.hpp>
#include "empirical/attack/renyi_bound.hpp"

namespace hearsay::empirical {

namespace {

double promised_bound(const ProgramAttack& attack) { return attack.promise ? attack.promise->bound : attack.epsilon; }

/// About as many trials as will certify in each world, whatever `runs` is when the run is resumed.
double expected_trials(const ProgramState& state) { return 1.5 * static_cast<double>(state.training_size); }
/// Of the confidence sequences.
double weight_of(const ProgramState& state) { return std::clamp(expected_trials(state) / 10.0, 4.0, 300.0); }

}  // namespace

void require_legal(const ProgramAttack& attack) {
  if (attack.promise) {
    require_non_negative("attack program", "the bound of the promise", attack.promise->bound);
    if (attack.promise->order) require_renyi_order("attack program", *attack.promise->order);
  } else {
    require_non_negative("attack program", "epsilon", attack.epsilon);
  }
  if (!(attack.delta >= 0.0 && attack.delta < 1.0))
    throw Error(Errc::domain, "attack program", fmt::format("delta = {} must be in [0, 1)", attack.delta));
  if (attack.until && !(*attack.until >= promised_bound(attack)))
    throw Error(Errc::domain, "attack program",
                fmt::format("until = {} must be at least {} = {}", *attack.until,
                            attack.promise ? "the bound of the promise" : "epsilon", promised_bound(attack)));
  require_open_unit("attack program", "confidence", attack.confidence);
  if (attack.runs < 100 || attack.runs > (std::uint64_t{1} << 32))
    throw Error(Errc::domain, "attack program",
                fmt::format("runs = {} must be between 100 and 4294967296", attack.runs));
}

double promised_lower(const Rates& rates, const ProgramAttack& attack) {
  if (!attack.promise) return epsilon_lower(rates, attack.delta);
  return attack.promise->order ? renyi_lower(rates, *attack.promise->order) : mu_lower(rates);
}

void judge(JudgedEvent& event, const ProgramAttack& attack) {
  event.epsilon_lower = epsilon_lower(event.rates, attack.delta);
  event.mu_lower = mu_lower(event.rates);
  if (attack.promise && attack.promise->order) event.renyi_lower = renyi_lower(event.rates, *attack.promise->order);
  event.promised_lower = promised_lower(event.rates, attack);
}

bool breaks(const ProgramBounds& bounds, const ProgramAttack& attack, std::optional<double> beyond) {
  const double shown = !attack.promise ? bounds.epsilon : attack.promise->order ? bounds.renyi : bounds.mu;
  return shown > beyond.value_or(promised_bound(attack));
}

ProgramBounds larger(const ProgramBounds& a, const JudgedEvent& b) {
  return {.epsilon = std::max(a.epsilon, b.epsilon_lower),
          .mu = std::max(a.mu, b.mu_lower),
          .renyi = std::max(a.renyi, b.renyi_lower)};
}

FrozenEvents frozen_events(const ProgramAttack& attack, const ProgramState& state) {
  std::vector<int> worlds;
  for (std::size_t i = 0; i < state.training.size(); ++i)
    worlds.push_back(program_trial(attack.seed, static_cast<std::uint32_t>(i)).world);
  EventPurpose purpose{.epsilon = attack.epsilon,
                       .delta = attack.delta,
                       .trials = expected_trials(state),
                       .alpha = 1.0 - attack.confidence,
                       .weight = weight_of(state)};
  if (attack.promise)
    purpose.promised = {.lower = [&](const Rates& rates) { return promised_lower(rates, attack); },
                        .bound = attack.promise->bound};
  return {state.training, worlds, attack.features, purpose};
}

std::vector<JudgedEvent> judged_events(const FrozenEvents& frozen, const ProgramAttack& attack,
                                       const ProgramState& state) {
  std::vector<JudgedEvent> events;
  for (const auto& [subject, event, alpha] : frozen.events()) {
    events.push_back({.name = {.subject = subject, .looks_at = event.score.name, .threshold = event.threshold},
                      .alpha = alpha,
                      .tally = {}});
    auto& judged = events.back();
    if (events.size() > state.tallies.size()) continue;
    const auto& tally = judged.tally = state.tallies[events.size() - 1];
    judged.rates = {stats::anytime_interval(tally.true_alarms, tally.positives, 0.5 * alpha, weight_of(state)),
                    stats::anytime_interval(tally.false_alarms, tally.negatives, 0.5 * alpha, weight_of(state))};
    judge(judged, attack);
  }
  return events;
}

void count(Tally& tally, int world, bool happened) {
  (world == 1 ? tally.positives : tally.negatives) += 1;
  if (happened) (world == 1 ? tally.true_alarms : tally.false_alarms) += 1;
}

}  // namespace hearsay::empirical
