// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "empirical/attack/program.hpp"

namespace hearsay::empirical {

/// What these rates show at least of what is promised.
[[nodiscard]] double promised_lower(const Rates& rates, const ProgramAttack& attack);
/// Fills in the bounds of an event from its rates.
void judge(JudgedEvent& event, const ProgramAttack& attack);
/// Whether bounds show more than is promised: more than `beyond`, if that is given.
[[nodiscard]] bool breaks(const ProgramBounds& bounds, const ProgramAttack& attack,
                          std::optional<double> beyond = std::nullopt);
/// The larger of each of both bounds.
[[nodiscard]] ProgramBounds larger(const ProgramBounds& a, const JudgedEvent& b);
/// @throws Error(Errc::domain) as attack_program().
void require_legal(const ProgramAttack& attack);

/// The events that an attack freezes after the training of `state`.
[[nodiscard]] FrozenEvents frozen_events(const ProgramAttack& attack, const ProgramState& state);

/// What an attack knows of its events after the trials that `state` counted: their confidence sequences
/// (stats::anytime_interval, for each rate half of the event's share of the error). None is counted if it has no
/// tallies.
[[nodiscard]] std::vector<JudgedEvent> judged_events(const FrozenEvents& frozen, const ProgramAttack& attack,
                                                     const ProgramState& state);

/// Counts a trial of an event.
void count(Tally& tally, int world, bool happened);

}  // namespace hearsay::empirical
