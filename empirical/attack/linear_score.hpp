// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include <hearsay/system/execution.hpp>
#include "empirical/attack/anytime.hpp"
#include "empirical/attack/threshold_test.hpp"

namespace hearsay::empirical {

/// Views that are drawn together: an AnytimeState's runs are a multiple of it.
inline constexpr std::uint64_t view_batch = 256;

/// What views are drawn for. Views of different uses, and with and without the change, draw from streams of their own.
enum class ViewUse : std::uint32_t { choose = 0, certify = 2 };

/// The address of batch number `batch` of one of the four families of views: the trial of its random::Stream.
/// @throws Error(Errc::budget_spent) from 2^30 batches on.
[[nodiscard]] std::uint32_t view_trial(ViewUse use, bool changed, std::uint32_t batch);

/// Scores of `views` simulated views, at most view_batch: batch number `batch` of those for `use`, with or without the
/// change. The scores are linear in Gaussian noise, with one variance under both hypotheses.
using DrawBatch =
    std::function<std::vector<double>(ViewUse use, bool changed, std::uint32_t batch, std::uint64_t views)>;

/// How a test of linear scores is run.
struct LinearTerms {
  std::uint64_t runs = 10000;  ///< simulated views a hypothesis, to certify; a quarter as many choose the threshold
  double confidence = 0.95;
  std::optional<double> delta = std::nullopt;    ///< where a bound on epsilon is wanted
  std::optional<double> epsilon = std::nullopt;  ///< where a bound on delta is wanted
  Execution execution = {};  ///< `progress` is not told by an anytime-valid attack, whose AnytimeWatch is; once `stop`
                             ///< says true, or when a process is lost, the views that are finished certify
};

/// @throws Error(Errc::domain), naming `where`, unless 100 <= runs <= 4e9, 0 < confidence < 1, 0 < delta < 1 and
/// epsilon >= 0.
void require_terms(std::string_view where, const LinearTerms& terms);

/// The mechanism is no better than mu-Gaussian-DP, nor (epsilon, delta)-DP, nor (epsilon, delta)-DP at the other
/// question.
struct LossBounds {
  double mu = 0.0;
  std::optional<double> epsilon = std::nullopt;  ///< at the attack's delta
  std::optional<double> delta = std::nullopt;    ///< at the attack's epsilon
};

/// What the test found. The bounds of one kind hold together with probability >= confidence.
struct LinearResult {
  std::uint64_t runs = 0;  ///< views a hypothesis that certify; fewer than asked for if the run was cut short
  LossBounds gaussian;  ///< for scores that are Gaussian with one variance, as scores that are linear in Gaussian noise
  LossBounds any_law;   ///< from counts of alarms, whatever the law of the scores
  Rates rates;          ///< of the test that certifies any_law.mu
  bool mu_from_curve =
      false;  ///< any_law.mu is certified by the whole ROC curve, which was sharper than the chosen threshold
};

/// Where an anytime-valid attack ended. Bounds of one kind hold at every look together with probability >= confidence.
struct LinearAnytimeResult {
  AnytimeState state;  ///< hits: true alarms, false alarms
  AnytimeStop stop = AnytimeStop::runs;
  double mu_lower = 0.0;  ///< for scores that are Gaussian with one variance: judges the claim
  double any_law = 0.0;   ///< lower bound on mu from counts of alarms, whatever the law of the scores
  Rates rates;            ///< that certify any_law
};

/// Draws views under both hypotheses, chooses a threshold on some and certifies on the others.
/// @throws Interrupted if the run was cut short before any view was there to certify; what `draw` throws.
[[nodiscard]] LinearResult test_linear_scores(const LinearTerms& terms, const DrawBatch& draw);

/// The same test on confidence sequences (stats::anytime_mu_lower): goes on from `state` until the claim
/// "mu-Gaussian-DP with mu = claimed_mu" is refuted, or this test cannot refute it any more, or `terms.runs` views a
/// hypothesis are counted (up to the end of a chunk). A run may be resumed with more of them. `terms.delta` and
/// `terms.epsilon` are not used.
/// @throws as test_linear_scores; as run_anytime.
[[nodiscard]] LinearAnytimeResult test_linear_scores_anytime(const LinearTerms& terms, const DrawBatch& draw,
                                                             double claimed_mu, AnytimeState state,
                                                             const AnytimeWatch& watch);

}  // namespace hearsay::empirical
