// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/attack/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include <hearsay/core/error.hpp>
#include <hearsay/stats/anytime.hpp>

namespace hearsay::empirical {

namespace {

constexpr std::size_t largest_training = std::size_t{1} << 28;  ///< numbers and characters

void require_legal(const ProgramAttack& attack) {
  require_non_negative("attack program", "epsilon", attack.epsilon);
  if (!(attack.delta >= 0.0 && attack.delta < 1.0))
    throw Error(Errc::domain, "attack program", fmt::format("delta = {} must be in [0, 1)", attack.delta));
  if (attack.until && !(*attack.until >= attack.epsilon))
    throw Error(Errc::domain, "attack program",
                fmt::format("until = {} must be at least epsilon = {}", *attack.until, attack.epsilon));
  require_open_unit("attack program", "confidence", attack.confidence);
  if (attack.runs < 100 || attack.runs > (std::uint64_t{1} << 32))
    throw Error(Errc::domain, "attack program",
                fmt::format("runs = {} must be between 100 and 4294967296", attack.runs));
}

std::size_t size_of(const ProgramView& view) {
  std::size_t size = view.numbers.size();
  for (const auto& [place, digits] : view.digits) size += digits.size();
  for (const auto& event : view.events) size += event.size() + 1;
  return size;
}

void count(Tally& tally, int world, bool happened) {
  (world == 1 ? tally.positives : tally.negatives) += 1;
  if (happened) (world == 1 ? tally.true_alarms : tally.false_alarms) += 1;
}

void raise_to(ProgramBounds& bounds, const ProgramBounds& to) {
  bounds = {.epsilon = std::max(bounds.epsilon, to.epsilon), .mu = std::max(bounds.mu, to.mu)};
}

/// An attack while it runs.
class ProgramRun {
 public:
  ProgramRun(const ProgramAttack& attack, ProgramState state) : attack_(attack), result_{.state = std::move(state)} {
    if (now().training_size == 0) now().training_size = attack.runs / 4;
  }

  ProgramResult result() {
    if (train()) certify();
    return std::move(result_);
  }

 private:
  /// About as many trials as will certify in each world, whatever `runs` is when the run is resumed.
  [[nodiscard]] double expected_trials() const { return 1.5 * static_cast<double>(result_.state.training_size); }
  [[nodiscard]] double weight() const { return std::clamp(expected_trials() / 10.0, 4.0, 300.0); }
  [[nodiscard]] int world(std::uint64_t trial) const {
    return program_trial(attack_.seed, static_cast<std::uint32_t>(trial)).world;
  }
  ProgramState& now() { return result_.state; }

  bool train();
  void freeze();
  void certify();
  bool run_chunk(std::uint64_t first, std::uint64_t end, const std::function<void(ProgramView, std::uint64_t)>& keep);
  void note(const ProgramOutcome& outcome, std::uint32_t trial);
  void give_up(ProgramFailure::Why why) { result_.failure = {.why = why, .first = now().log.first()}; }
  void require_few_failures();
  void look();
  void keep_bounds();

