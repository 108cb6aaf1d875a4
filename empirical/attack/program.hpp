// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <hearsay/random/stream.hpp>
#include "empirical/attack/failure_log.hpp"
#include "empirical/attack/frozen_events.hpp"
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
  std::string said = {};  ///< of a failure: the line that is no answer, or the last lines of standard error
  bool silent = false;    ///< of a failure: there was no answer in the time allowed
};

/// Told of an outcome. @return whether to go on.
using TellOutcome = std::function<bool(ProgramOutcome outcome)>;

/// Runs trials and tells of their outcomes, in their order, each as soon as it and all before it are there; of fewer if
/// it is told not to go on, or the run is cut short. Never tells twice at the same time.
using RunTrials = std::function<void(std::span<const ProgramTrial> trials, const TellOutcome& tell)>;

/// The largest lower bounds of all looks: on epsilon at a delta, on mu, and on the Renyi loss of an order.
struct ProgramBounds {
  double epsilon = 0.0, mu = 0.0;
  double renyi = 0.0;  ///< 0 if no order is asked for
};

/// A promise about every test, in place of one of epsilon at a delta.
struct ProgramPromise {
  std::optional<double> order = std::nullopt;  ///< of the Renyi loss; nothing: mu of Gaussian DP
  double bound = 0.0;
};

/// An event by what it looks at.
struct EventName {
  EventSubject subject = EventSubject::values;
  std::string looks_at;  ///< "the linear discriminant"
  double threshold = 0.0;

  [[nodiscard]] bool operator==(const EventName&) const = default;
};

/// Where an attack on a program stands: all that it needs to go on.
struct ProgramState {
  std::uint64_t training_size = 0;         ///< trials that train: the first ones
  std::vector<ProgramView> training = {};  ///< views of those that are finished
  std::uint64_t certified = 0;             ///< trials after them that are counted, in order
  std::uint64_t failures = 0;              ///< among these
  FailureLog log = {};                     ///< of all trials
  std::vector<EventName> events = {};      ///< that were frozen
  std::vector<Tally> tallies = {};         ///< how often each of them happened
  ProgramBounds values = {}, representation = {};
};

/// Somebody else's implementation against its promise between two worlds, of (epsilon, delta)-differential privacy
/// unless `promise` names another.
struct ProgramAttack {
  double epsilon = 0.0, delta = 0.0;
  std::optional<ProgramPromise> promise = std::nullopt;
  std::uint64_t runs = 10'000;  ///< trials in all, at least 100; a quarter of them train
  double confidence = 0.95;
  ViewFeatures features = ViewFeatures::automatic;
  bool to_the_end = false;                     ///< use all runs, though the promise is broken before
  std::optional<double> until = std::nullopt;  ///< go on until the bound on what is promised exceeds it
  random::Seed seed;
  RunTrials run;
  std::function<void(const ProgramState& state)> watch = {};  ///< told after every trial
};

/// Why a program is asked no more.
struct ProgramFailure {
  enum class Why {
    too_often,  ///< it failed in more than a tenth of the trials that train
    in_a_row,   ///< it failed in the last `failures_in_a_row` trials
    silent,     ///< it answered neither of the first two trials in time
  };
  Why why = Why::too_often;
  FailureKind first;  ///< of the first of these trials
};

/// Trials in a row after which a program that only fails is asked no more.
inline constexpr std::uint64_t failures_in_a_row = 100;

/// A frozen event and what was counted of it.
struct JudgedEvent {
  EventName name;
  double alpha = 0.0;  ///< its share of the error
  Tally tally;
  Rates rates = {Bracket(0.0, 0.5, 1.0), Bracket(0.0, 0.5, 1.0)};  ///< both hold with probability >= 1 - alpha
  double epsilon_lower = 0.0, mu_lower = 0.0, renyi_lower = 0.0;   ///< from those rates
  double promised_lower = 0.0;                                     ///< the one of these that the promise is about
};

/// What the attack found. A lower bound of 0 is the absence of evidence, not evidence of privacy.
struct ProgramResult {
  ProgramState state = {};
  bool trained = false;                  ///< training was finished; there may be no event all the same
  std::vector<JudgedEvent> events = {};  ///< those of the values first
  ProgramBounds values = {};             ///< all bounds hold together with probability >= confidence
  ProgramBounds representation = {};     ///< 0 if no event looks at it
  bool looked_at_representation = false;
  bool refuted = false;                    ///< the promise is broken by the values that are seen
  bool refuted_by_representation = false;  ///< it is broken by how the computer writes their numbers
  bool complete = false;                   ///< refuted by the values, or all runs were used
  std::optional<ProgramFailure> failure = {};

  /// The event of this subject that certifies most of what is promised; null: there is none.
  [[nodiscard]] const JudgedEvent* best(EventSubject subject) const;
};

/// Trials between two looks at the evidence.
inline constexpr std::uint64_t program_chunk = 64;

/// Trains on the first trials, freezes events (FrozenEvents), and counts them on the others, in order, until confidence
/// sequences (stats::anytime_interval, for each event half of its share of the error for each world) show that the
/// values break the promise (exceed `until`), unless `to_the_end`, or all runs are used. Trials are taken to be
/// independent of each other. `refuted` or `refuted_by_representation` is wrong with probability at most 1 - confidence
/// a run.
/// @param state  where an earlier run of the same attack ended, perhaps with fewer runs; its training is kept.
/// @throws Error(Errc::domain) if a bound is negative, until below it, an order not above 1, delta outside [0, 1),
/// confidence outside (0, 1), runs < 100 or beyond 2^32; Error(Errc::too_large) if the training views hold more than
/// 2^28 numbers and characters; Error(Errc::conditions) if `state` counts other events than those chosen now; what run
/// throws.
[[nodiscard]] ProgramResult attack_program(const ProgramAttack& attack, ProgramState state = {});

}  // namespace hearsay::empirical
