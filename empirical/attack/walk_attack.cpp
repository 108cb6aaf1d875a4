#include "empirical/attack/walk_attack.hpp"

#include <algorithm>
#include <cmath>

#include <hearsay/core/error.hpp>
#include <hearsay/core/parallel_map.hpp>
#include <hearsay/protocol/token.hpp>

namespace hearsay::empirical {

double walk_log_ratio(const WalkAttack& attack, const std::vector<double>& increments, const std::vector<std::int64_t>& lengths) {
  double total = 0.0;
  const double p = 1.0 / static_cast<double>(attack.users - 1), odds = attack.users == 2 ? 0.0 : p / (1.0 - p);
  for (std::size_t i = 0; i < increments.size(); ++i) {
    const auto m = static_cast<double>(lengths[i]);
    const auto exponent = [&](double k) { return (k * attack.mu * increments[i] - 0.5 * k * k * attack.mu * attack.mu) / m; };
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

/// Log-likelihood ratios of the views first .. first + runs - 1 of user 0 when user 1 holds `value`.
std::vector<double> ratios(const WalkAttack& attack, double value, random::Purpose purpose, random::Seed seed, std::uint32_t side, std::uint64_t first,
                           std::int64_t runs) {
  return parallel_map<double>(static_cast<std::size_t>(runs), attack.jobs, {}, "runs", [&](std::size_t run) {
    const auto trial = static_cast<std::uint32_t>(first + run);
    random::Stream steps(seed, purpose, trial, 2 * side), noise(seed, purpose, trial, 2 * side + 1);
    const auto walk = protocol::uniform_walk(attack.users, attack.steps, steps);
    std::vector<double> values(static_cast<std::size_t>(attack.users), 0.0);
    values[1] = value;
    protocol::ViewOf view(0, false);
    (void)protocol::complete_sum({.users = attack.users}, walk, values, [&](std::int64_t, double) { return noise.normal(); }, view);
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
  });
}

Scores drawn_scores(const WalkAttack& attack, random::Seed seed) {
  const auto draw = [&](double value, random::Purpose purpose) { return ratios(attack, value, purpose, seed, value == 0.0 ? 0 : 1, 0, attack.runs); };
  return {.choose_positive = draw(attack.mu, random::Purpose::selection), .choose_negative = draw(0.0, random::Purpose::selection),
          .positive = draw(attack.mu, random::Purpose::attack), .negative = draw(0.0, random::Purpose::attack)};
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

WalkAttackResult attack_walk(const WalkAttack& attack, random::Seed seed) {
  require_sane(attack);
  const auto found = certify(drawn_scores(attack, seed), 1.0 - attack.confidence, [&](const Rates& r) { return epsilon_lower(r, attack.delta); });
  return {found.value, found.threshold, found.rates.true_positive, found.rates.false_positive};
}

WalkAnytimeResult attack_walk_anytime(const WalkAttack& attack, double claimed_epsilon, random::Seed seed, AnytimeState state, const AnytimeWatch& watch) {
  require_sane(attack);
  const double alpha = 1.0 - attack.confidence;
  constexpr std::int64_t chosen = 4096, certified = 100'000;
  const double threshold = choose_threshold(ratios(attack, attack.mu, random::Purpose::selection, seed, 1, 0, chosen),
                                            ratios(attack, 0.0, random::Purpose::selection, seed, 0, 0, chosen), certified, alpha,
                                            [&](const Rates& r) { return epsilon_lower(r, attack.delta); });
  const auto chunk = [&](std::uint64_t first) {
    constexpr auto count = static_cast<std::int64_t>(anytime_chunk);
    const auto tally = count_alarms(ratios(attack, attack.mu, random::Purpose::attack, seed, 1, first, count),
                                    ratios(attack, 0.0, random::Purpose::attack, seed, 0, first, count), threshold);
    return std::vector{tally.true_alarms, tally.false_alarms};
  };
  const auto judge = [&](const AnytimeState& s) {
    const auto known = anytime_rates(s, alpha);
    return clear_verdict(epsilon_lower(known, attack.delta), epsilon_upper(known, attack.delta), claimed_epsilon);
  };
  const auto stop = run_anytime(state, static_cast<std::uint64_t>(attack.runs), chunk, judge, watch);
  const auto known = anytime_rates(state, alpha);
  return {.state = std::move(state), .stop = stop, .rates = known, .epsilon_lower = epsilon_lower(known, attack.delta)};
}

}  // namespace hearsay::empirical
