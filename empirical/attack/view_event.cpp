// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/attack/view_event.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

#include "empirical/attack/threshold_test.hpp"

namespace hearsay::empirical {

namespace {

/// Wilson's interval of two standard deviations for `found` of `of`.
Bracket wilson(double found, double of) {
  constexpr double z = 2.0;
  const double share = found / of, scale = 1.0 / (1.0 + z * z / of);
  const double middle = scale * (share + z * z / (2.0 * of));
  const double half = scale * z * std::sqrt(share * (1.0 - share) / of + z * z / (4.0 * of * of));
  return {std::clamp(middle - half, 0.0, share), share, std::clamp(middle + half, share, 1.0)};
}

/// What an event is worth.
struct Worth {
  double epsilon = -1.0;   ///< lower bound
  double mu = -1.0;        ///< lower bound
  double excess = -1.0;    ///< of its frequency in world 1, at least: decides between events without a bound
  double apparent = -1.0;  ///< epsilon by the frequencies themselves, half a view added to each count
};

/// An event with the number of its score.
struct Candidate {
  std::size_t score = 0;
  double threshold = std::numeric_limits<double>::infinity();
  Worth worth;
};

bool breaks_more(const Worth& a, const Worth& b) {
  return std::tie(a.epsilon, a.excess) > std::tie(b.epsilon, b.excess);
}
bool tells_more(const Worth& a, const Worth& b) { return std::tie(a.mu, a.excess) > std::tie(b.mu, b.excess); }

Worth worth_of(const Tally& tally, double delta) {
  const auto found = [](std::uint64_t count) { return static_cast<double>(count); };
  const Rates rates{.true_positive = wilson(found(tally.true_alarms), found(tally.positives)),
                    .false_positive = wilson(found(tally.false_alarms), found(tally.negatives))};
  const auto smoothed = [&](std::uint64_t count, std::uint64_t of) {
    return Bracket::exact((found(count) + 0.5) / (found(of) + 1.0));
  };
  return {.epsilon = epsilon_lower(rates, delta),
          .mu = mu_lower(rates),
          .excess = rates.true_positive.lower() - rates.false_positive.upper(),
          .apparent = epsilon_lower({.true_positive = smoothed(tally.true_alarms, tally.positives),
                                     .false_positive = smoothed(tally.false_alarms, tally.negatives)},
                                    delta)};
}

/// Hands every event of a score to `consider`: thresholds lie halfway between two values of the score.
template <class Consider>
void for_each_event(const ViewScore& score, std::span<const LabeledView> views, double delta, Consider consider) {
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
    consider(0.5 * next->first + 0.5 * value, worth_of(tally, delta));
  }
}

}  // namespace

ViewEvent choose_event(std::span<const LabeledView> views, double epsilon, double delta) {
  const auto learning = views.first(views.size() / 2), choosing = views.subspan(views.size() / 2);
  auto scores = number_scores(learning);
  std::ranges::move(trait_scores(learning), std::back_inserter(scores));
  scores.push_back({.name = "nothing", .of = [](const DescribedView&) { return 0.0; }});
  Candidate breaking{.score = scores.size() - 1}, telling = breaking;
  const auto ones = std::ranges::count(choosing, 1, &LabeledView::world);
  const bool both = ones > 0 && ones < std::ssize(choosing);
  for (std::size_t i = 0; both && i < scores.size(); ++i) {
    for_each_event(scores[i], choosing, delta, [&](double threshold, const Worth& worth) {
      const Candidate candidate{.score = i, .threshold = threshold, .worth = worth};
      if (breaks_more(worth, breaking.worth)) breaking = candidate;
      if (tells_more(worth, telling.worth)) telling = candidate;
    });
  }
  const auto& best = breaking.worth.apparent > epsilon ? breaking : telling;
  return {.score = scores[best.score], .threshold = best.threshold};
}

}  // namespace hearsay::empirical
