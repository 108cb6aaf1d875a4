// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include <hearsay/core/bracket.hpp>
#include <hearsay/random/stream.hpp>
#include <hearsay/system/execution.hpp>
#include "empirical/attack/anytime.hpp"
#include "empirical/attack/threshold_test.hpp"

namespace hearsay::empirical {

/// How a test that bounds epsilon from below is run.
struct EpsilonTerms {
  double delta = 1e-5;  ///< the delta at which epsilon is bounded from below
  std::int64_t runs =
      10'000;  ///< views a hypothesis for the certificate, and as many to choose the threshold (4096 if anytime)
  double confidence = 0.95;
  Execution execution = {};  ///< `progress` is not told by an anytime-valid attack, whose AnytimeWatch is; once `stop`
                             ///< says true, or when a process is lost, the views that are finished certify
};

/// @throws Error(Errc::domain), naming `where`, unless 0 < delta < 1, 10 <= runs <= 10^8, 0 < confidence < 1.
void require_terms(std::string_view where, const EpsilonTerms& terms);

/// The score of view number `trial`, simulated with or without the change from streams of that purpose.
using ScoreView = std::function<double(bool changed, random::Purpose purpose, std::uint32_t trial)>;

struct EpsilonResult {
  double epsilon_lower =
      0.0;                 ///< with the stated confidence, the view is not (epsilon, delta)-DP for a smaller epsilon
  double threshold = 0.0;  ///< of the score, chosen on other runs
  Bracket detected = Bracket::exact(0.0), false_alarm = Bracket::exact(0.0);
  std::uint64_t runs = 0;  ///< views a hypothesis that certify; fewer than asked for if the run was cut short
};

/// Where an anytime-valid attack ended; rates and bound hold at every look together with probability >= confidence.
struct EpsilonAnytimeResult {
  AnytimeState state;  ///< hits: true alarms, false alarms
  AnytimeStop stop = AnytimeStop::runs;
  Rates rates;
  double epsilon_lower = 0.0;
};

/// Chooses a threshold of the score on some views (random::Purpose::selection) and certifies on others
/// (random::Purpose::attack). @throws Interrupted if the run was cut short before any view was there to certify; what
/// `score` throws.
[[nodiscard]] EpsilonResult test_epsilon(const EpsilonTerms& terms, const ScoreView& score);

/// The same test on confidence sequences: goes on from `state` until (claimed_epsilon, delta)-DP is refuted, or this
/// test cannot refute it any more, or `terms.runs` views a hypothesis are counted (up to the end of a chunk). The
/// threshold is chosen as by test_anytime, whatever `terms.runs` says. @throws as test_epsilon; as run_anytime.
[[nodiscard]] EpsilonAnytimeResult test_epsilon_anytime(const EpsilonTerms& terms, const ScoreView& score,
                                                        double claimed_epsilon, AnytimeState state,
                                                        const AnytimeWatch& watch);

}  // namespace hearsay::empirical
