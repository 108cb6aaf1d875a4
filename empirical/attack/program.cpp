// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/attack/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include <hearsay/core/error.hpp>
#include "empirical/attack/program_judge.hpp"

namespace hearsay::empirical {

namespace {

constexpr std::size_t largest_training = std::size_t{1} << 28;  ///< numbers and characters

std::size_t size_of(const ProgramView& view) {
  std::size_t size = view.numbers.size();
  for (const auto& [place, digits] : view.digits) size += digits.size();
  for (const auto& event : view.events) size += event.size() + 1;
  return size;
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
  frozen_ = frozen_events(attack_, now());
  result_.events = judged_events(frozen_, attack_, {});
  std::vector<EventName> names;
  for (const auto& event : result_.events) names.push_back(event.name);
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
  result_.events = judged_events(frozen_, attack_, now());
  for (const auto& judged : result_.events) {
    auto& bounds = judged.name.subject == EventSubject::values ? result_.values : result_.representation;
    bounds = larger(bounds, judged);
  }
  result_.refuted = breaks(result_.values, attack_);
  result_.refuted_by_representation = breaks(result_.representation, attack_);
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
    const bool broken = result_.refuted && breaks(result_.values, attack_, attack_.until);
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
    if (found == nullptr || event.promised_lower > found->promised_lower) found = &event;
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
