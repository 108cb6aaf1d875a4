// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/attack/epsilon_test.hpp"

#include <utility>

#include <hearsay/core/error.hpp>
#include <hearsay/system/parallel_map.hpp>

namespace hearsay::empirical {

namespace {

/// Views to choose the threshold, then views to certify, `certifying` of them from number `first` on, under each
/// hypothesis. If the run is cut short (`stop`), fewer certify.
Scores drawn_view_scores(const ScoreView& score, std::uint64_t choosing, std::uint64_t first, std::uint64_t certifying,
                         const Execution& execution) {
  const auto found = parallel_map<double>(2 * (choosing + certifying), execution, "views", [&](std::size_t i) {
    const std::uint64_t number = i / 2;
    return number < choosing
               ? score(i % 2 == 1, random::Purpose::selection, static_cast<std::uint32_t>(number))
               : score(i % 2 == 1, random::Purpose::attack, static_cast<std::uint32_t>(first + number - choosing));
  });
  Scores scores;
  for (std::size_t i = 0; i + 1 < found.size(); i += 2) {
    const bool chooses = i / 2 < choosing;
    (chooses ? scores.choose_negative : scores.negative).push_back(found[i]);
    (chooses ? scores.choose_positive : scores.positive).push_back(found[i + 1]);
  }
  return scores;
}

}  // namespace

void require_terms(std::string_view where, const EpsilonTerms& terms) {
  require_between(where, "runs", terms.runs, 10, 100'000'000);
  require_open_unit(where, "delta", terms.delta);
  require_open_unit(where, "confidence", terms.confidence);
}

EpsilonResult test_epsilon(const EpsilonTerms& terms, const ScoreView& score) {
  const auto runs = static_cast<std::uint64_t>(terms.runs);
  const auto drawn = drawn_view_scores(score, runs, 0, runs, terms.execution);
  if (drawn.positive.empty()) throw Interrupted();
  const auto found =
      certify(drawn, 1.0 - terms.confidence, [&](const Rates& r) { return epsilon_lower(r, terms.delta); });
  return {.epsilon_lower = found.value,
          .threshold = found.threshold,
          .detected = found.rates.true_positive,
          .false_alarm = found.rates.false_positive,
          .runs = drawn.positive.size()};
}

EpsilonAnytimeResult test_epsilon_anytime(const EpsilonTerms& terms, const ScoreView& score, double claimed_epsilon,
                                          AnytimeState state, const AnytimeWatch& watch) {
  const ThresholdClaim claim{.lower = [&](const Rates& r) { return epsilon_lower(r, terms.delta); },
                             .upper = [&](const Rates& r) { return epsilon_upper(r, terms.delta); },
                             .claimed = claimed_epsilon,
                             .alpha = 1.0 - terms.confidence,
                             .limits = {.most_runs = static_cast<std::uint64_t>(terms.runs), .unit = 1}};
  const auto draw = [&](std::uint64_t choosing, std::uint64_t first, std::uint64_t certifying) {
    const auto part = terms.execution.part();
    return drawn_view_scores(score, choosing, first, certifying, certifying == 0 ? part : part.unstopped());
  };
  auto found = test_anytime(claim, draw, std::move(state), watch, terms.execution.stop);
  return {.state = std::move(found.state),
          .stop = found.stop,
          .rates = found.rates,
          .epsilon_lower = claim.lower(found.rates)};
}

}  // namespace hearsay::empirical
