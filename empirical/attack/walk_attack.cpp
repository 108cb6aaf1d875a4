#include "empirical/attack/walk_attack.hpp"

#include <algorithm>
#include <cmath>

#include <hearsay/core/error.hpp>
#include <hearsay/core/parallel.hpp>
#include <hearsay/protocol/token.hpp>
#include <hearsay/stats/clopper_pearson.hpp>

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

/// Log-likelihood ratios of `runs` views of user 0 when user 1 holds `value`.
std::vector<double> ratios(const WalkAttack& attack, double value, random::Purpose purpose, random::Seed seed, std::uint32_t side) {
  std::vector<double> result(static_cast<std::size_t>(attack.runs));
  parallel_for(result.size(), attack.jobs, [&](std::size_t run) {
    const auto trial = static_cast<std::uint32_t>(run);
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
    result[run] = walk_log_ratio(attack, increments, lengths);
  });
  return result;
}

std::uint64_t above(const std::vector<double>& values, double threshold) {
  return static_cast<std::uint64_t>(std::ranges::count_if(values, [&](double x) { return x > threshold; }));
}

/// epsilon that a test with these rates shows: ln((detected - delta) / false alarms).
double shown(double detected, double false_alarm, double delta) {
  return detected > delta && false_alarm > 0.0 ? std::max(0.0, std::log((detected - delta) / false_alarm)) : 0.0;
}

}  // namespace

WalkAttackResult attack_walk(const WalkAttack& attack, random::Seed seed) {
  require_between("attack walk", "users", attack.users, 2, 1'000'000);
  require_between("attack walk", "steps", attack.steps, 1, 100'000'000);
  require_between("attack walk", "runs", attack.runs, 10, 100'000'000);
  require_positive("attack walk", "mu", attack.mu);
  require_open_unit("attack walk", "delta", attack.delta);
  require_open_unit("attack walk", "confidence", attack.confidence);
  // The threshold on other draws than those that certify it.
  const auto chosen_with = ratios(attack, attack.mu, random::Purpose::selection, seed, 1), chosen_without = ratios(attack, 0.0, random::Purpose::selection, seed, 0);
  const double level = 0.5 * (1.0 - attack.confidence);
  const auto trials = static_cast<std::uint64_t>(attack.runs);
  auto candidates = chosen_with;
  std::ranges::sort(candidates);
  double threshold = 0.0, best = -1.0;
  const std::size_t stride = std::max<std::size_t>(1, candidates.size() / 60);
  for (std::size_t i = 0; i < candidates.size(); i += stride) {
    const double found = shown(stats::clopper_pearson(above(chosen_with, candidates[i]), trials, level).lower(),
                               stats::clopper_pearson(above(chosen_without, candidates[i]), trials, level).upper(), attack.delta);
    if (found > best) best = found, threshold = candidates[i];
  }
  const auto with = ratios(attack, attack.mu, random::Purpose::attack, seed, 1), without = ratios(attack, 0.0, random::Purpose::attack, seed, 0);
  const auto detected = stats::clopper_pearson(above(with, threshold), trials, level), alarms = stats::clopper_pearson(above(without, threshold), trials, level);
  return {shown(detected.lower(), alarms.upper(), attack.delta), threshold, detected, alarms};
}

}  // namespace hearsay::empirical
