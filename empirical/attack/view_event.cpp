// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/attack/view_event.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <tuple>
#include <utility>

#include "empirical/attack/threshold_test.hpp"

namespace hearsay::empirical {

namespace {

/// How much an event is worth for one purpose: by the bound that it will certify, or, without one, by what it shows.
using Worth = std::pair<double, double>;

constexpr std::size_t purposes = 3;  ///< a large bound on epsilon, one on mu, a promise that is soon broken
using Worths = std::array<Worth, purposes>;

/// Judges events by how often they happened in views that do not certify.
class EventJudge {
 public:
  explicit EventJudge(const EventPurpose& purpose) : purpose_(purpose) {
    // The half width of a confidence sequence is that of Wilson's interval with these standard deviations:
    // docs/maths/anytime.md.
    const double share = purpose.alpha / (2.0 * purposes), weights = purpose.trials / purpose.weight;
    deviations_ = std::sqrt((1.0 + 1.0 / weights) * (std::log1p(weights) - 2.0 * std::log(share)));
  }

  [[nodiscard]] Worths worths(const Tally& tally) const {
    const auto [detected, alarms] = cautious_rates(tally, usual_caution);
    const Rates expected{.true_positive = wilson(detected, purpose_.trials, deviations_),
                         .false_positive = wilson(alarms, purpose_.trials, deviations_)};
    const double excess = detected - alarms;
    const auto& promised = purpose_.promised.lower;
    return {Worth{promised ? promised(expected) : epsilon_lower(expected, purpose_.delta), excess},
            {mu_lower(expected), excess},
            {breaking(detected, alarms), excess}};
  }

 private:
  /// By how many standard deviations of one trial the rates break the promise.
  [[nodiscard]] double breaking(double detected, double alarms) const {
    if (purpose_.promised.lower) return breaking_promised(detected, alarms);
    const double factor = std::exp(purpose_.epsilon), one = 0.5 / purpose_.trials;
    const auto deviations = [&](double likely, double rare) {
      const double variance = likely * (1.0 - likely) + factor * factor * rare * (1.0 - rare);
      return (likely - purpose_.delta - factor * rare) / std::sqrt(variance + one);
    };
    return std::max(deviations(detected, alarms), deviations(1.0 - alarms, 1.0 - detected));
  }

  /// The same for another promise: the excess of its bound over its standard deviation, by the slopes of the bound.
  [[nodiscard]] double breaking_promised(double detected, double alarms) const {
    const auto at = [&](double likely, double rare) {
      return purpose_.promised.lower({.true_positive = Bracket::exact(likely), .false_positive = Bracket::exact(rare)});
    };
    const double one = 0.5 / purpose_.trials, here = at(detected, alarms);
    const double low = detected * (1.0 - one), high = alarms + one * (1.0 - alarms);
    const double by_detected = (here - at(low, alarms)) / (detected - low);
    const double by_alarms = (here - at(detected, high)) / (high - alarms);
    const double variance =
        by_detected * by_detected * detected * (1.0 - detected) + by_alarms * by_alarms * alarms * (1.0 - alarms);
    const double worth = (here - purpose_.promised.bound) / std::sqrt(variance + one);
    return std::isfinite(worth) ? worth : -std::numeric_limits<double>::infinity();
  }

  EventPurpose purpose_;
  double deviations_ = 0.0;
};

/// Hands every event of a score to `consider`: thresholds lie halfway between two values of the score.
template <class Consider>
void for_each_event(const ViewScore& score, std::span<const LabeledView> views, Consider consider) {
  std::vector<std::pair<double, int>> scored;
  Tally tally;
  for (const auto& [view, world] : views) {
    scored.emplace_back(score.of(view), world);
    (world == 1 ? tally.positives : tally.negatives) += 1;
  }
  std::ranges::sort(scored, std::greater<>());
  for (auto next = scored.begin(); next != scored.end();) {
    const double value = next->first;
    for (; next != scored.end() && next->first == value; ++next)
      (next->second == 1 ? tally.true_alarms : tally.false_alarms) += 1;
    if (next == scored.end()) break;  // the event of all views tells nothing
    consider(0.5 * next->first + 0.5 * value, tally);
  }
}

/// An event with the number of its score.
struct Candidate {
  std::size_t score = 0;
  double threshold = std::numeric_limits<double>::infinity();
  Worth worth = {-std::numeric_limits<double>::infinity(), 0.0};

  [[nodiscard]] bool same_as(const Candidate& other) const {
    return score == other.score && threshold == other.threshold;
  }
};

}  // namespace

std::vector<ViewEvent> choose_events(std::span<const LabeledView> views, const EventPurpose& purpose) {
  const auto learning = views.first(views.size() / 3), choosing = views.subspan(views.size() / 3);
  const auto ones = std::ranges::count(choosing, 1, &LabeledView::world);
  if (ones == 0 || ones == std::ssize(choosing)) return {};
  auto scores = number_scores(learning);
  std::ranges::move(trait_scores(learning), std::back_inserter(scores));
  const EventJudge judge(purpose);
  std::array<Candidate, purposes> best;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    for_each_event(scores[i], choosing, [&](double threshold, const Tally& tally) {
      const auto worths = judge.worths(tally);
      for (std::size_t p = 0; p < purposes; ++p) {
        if (worths[p] > best[p].worth) best[p] = {.score = i, .threshold = threshold, .worth = worths[p]};
      }
    });
  }
  std::vector<ViewEvent> chosen;
  for (std::size_t p = 0; p < purposes; ++p) {
    const bool repeated = std::any_of(best.begin(), best.begin() + static_cast<std::ptrdiff_t>(p),
                                      [&](const Candidate& other) { return best[p].same_as(other); });
    if (best[p].threshold < std::numeric_limits<double>::infinity() && !repeated)
      chosen.push_back({.score = scores[best[p].score], .threshold = best[p].threshold});
  }
  return chosen;
}

}  // namespace hearsay::empirical
