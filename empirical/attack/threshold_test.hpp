// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <hearsay/core/bracket.hpp>
#include "empirical/attack/anytime.hpp"

namespace hearsay::empirical {

/// A yes/no attack on two neighboring inputs, "the score exceeds the threshold", counted on trials that did not choose
/// it.
struct Tally {
  std::uint64_t true_alarms = 0, positives = 0;   ///< under the input with the change
  std::uint64_t false_alarms = 0, negatives = 0;  ///< under the input without it
};

/// Counts scores above `threshold`.
[[nodiscard]] Tally count_alarms(std::span<const double> positive_scores, std::span<const double> negative_scores,
                                 double threshold);

/// True and false positive rates with exact (Clopper-Pearson) limits; both intervals hold together with probability >=
/// 1 - alpha.
struct Rates {
  Bracket true_positive = Bracket::exact(0.0), false_positive = Bracket::exact(0.0);
};
[[nodiscard]] Rates rates(const Tally& tally, double alpha);

/// The same from confidence sequences, for a run that may stop at any time; state.hits holds true alarms, then false
/// alarms, of state.runs trials each. Both intervals hold at all looks together with probability >= 1 - alpha.
[[nodiscard]] Rates anytime_rates(const AnytimeState& state, double alpha);

/// Lower confidence bound on mu, if the two laws are those of a Gaussian mechanism: Phi^-1(tpr) - Phi^-1(fpr) at the
/// pessimistic ends of `rates`, at least 0. 0 is the absence of evidence, not evidence of privacy. @cite
/// dong2022gaussian
[[nodiscard]] double mu_lower(const Rates& rates);

/// Lower confidence bound on epsilon at `delta`, for any two laws: the larger of ln((tpr - delta) / fpr) and
/// ln((1 - fpr - delta) / (1 - tpr)) at the pessimistic ends, at least 0. @pre 0 <= delta < 1. @cite
/// kairouz2015composition
[[nodiscard]] double epsilon_lower(const Rates& rates, double delta);

/// Lower confidence bound on delta at `epsilon`, for any two laws: the larger of tpr - e^epsilon fpr and
/// (1 - fpr) - e^epsilon (1 - tpr) at the pessimistic ends, at least 0. @pre epsilon >= 0. @cite kairouz2015composition
[[nodiscard]] double delta_lower(const Rates& rates, double epsilon);

/// The same three at the optimistic ends: more than this a test with these rates will not show, however long it is
/// repeated.
[[nodiscard]] double mu_upper(const Rates& rates);
[[nodiscard]] double epsilon_upper(const Rates& rates, double delta);

/// Wilson's interval of `deviations` standard deviations for a success probability, after a share `share` of successes
/// in `of` trials.
[[nodiscard]] Bracket wilson(double share, double of, double deviations);

/// How often an event that happened so often may be expected to happen at least, under the input with the change, and
/// at most, without it: moved by `deviations` standard deviations to the cautious side. Of many events the one that
/// promises most by its frequencies is the luckiest, not the best.
struct CautiousRates {
  double detected, alarms;
};
[[nodiscard]] CautiousRates cautious_rates(const Tally& tally, double deviations);

/// By how many, if the event is one of many.
inline constexpr double usual_caution = 1.5;

/// The threshold that would give the largest certified bound if as many trials as `certified` gave the same rates: one
/// of at most 512 quantiles of the scores. These scores must not be used again to certify.
/// @param bound    mu_lower, or epsilon_lower at a delta.
/// @param caution  rates are moved by this (CautiousRates); needed where many more trials certify than choose.
template <class Bound>
double choose_threshold(std::span<const double> positive_scores, std::span<const double> negative_scores,
                        std::uint64_t certified, double alpha, Bound bound, double caution = 0.0) {
  std::vector<double> candidates(positive_scores.begin(), positive_scores.end());
  candidates.insert(candidates.end(), negative_scores.begin(), negative_scores.end());
  std::ranges::sort(candidates);
  const std::size_t stride = std::max<std::size_t>(1, candidates.size() / 512);
  double best = candidates.empty() ? 0.0 : candidates.front(), largest = -1.0;
  for (std::size_t i = 0; i < candidates.size(); i += stride) {
    const auto tally = count_alarms(positive_scores, negative_scores, candidates[i]);
    const auto [detected, alarms] = cautious_rates(tally, caution);
    const auto scaled = [certified](double rate) {
      return static_cast<std::uint64_t>(std::llround(rate * static_cast<double>(certified)));
    };
    const double value = bound(rates({scaled(detected), certified, scaled(alarms), certified}, alpha));
    if (value > largest) {
      largest = value;
      best = candidates[i];
    }
  }
  return best;
}

/// Exact lower bound on mu at level alpha if the scores are independent and Gaussian with one variance s^2 under both
/// hypotheses and means mu s apart: with D the difference of the means, S^2 the pooled variance of nu = n + m - 2
/// degrees of freedom and h^2 = 1/n + 1/m, t = D/(S h) has Student's noncentral law of noncentrality mu/h, and the
/// bound is h times the noncentrality under which a value of t or more has probability alpha; 0 where that is negative.
/// @pre at least two scores each, 0 < alpha < 1. @throws Error(Errc::domain) otherwise.
[[nodiscard]] double gaussian_mu_lower(std::span<const double> positive_scores, std::span<const double> negative_scores,
                                       double alpha);

/// Levels of the thresholds at which the whole ROC curve is certified: quantiles of the scores that chose, dense in
/// both tails, where bounds on epsilon live.
inline constexpr std::array curve_levels = {0.002, 0.005, 0.01, 0.02, 0.05, 0.1,  0.2,  0.3,   0.4,  0.5,
                                            0.6,   0.7,   0.8,  0.9,  0.95, 0.98, 0.99, 0.995, 0.998};

/// The thresholds at `curve_levels` of both samples taken together, without repeats. These scores must not be used
/// again to certify.
[[nodiscard]] std::vector<double> curve_thresholds(std::span<const double> positive_scores,
                                                   std::span<const double> negative_scores);

/// A certified lower bound and what certifies it.
struct LowerBound {
  double value = 0.0;
  double threshold = 0.0;
  Rates rates;              ///< at that threshold
  bool from_curve = false;  ///< by a point of the ROC curve other than the chosen threshold
};

/// Four samples of scores, the first two on other draws than the last two.
struct Scores {
  std::vector<double> choose_positive, choose_negative, positive, negative;
};

/// The larger of two lower bounds that hold together with probability >= 1 - alpha: the one at the threshold that
/// choose_threshold chose, at level alpha/2, and the largest of those at `curve_thresholds` of the trade-off curve,
/// which share the other alpha/2 equally. The second is sharper where too few scores chose the threshold.
/// @param bound  mu_lower, epsilon_lower at a delta, or delta_lower at an epsilon.
template <class Bound>
LowerBound certify(const Scores& scores, double alpha, Bound bound) {
  const auto at = [&](double threshold, double level) {
    LowerBound found{.threshold = threshold,
                     .rates = rates(count_alarms(scores.positive, scores.negative, threshold), level)};
    found.value = bound(found.rates);
    return found;
  };
  auto best =
      at(choose_threshold(scores.choose_positive, scores.choose_negative, scores.positive.size(), 0.5 * alpha, bound),
         0.5 * alpha);
  const auto curve = curve_thresholds(scores.choose_positive, scores.choose_negative);
  for (const double threshold : curve) {
    auto found = at(threshold, 0.5 * alpha / static_cast<double>(curve.size()));
    if (found.value <= best.value) continue;
    best = found;
    best.from_curve = true;
  }
  return best;
}

/// Scores of `choosing` views under each hypothesis that choose a threshold, and of the views first .. first +
/// certifying - 1 that certify. If the run is to be stopped, fewer that choose, or Interrupted is thrown; never fewer
/// that certify.
using DrawScores = std::function<Scores(std::uint64_t choosing, std::uint64_t first, std::uint64_t certifying)>;
/// mu_lower, or epsilon_lower at a delta; or the same at the optimistic ends.
using RatesBound = std::function<double(const Rates&)>;

/// A claimed bound that a threshold test tries to refute on confidence sequences, for at most `most_runs` views under
/// each hypothesis.
struct ThresholdClaim {
  RatesBound lower, upper;  ///< what the test shows at least, and can show at most
  double claimed = 0.0;
  double alpha = 0.05;
  AnytimeLimits limits = {};
  AnytimeJudge judge = {};  ///< judges instead, if the law of the scores is known: they are kept in state.pairs
};

/// Where that ended; the rates hold at every look together with probability >= 1 - alpha.
struct ThresholdVerdict {
  AnytimeState state;  ///< hits: true alarms, false alarms
  AnytimeStop stop = AnytimeStop::runs;
  Rates rates;
};

/// Chooses the threshold on 4096 views, for 16,384 views whatever the limits say, so that a run may be resumed with
/// more, and with `usual_caution`; then goes on from `state` as run_anytime until the claim is refuted, or this test
/// cannot refute it any more, or limits.most_runs views are counted (up to the end of a chunk).
/// @throws as run_anytime and draw.
[[nodiscard]] ThresholdVerdict test_anytime(const ThresholdClaim& claim, const DrawScores& draw, AnytimeState state,
                                            const AnytimeWatch& watch, const Stop& stop);

}  // namespace hearsay::empirical
