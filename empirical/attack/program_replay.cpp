// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/attack/program_replay.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <hearsay/core/error.hpp>
#include "empirical/attack/program_judge.hpp"

namespace hearsay::empirical {

namespace {

/// The events of an earlier attack, made from its training again, and the one that is replayed.
struct Replayed {
  FrozenEvents events;
  std::size_t best = 0;
};

Replayed replayed(const ChosenEvents& chosen) {
  const auto& state = chosen.state;
  if (state.events.empty() || state.training.size() < state.training_size)
    throw Error(Errc::conditions, "attack program", "the run that is to be replayed chose no event");
  auto refrozen = frozen_events(chosen.attack, state);
  std::vector<JudgedEvent> judged = judged_events(refrozen, chosen.attack, state);
  std::vector<EventName> names;
  for (const auto& event : judged) names.push_back(event.name);
  if (names != state.events)
    throw Error(Errc::conditions, "attack program",
                "the run that is to be replayed counts other events than this version of hearsay chooses");
  const auto worth = [&](const JudgedEvent& event) {  // the event of a verdict first
    const bool refutes = event.name.subject == EventSubject::values && breaks(larger({}, event), chosen.attack);
    return std::pair{refutes, event.promised_lower};
  };
  const auto best = std::ranges::max_element(judged, {}, worth);
  return {.events = std::move(refrozen), .best = static_cast<std::size_t>(best - judged.begin())};
}

/// Counts an event on the trials from 0 to attack.runs, until too many of them fail in a row.
class Replay {
 public:
  Replay(const ProgramAttack& attack, Replayed event) : attack_(attack), event_(std::move(event)) {
    const auto& frozen = event_.events.events()[event_.best];
    const EventName name{
        .subject = frozen.subject, .looks_at = frozen.event.score.name, .threshold = frozen.event.threshold};
    result_.trained = true;
    result_.looked_at_representation = frozen.subject == EventSubject::representation;
    result_.events = {{.name = name, .alpha = 1.0 - attack.confidence, .tally = {}}};
    result_.state.events = {name};
    result_.state.tallies = {{}};
  }

  ProgramResult result() {
    auto& state = result_.state;
    bool all = true;
    while (all && state.certified < attack_.runs) all = run_chunk();
    result_.events.front().tally = state.tallies.front();
    if (all) judge_all();
    return std::move(result_);
  }

 private:
  bool run_chunk();
  void add(const ProgramOutcome& outcome, const ProgramTrial& trial);
  void judge_all();

  const ProgramAttack& attack_;
  Replayed event_;
  ProgramResult result_;
};

void Replay::add(const ProgramOutcome& outcome, const ProgramTrial& trial) {
  auto& state = result_.state;
  if (outcome.view.failed()) {
    state.log.add(trial.number, outcome.view.events.front(), outcome.said);
    ++state.failures;
    if (state.log.in_a_row() >= failures_in_a_row)
      result_.failure = {.why = ProgramFailure::Why::in_a_row, .first = state.log.first()};
  } else {
    state.log.answered();
  }
  count(state.tallies.front(), trial.world, event_.events.happened(outcome.view)[event_.best]);
  ++state.certified;
}

/// @return whether all trials of the next chunk are there, and the program is worth asking on.
bool Replay::run_chunk() {
  std::vector<ProgramTrial> trials;
  const auto first = result_.state.certified;
  for (auto i = first; i < std::min(attack_.runs, first + program_chunk); ++i)
    trials.push_back(program_trial(attack_.seed, static_cast<std::uint32_t>(i)));
  std::size_t told = 0;
  attack_.run(trials, [&](const ProgramOutcome& outcome) {
    add(outcome, trials[told++]);
    if (attack_.watch) attack_.watch(result_.state);
    return !result_.failure;
  });
  return told == trials.size() && !result_.failure;
}

void Replay::judge_all() {
  auto& event = result_.events.front();
  if (event.tally.positives > 0 && event.tally.negatives > 0) event.rates = rates(event.tally, event.alpha);
  judge(event, attack_);
  const bool values = event.name.subject == EventSubject::values;
  (values ? result_.values : result_.representation) = larger({}, event);
  result_.state.values = result_.values;
  result_.state.representation = result_.representation;
  result_.refuted = breaks(result_.values, attack_);
  result_.refuted_by_representation = breaks(result_.representation, attack_);
  result_.complete = true;
}

}  // namespace

ProgramResult replay_program(const ProgramAttack& attack, const ChosenEvents& chosen) {
  require_legal(attack);
  if (attack.seed.value == chosen.attack.seed.value)
    throw Error(Errc::conditions, "attack program",
                "`seed` must differ from that of the run that is to be replayed: its trials would be the same");
  return Replay(attack, replayed(chosen)).result();
}

}  // namespace hearsay::empirical
