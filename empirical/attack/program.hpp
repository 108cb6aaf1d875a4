// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <hearsay/random/stream.hpp>
#include "empirical/attack/program_view.hpp"
#include "empirical/attack/threshold_test.hpp"
#include "empirical/attack/view_traits.hpp"

namespace hearsay::empirical {

/// One run of a program: the secret is that of `world`, and `seed` is for the program's own randomness.
struct ProgramTrial {
  std::uint32_t number = 0;
  int world = 0;     ///< 0 or 1, a fair coin that is independent of the seed and of other trials
  std::string seed;  ///< 32 hexadecimal digits
};

/// The trial of this number. @return the same for the same seed, whatever else was asked for.
[[nodiscard]] ProgramTrial program_trial(random::Seed seed, std::uint32_t number);

/// How a trial ended. A failure is an outcome like any other.
struct ProgramOutcome {
  ProgramView view;
  std::string errors;  ///< of a failure: the last lines of the program's standard error
};

/// Runs trials. @return their outcomes in order, up to the first one that is missing: fewer only if the run is cut
/// short.
using RunTrials = std::function<std::vector<ProgramOutcome>(std::span<const ProgramTrial>)>;

/// Where an attack on a program stands: all that it needs to go on.
struct ProgramState {
  std::uint64_t training_size = 0;    ///< trials that train: the first ones
  std::vector<ProgramView> training;  ///< views of those that are finished
  std::uint64_t certified = 0;        ///< trials after them that are counted, in order
  std::uint64_t failures = 0;         ///< among these
  Tally tally;                        ///< how often the frozen event happened
};

/// Somebody else's implementation against its promise of (epsilon, delta)-differential privacy between two worlds.
struct ProgramAttack {
  double epsilon = 0.0, delta = 0.0;
  std::uint64_t runs = 10'000;  ///< trials in all, at least 100; a quarter of them train
  double confidence = 0.95;
  ViewFeatures features = ViewFeatures::automatic;
  random::Seed seed;
  RunTrials run;
  std::function<void(const ProgramState& state)> watch = {};  ///< told after every chunk of trials
};

/// The first failed trial of a program that fails in more than a tenth of the trials that train.
struct ProgramFailure {
  std::uint32_t trial = 0;
  std::string how, errors;
};

/// What the attack found. A lower bound of 0 is the absence of evidence, not evidence of privacy.
struct ProgramResult {
  ProgramState state;
  std::string event;  ///< what the frozen event looks at; empty: training was not finished
  double threshold = 0.0;
  Rates rates = {Bracket(0.0, 0.5, 1.0), Bracket(0.0, 0.5, 1.0)};  ///< both hold with probability >= confidence
  double epsilon_lower = 0.0, mu_lower = 0.0;                      ///< from those rates
  bool refuted = false;   ///< the promise is broken; wrong with probability at most 1 - confidence a run
  bool complete = false;  ///< refuted, or all runs were used
  std::optional<ProgramFailure> failure;
};

/// Trials between two looks at the evidence.
inline constexpr std::uint64_t program_chunk = 64;

/// Trains on the first trials, freezes one event, and counts it on the others, in order, until confidence sequences
/// (stats::anytime_interval, half of the error for each world) break the promise or all runs are used. Trials are taken
/// to be independent of each other.
/// @param state  where an earlier run of the same attack ended, perhaps with fewer runs; its training is kept.
/// @throws Error(Errc::domain) if epsilon < 0, delta is outside [0, 1), confidence outside (0, 1), runs < 100 or beyond
/// 2^32; Error(Errc::too_large) if the training views hold more than 2^28 numbers and characters; what run throws.
[[nodiscard]] ProgramResult attack_program(const ProgramAttack& attack, ProgramState state = {});

}  // namespace hearsay::empirical
