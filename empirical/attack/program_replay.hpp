// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "empirical/attack/program.hpp"

namespace hearsay::empirical {

/// An attack that chose events, and where it stands.
struct ChosenEvents {
  ProgramAttack attack;  ///< its promise, confidence, features and seed; it is not run again
  ProgramState state;
};

/// Counts one event of an earlier attack on fresh trials: the one that certified most of what was promised there, of
/// values if these broke it. No event is chosen here and the number of trials is fixed, so its rates have exact
/// (Clopper-Pearson) limits with the whole error probability. Trials are numbered from 0; none trains.
/// @param attack  its seed gives the trials; its features are not looked at, nor `until` and `to_the_end`.
/// @return without bounds, and not complete, if the run was cut short: the number of trials would not be fixed.
/// @throws Error(Errc::conditions) if no event was chosen, the seed is that of the earlier attack, so that the trials
/// would be the same, or this version would choose other events from its training; Error(Errc::domain) as
/// attack_program(); what `attack.run` throws.
[[nodiscard]] ProgramResult replay_program(const ProgramAttack& attack, const ChosenEvents& chosen);

}  // namespace hearsay::empirical
