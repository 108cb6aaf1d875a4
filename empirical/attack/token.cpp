// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/attack/token.hpp"

#include <algorithm>
#include <cmath>

#include <hearsay/core/error.hpp>
#include <hearsay/protocol/token/token.hpp>
#include <hearsay/system/parallel_map.hpp>

namespace hearsay::empirical {

double walk_log_ratio(const WalkAttack& attack, const std::vector<double>& increments,
                      const std::vector<std::int64_t>& lengths) {
  double total = 0.0;
  const double p = 1.0 / static_cast<double>(attack.users - 1), odds = attack.users == 2 ? 0.0 : p / (1.0 - p);
  for (std::size_t i = 0; i < increments.size(); ++i) {
    const auto m = static_cast<double>(lengths[i]);
    const auto exponent = [&](double k) {
      return (k * attack.mu * increments[i] - 0.5 * k * k * attack.mu * attack.mu) / m;
    };
    if (attack.users == 2) {
      total += exponent(m);
      continue;
    }
    double weight = std::exp(m * std::log1p(-p)), sum = 0.0;  // Bin(k; m, p), from k = 0 until it is negligible
    for (double k = 0.0; k <= m; k += 1.0) {
      sum += weight * std::exp(exponent(k));
      if (k > m * p && weight < 1e-18) break;
      weight *= (m - k) / (k + 1.0) * odds;
    }
    total += std::log(sum);
  }
  return total;
}

namespace {

/// The log-likelihood ratio of user 0's view number `trial` when user 1 holds `value`.
double ratio(const WalkAttack& attack, bool changed, random::Purpose purpose, random::Seed seed, std::uint32_t trial) {
  const std::uint32_t side = changed ? 1 : 0;
  random::Stream steps(seed, purpose, trial, 2 * side), noise(seed, purpose, trial, 2 * side + 1);
  const auto walk = protocol::uniform_walk(attack.users, attack.steps, steps);
  std::vector<double> values(static_cast<std::size_t>(attack.users), 0.0);
  values[1] = changed ? attack.mu : 0.0;
  protocol::ViewOf view(0, false);
  (void)protocol::complete_sum(
      {.users = attack.users}, walk, values, [&](std::int64_t, double) { return noise.normal(); }, view);
  std::vector<double> increments;
  std::vector<std::int64_t> lengths;
  double before = 0.0;
  std::int64_t last = 0;
  for (const auto& visit : view.visits()) {
    if (visit.step - last > 1) {
      increments.push_back(visit.received - before);
      lengths.push_back(visit.step - last - 1);
    }
    before = visit.sent;
    last = visit.step;
  }
  return walk_log_ratio(attack, increments, lengths);
}

/// Views to choose the threshold, then views to certify, `certifying` of them from number `first` on, under each
/// hypothesis. If the run is cut short (`stop`), fewer certify.
Scores drawn_scores(const WalkAttack& attack, std::uint64_t choosing, std::uint64_t first, std::uint64_t certifying,
                    const Execution& execution) {
  const auto seed = execution.seed;
  const auto ratios = parallel_map<double>(2 * (choosing + certifying), execution, "views", [&](std::size_t i) {
    const std::uint64_t number = i / 2;
    return number < choosing
               ? ratio(attack, i % 2 == 1, random::Purpose::selection, seed, static_cast<std::uint32_t>(number))
               : ratio(attack, i % 2 == 1, random::Purpose::attack, seed,
                       static_cast<std::uint32_t>(first + number - choosing));
  });
  Scores scores;
  for (std::size_t i = 0; i + 1 < ratios.size(); i += 2) {
    const bool chooses = i / 2 < choosing;
    (chooses ? scores.choose_negative : scores.negative).push_back(ratios[i]);
    (chooses ? scores.choose_positive : scores.positive).push_back(ratios[i + 1]);
  }
  return scores;
}

void require_sane(const WalkAttack& attack) {
  require_between("attack walk", "users", attack.users, 2, 1'000'000);
  require_between("attack walk", "steps", attack.steps, 1, 100'000'000);
  require_between("attack walk", "runs", attack.runs, 10, 100'000'000);
  require_positive("attack walk", "mu", attack.mu);
  require_open_unit("attack walk", "delta", attack.delta);
  require_open_unit("attack walk", "confidence", attack.confidence);
}

}  // namespace

WalkAttackResult attack_walk(const WalkAttack& attack) {
  require_sane(attack);
  const auto runs = static_cast<std::uint64_t>(attack.runs);
  const auto drawn = drawn_scores(attack, runs, 0, runs, attack.execution);
  if (drawn.positive.empty()) throw Interrupted();
  const auto found =
      certify(drawn, 1.0 - attack.confidence, [&](const Rates& r) { return epsilon_lower(r, attack.delta); });
  return {found.value, found.threshold, found.rates.true_positive, found.rates.false_positive, drawn.positive.size()};
}

WalkAnytimeResult attack_walk_anytime(const WalkAttack& attack, double claimed_epsilon, AnytimeState state,
                                      const AnytimeWatch& watch) {
  require_sane(attack);
  const ThresholdClaim claim{.lower = [&](const Rates& r) { return epsilon_lower(r, attack.delta); },
                             .upper = [&](const Rates& r) { return epsilon_upper(r, attack.delta); },
                             .claimed = claimed_epsilon,
                             .alpha = 1.0 - attack.confidence,
                             .limits = {.most_runs = static_cast<std::uint64_t>(attack.runs), .unit = 1}};
  const auto draw = [&](std::uint64_t choosing, std::uint64_t first, std::uint64_t certifying) {
    const auto part = attack.execution.part();
    return drawn_scores(attack, choosing, first, certifying, certifying == 0 ? part : part.unstopped());
  };
  auto found = test_anytime(claim, draw, std::move(state), watch, attack.execution.stop);
  return {.state = std::move(found.state),
          .stop = found.stop,
          .rates = found.rates,
          .epsilon_lower = claim.lower(found.rates)};
}

}  // namespace hearsay::empirical
