// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include <hearsay/core/bracket.hpp>
#include <hearsay/random/stream.hpp>
#include <hearsay/system/execution.hpp>
#include "empirical/attack/anytime.hpp"
#include "empirical/attack/threshold_test.hpp"

namespace hearsay::empirical {

/// The likelihood-ratio attack of one curious user v on the sum walk: u's value is 0 or Delta, everybody else's is
/// known.
struct WalkAttack {
  std::int64_t users = 2;
  std::int64_t steps = 1;
  double mu = 1.0;      ///< Delta / sigma
  double delta = 1e-5;  ///< the delta at which epsilon is bounded from below
  std::int64_t runs =
      10'000;  ///< views a hypothesis for the certificate, and as many to choose the threshold (4096 if anytime)
  double confidence = 0.95;
  Execution execution = {};  ///< `progress` is not told by an anytime-valid attack, whose AnytimeWatch is; once `stop`
                             ///< says true, or when a process is lost, the views that are finished certify
};

struct WalkAttackResult {
  double epsilon_lower;  ///< with the stated confidence, the view is not (epsilon, delta)-DP for a smaller epsilon
  double threshold;      ///< of the log-likelihood ratio, chosen on other runs
  Bracket detected, false_alarm;
  std::uint64_t runs;  ///< views a hypothesis that certify; fewer than asked for if the run was cut short
};

/// Simulates the protocol under both inputs and tests with the exact likelihood ratio of v's view: the product over v's
/// cycles of sum_k Bin(k; m, 1/(n-1)) exp((k mu x - k^2 mu^2/2)/m), x the increment in units of sigma, m its length.
/// @throws Error(Errc::domain) unless 2 <= users, 1 <= steps, mu > 0, 0 < delta < 1, runs >= 10, 0 < confidence < 1;
///         Interrupted if the run was cut short before any view was there to certify.
[[nodiscard]] WalkAttackResult attack_walk(const WalkAttack& attack);

/// Where an anytime-valid attack ended; rates and bound hold at every look together with probability >= confidence.
struct WalkAnytimeResult {
  AnytimeState state;  ///< hits: true alarms, false alarms
  AnytimeStop stop = AnytimeStop::runs;
  Rates rates;
  double epsilon_lower = 0.0;
};

/// The same test on confidence sequences: goes on from `state` until (claimed_epsilon, delta)-DP is refuted, or this
/// test cannot refute it any more, or `attack.runs` views a hypothesis are counted (up to the end of a chunk). The
/// threshold is chosen as by test_anytime, whatever `attack.runs` says. @throws as attack_walk; as run_anytime.
[[nodiscard]] WalkAnytimeResult attack_walk_anytime(const WalkAttack& attack, double claimed_epsilon,
                                                    AnytimeState state = {}, const AnytimeWatch& watch = {});

/// The log-likelihood ratio of one view: increments[i] collected over lengths[i] steps of others.
[[nodiscard]] double walk_log_ratio(const WalkAttack& attack, const std::vector<double>& increments,
                                    const std::vector<std::int64_t>& lengths);

}  // namespace hearsay::empirical
