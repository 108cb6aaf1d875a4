// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/attack/token.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include <hearsay/core/error.hpp>
#include <hearsay/protocol/token/token.hpp>

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

double walk_answer_log_ratio(const WalkAttack& attack, std::span<const std::int64_t> counts) {
  const auto& answers = attack.answers.value();
  const auto others = static_cast<double>(attack.users - 2);
  double total = 0.0;
  for (std::size_t l = 0; l < counts.size(); ++l) {
    const auto bucket = static_cast<std::int64_t>(l);
    const double known = others * answers.chance(answers.of_others(), bucket);
    total += static_cast<double>(counts[l]) *
             std::log((answers.chance(1, bucket) + known) / (answers.chance(0, bucket) + known));
  }
  return total;
}

namespace {

constexpr std::string_view attack_walk_where = "attack walk";

/// The streams of user 0's view number `trial`: of the walk, and of what is added to the token.
struct ViewStreams {
  random::Stream steps, noise;
  ViewStreams(random::Seed seed, random::Purpose purpose, std::uint32_t trial, bool changed)
      : steps(seed, purpose, trial, changed ? 2 : 0), noise(seed, purpose, trial, changed ? 3 : 1) {}
};

/// The log-likelihood ratio of user 0's view number `trial` of a sum when user 1 holds Delta or 0.
double sum_ratio(const WalkAttack& attack, bool changed, random::Purpose purpose, std::uint32_t trial) {
  ViewStreams streams(attack.terms.execution.seed, purpose, trial, changed);
  const auto walk = protocol::uniform_walk(attack.users, attack.steps, streams.steps);
  std::vector<double> values(static_cast<std::size_t>(attack.users), 0.0);
  values[1] = changed ? attack.mu : 0.0;
  protocol::ViewOf view(0, false);
  (void)protocol::complete_sum(
      {.users = attack.users}, walk, values, [&](std::int64_t, double) { return streams.noise.normal(); }, view);
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

/// The same of a histogram when user 1 holds 1 or 0.
double histogram_ratio(const WalkAttack& attack, bool changed, random::Purpose purpose, std::uint32_t trial) {
  const auto& answers = attack.answers.value();
  ViewStreams streams(attack.terms.execution.seed, purpose, trial, changed);
  const auto walk = protocol::uniform_walk(attack.users, attack.steps, streams.steps);
  std::vector<std::uint32_t> values(static_cast<std::size_t>(attack.users),
                                    static_cast<std::uint32_t>(answers.of_others()));
  values[1] = changed ? 1 : 0;
  const auto buckets = static_cast<std::size_t>(answers.buckets);
  std::vector<std::int64_t> sent(buckets, 0), seen(buckets, 0);  // when v sent it last; answers of others
  bool v_was_last = false;
  const auto watch = [&](std::int64_t, std::int64_t user, std::span<const std::int64_t> counts) {
    if (v_was_last) sent.assign(counts.begin(), counts.end());
    v_was_last = user == 0;
    if (!v_was_last) return;
    for (std::size_t l = 0; l < buckets; ++l) seen[l] += counts[l] - sent[l];
  };
  (void)protocol::token_histogram({.users = attack.users, .buckets = answers.buckets, .gamma = answers.gamma}, walk,
                                  values, 0, streams.noise, watch);
  return walk_answer_log_ratio(attack, seen);
}

ScoreView scoring(const WalkAttack& attack) {
  return [&attack](bool changed, random::Purpose purpose, std::uint32_t trial) {
    return attack.answers ? histogram_ratio(attack, changed, purpose, trial)
                          : sum_ratio(attack, changed, purpose, trial);
  };
}

void require_attack(const WalkAttack& attack) {
  require_between(attack_walk_where, "users", attack.users, 2, 1'000'000);
  require_between(attack_walk_where, "steps", attack.steps, 1, 100'000'000);
  require_terms(attack_walk_where, attack.terms);
  if (!attack.answers) {
    require_positive(attack_walk_where, "mu", attack.mu);
    return;
  }
  require_between(attack_walk_where, "buckets", attack.answers->buckets, 2, 1'000'000);
  require_open_unit(attack_walk_where, "gamma", attack.answers->gamma);
}

}  // namespace

EpsilonResult attack_walk(const WalkAttack& attack) {
  require_attack(attack);
  return test_epsilon(attack.terms, scoring(attack));
}

EpsilonAnytimeResult attack_walk_anytime(const WalkAttack& attack, double claimed_epsilon, AnytimeState state,
                                         const AnytimeWatch& watch) {
  require_attack(attack);
  return test_epsilon_anytime(attack.terms, scoring(attack), claimed_epsilon, std::move(state), watch);
}

}  // namespace hearsay::empirical