  const ProgramAttack& attack_;
  ProgramResult result_;
  FrozenEvents frozen_;
};

void ProgramRun::require_few_failures() {
  if (10 * now().log.total() > now().training_size) give_up(ProgramFailure::Why::too_often);
}

void ProgramRun::note(const ProgramOutcome& outcome, std::uint32_t trial) {
  auto& log = now().log;
  if (!outcome.view.failed()) {
    log.answered();
    return;
  }
  log.add(trial, outcome.view.events.front(), outcome.said);
  if (trial == 1 && outcome.silent && log.kinds().size() == 1 && log.total() == 2) give_up(ProgramFailure::Why::silent);
  if (log.in_a_row() >= failures_in_a_row) give_up(ProgramFailure::Why::in_a_row);
}

/// Runs the trials from `first` up to the end of its chunk, but not to `end`. @return whether all are there.
bool ProgramRun::run_chunk(std::uint64_t first, std::uint64_t end,
                           const std::function<void(ProgramView, std::uint64_t)>& keep) {
  std::vector<ProgramTrial> trials;
  for (std::uint64_t i = first; i < std::min(end, (first / program_chunk + 1) * program_chunk); ++i)
    trials.push_back(program_trial(attack_.seed, static_cast<std::uint32_t>(i)));
  std::size_t told = 0;
  attack_.run(trials, [&](ProgramOutcome outcome) {
    note(outcome, trials[told].number);
    keep(std::move(outcome.view), trials[told].number);
    ++told;
    if (attack_.watch) attack_.watch(now());
    return !result_.failure;
  });
  return told == trials.size() && !result_.failure;
}

/// Runs the trials that train, unless they are there already. @return false: they are not all there now, or too many
/// failed.
bool ProgramRun::train() {
  std::size_t size = 0;
  for (const auto& view : now().training) size += size_of(view);
  if (now().certified == 0) require_few_failures();
  const auto keep = [&](ProgramView view, std::uint64_t) {
    size += size_of(view);
    if (size > largest_training)
      throw Error(Errc::too_large, "attack program", "the training views hold more than 2^28 numbers and characters");
    now().training.push_back(std::move(view));
    if (!result_.failure) require_few_failures();
  };
  bool all = !result_.failure;
  while (all && now().training.size() < now().training_size)
    all = run_chunk(now().training.size(), now().training_size, keep);
  return all;
}

void ProgramRun::freeze() {
  std::vector<int> worlds;
  for (std::size_t i = 0; i < now().training.size(); ++i) worlds.push_back(world(i));
  frozen_ = FrozenEvents(now().training, worlds, attack_.features,
                         {.epsilon = attack_.epsilon,
                          .delta = attack_.delta,
                          .trials = expected_trials(),
                          .alpha = 1.0 - attack_.confidence,
                          .weight = weight()});
  std::vector<EventName> names;
  for (const auto& [subject, event, alpha] : frozen_.events()) {
    names.push_back({.subject = subject, .looks_at = event.score.name, .threshold = event.threshold});
    result_.events.push_back({.name = names.back(), .alpha = alpha, .tally = {}});
  }
  if (now().certified > 0 && now().events != names)
    throw Error(Errc::conditions, "attack program",
                "the state counts other events than this version of hearsay chooses: start again without the state");
  now().events = std::move(names);
  now().tallies.resize(now().events.size());
  result_.trained = true;
  result_.looked_at_representation = frozen_.look_at_representation();
}

/// Judges the evidence as it is.
void ProgramRun::look() {
  result_.values = now().values;
  result_.representation = now().representation;
  for (std::size_t i = 0; i < result_.events.size(); ++i) {
    auto& judged = result_.events[i];
    judged.tally = now().tallies[i];
    const auto& tally = judged.tally;
    judged.rates = {stats::anytime_interval(tally.true_alarms, tally.positives, 0.5 * judged.alpha, weight()),
                    stats::anytime_interval(tally.false_alarms, tally.negatives, 0.5 * judged.alpha, weight())};
    judged.epsilon_lower = epsilon_lower(judged.rates, attack_.delta);
    judged.mu_lower = mu_lower(judged.rates);
    raise_to(judged.name.subject == EventSubject::values ? result_.values : result_.representation,
             {.epsilon = judged.epsilon_lower, .mu = judged.mu_lower});
  }
  result_.refuted = result_.values.epsilon > attack_.epsilon;
  result_.refuted_by_representation = result_.representation.epsilon > attack_.epsilon;
}

void ProgramRun::keep_bounds() {
  now().values = result_.values;
  now().representation = result_.representation;
}

void ProgramRun::certify() {
  freeze();
  const auto keep = [&](const ProgramView& view, std::uint64_t trial) {
    const auto happened = frozen_.happened(view);
    for (std::size_t i = 0; i < happened.size(); ++i) count(now().tallies[i], world(trial), happened[i]);
    now().failures += view.failed() ? 1 : 0;
    ++now().certified;
  };
  for (bool cut = false;;) {
    const std::uint64_t next = now().training_size + now().certified;
    const bool due = next % program_chunk == 0 || next >= attack_.runs;
    if (due || cut) look();
    const bool broken = result_.refuted && result_.values.epsilon > attack_.until.value_or(attack_.epsilon);
    result_.complete = due && ((broken && !attack_.to_the_end) || next >= attack_.runs);
    // What a run that was cut short sees between chunks must not change how it ends when it goes on.
    if (due) keep_bounds();
    if (result_.complete || cut) return;
    cut = !run_chunk(next, attack_.runs, keep);
  }
}

}  // namespace

const JudgedEvent* ProgramResult::best(EventSubject subject) const {
  const JudgedEvent* found = nullptr;
  for (const auto& event : events) {
    if (event.name.subject != subject) continue;
    if (found == nullptr || event.epsilon_lower > found->epsilon_lower) found = &event;
  }
  return found;
}

ProgramTrial program_trial(random::Seed seed, std::uint32_t number) {
  random::Stream coin(seed, random::Purpose::attack, number, 0), digits(seed, random::Purpose::attack, number, 1);
  const int world = static_cast<int>(coin.below(2));
  const auto high = digits.word64(), low = digits.word64();
  return {.number = number, .world = world, .seed = fmt::format("{:016x}{:016x}", high, low)};
}

ProgramResult attack_program(const ProgramAttack& attack, ProgramState state) {
  require_legal(attack);
  return ProgramRun(attack, std::move(state)).result();
}

}  // namespace hearsay::empirical
