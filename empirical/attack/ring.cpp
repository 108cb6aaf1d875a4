// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/attack/ring.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string_view>
#include <utility>

#include <hearsay/core/error.hpp>
#include <hearsay/core/infinity.hpp>
#include <hearsay/protocol/token/token.hpp>

namespace hearsay::empirical {

namespace {

constexpr std::string_view attack_ring_where = "attack ring";

void require_attack(const RingAttack& attack) {
  require_between(attack_ring_where, "users", attack.users, 2, 1'000'000);
  require_between(attack_ring_where, "rounds", attack.rounds, 1, 1'000'000);
  require_terms(attack_ring_where, attack.terms);
  if (!attack.answers) {
    require_positive(attack_ring_where, "signal", attack.signal);
    return;
  }
  require_between(attack_ring_where, "buckets", attack.answers->buckets, 2, 1'000'000);
  require_open_unit(attack_ring_where, "gamma", attack.answers->gamma);
  if (attack.output != RingOutput::hidden)
    throw Error(Errc::conditions, attack_ring_where, "the output of a histogram is not attacked; it must be hidden");
}

protocol::RingSum plan_of(const RingAttack& attack) {
  return {.users = attack.users, .rounds = attack.rounds, .publish = attack.output == RingOutput::perturbed};
}

/// What the observer sees of one run: what the token grew by between its looks.
class RingView {
 public:
  RingView(const RingAttack& attack, std::int64_t observer) : attack_(attack), observer_(observer) {}
  void operator()(const protocol::TokenMove& move) {
    if (move.user != observer_) return;
    growths_.push_back(move.received - sent_);
    sent_ = move.sent;
  }
  /// With the token that is returned, if it is seen.
  [[nodiscard]] std::vector<double> growths(double returned) && {
    if (attack_.output != RingOutput::hidden) growths_.push_back(returned - sent_);
    return std::move(growths_);
  }

 private:
  const RingAttack& attack_;
  std::int64_t observer_;
  double sent_ = 0.0;
  std::vector<double> growths_;
};

/// ln f(x - change) / f(x), f the density of one or the sum of two Laplace variables of scale 1. Of one it takes its
/// largest and its smallest value exactly, on half lines: rounded differences there would tell the last digits of x.
double laplace_log_ratio(std::int64_t count, double x, double change) {
  if (count == 1) return std::clamp(2.0 * x - change, -change, change);
  const auto log_density = [](double y) { return std::log1p(std::abs(y)) - std::abs(y); };
  return log_density(x - change) - log_density(x);
}

/// What every view of an attack shares.
struct RingTest {
  RingPair pair;
  std::vector<RingPart> parts;  ///< of a sum
};

RingTest test_of(const RingAttack& attack) {
  const auto pair = ring_pair(attack);
  return {.pair = pair, .parts = attack.answers ? std::vector<RingPart>{} : ring_parts(attack, pair)};
}

double ring_sum_ratio(const RingAttack& attack, const RingTest& test, bool changed, random::Purpose purpose,
                      std::uint32_t trial) {
  random::Stream noise(attack.terms.execution.seed, purpose, trial, changed ? 1 : 0);
  std::vector<double> values(static_cast<std::size_t>(attack.users), 0.0);
  if (changed) values[static_cast<std::size_t>(test.pair.target)] = attack.signal;
  // Laplace noise of scale 1 has standard deviation sqrt(2).
  const protocol::Perturb perturb{
      .law = attack.laplace ? protocol::Perturb::Law::laplace : protocol::Perturb::Law::gaussian,
      .sigma = attack.laplace ? std::numbers::sqrt2 : 1.0};
  RingView view(attack, test.pair.observer);
  const auto outcome = protocol::ring_sum(
      plan_of(attack), values, [&](std::int64_t, double scale) { return perturb.draw(scale, noise); }, view);
  return ring_log_ratio(attack, test.parts, std::move(view).growths(outcome.estimate));
}

double ring_histogram_ratio(const RingAttack& attack, const RingTest& test, bool changed, random::Purpose purpose,
                            std::uint32_t trial) {
  const auto& answers = attack.answers.value();
  random::Stream noise(attack.terms.execution.seed, purpose, trial, changed ? 1 : 0);
  std::vector<std::uint32_t> values(static_cast<std::size_t>(attack.users),
                                    static_cast<std::uint32_t>(answers.of_others()));
  values[static_cast<std::size_t>(test.pair.target)] = changed ? 1 : 0;
  const protocol::Histogram plan{.users = attack.users, .buckets = answers.buckets, .gamma = answers.gamma};
  const auto buckets = static_cast<std::size_t>(answers.buckets);
  const std::vector<double> uniform(buckets, 1.0 / static_cast<double>(answers.buckets));
  std::vector<double> of_others;
  for (std::size_t l = 0; l < buckets; ++l)
    of_others.push_back(answers.chance(answers.of_others(), static_cast<std::int64_t>(l)));
  std::vector<std::int64_t> sent(buckets, 0), grown(buckets, 0);
  bool observer_was_last = false, first = true;
  double total = 0.0;
  const auto watch = [&](std::int64_t, std::int64_t user, std::span<const std::int64_t> counts) {
    if (observer_was_last) sent.assign(counts.begin(), counts.end());
    observer_was_last = user == test.pair.observer;
    if (!observer_was_last) return;
    for (std::size_t l = 0; l < buckets; ++l) grown[l] = counts[l] - sent[l];
    total += hidden_answer_log_ratio(answers, grown, first ? uniform : of_others);
    first = false;
  };
  (void)protocol::token_histogram(plan, protocol::ring_walk(attack.users, attack.rounds), values,
                                  protocol::initial_elements(plan), noise, watch);
  return total;
}

ScoreView scoring(const RingAttack& attack, const RingTest& test) {
  return [&attack, &test](bool changed, random::Purpose purpose, std::uint32_t trial) {
    return attack.answers ? ring_histogram_ratio(attack, test, changed, purpose, trial)
                          : ring_sum_ratio(attack, test, changed, purpose, trial);
  };
}

}  // namespace

RingPair ring_pair(const RingAttack& attack) {
  const RingPair neighbors{.observer = 1, .target = 0};
  if (attack.output != RingOutput::published) return neighbors;
  const std::int64_t steps = attack.users * attack.rounds, last_noise = steps - 1 - (steps - 1) % (attack.users - 1);
  if (last_noise + 1 >= steps) return neighbors;  // steps count from 0: the last contribution has noise
  return {.observer = last_noise % attack.users, .target = (last_noise + 1) % attack.users};
}

std::vector<RingPart> ring_parts(const RingAttack& attack, const RingPair& pair) {
  const std::vector<double> nothing(static_cast<std::size_t>(attack.users), 0.0);
  std::vector<RingPart> parts;
  RingPart part;
  // The protocol tells of a draw of noise before it tells of the step that draws it.
  bool drawn = false;
  const auto noise = [&](std::int64_t, double) {
    drawn = true;
    return 0.0;
  };
  const auto see = [&](const protocol::TokenMove& move) {
    if (move.user == pair.observer) {
      parts.push_back(std::exchange(part, {}));
    } else {
      part.noises += drawn ? 1 : 0;
      part.contributions += move.user == pair.target ? 1 : 0;
    }
    drawn = false;
  };
  (void)protocol::ring_sum(plan_of(attack), nothing, noise, see);
  if (attack.output == RingOutput::hidden) return parts;
  part.noises += drawn ? 1 : 0;  // of the token that is returned
  parts.push_back(part);
  return parts;
}

double ring_log_ratio(const RingAttack& attack, std::span<const RingPart> parts, std::span<const double> growths) {
  double total = 0.0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto& [contributions, noises] = parts[i];
    if (contributions == 0) continue;
    const double change = static_cast<double>(contributions) * attack.signal, x = growths[i];
    if (noises == 0) return x > 0.5 * change ? infinity : -infinity;
    total += attack.laplace ? laplace_log_ratio(noises, x, change)
                            : (change * x - 0.5 * change * change) / static_cast<double>(noises);
  }
  return total;
}

double hidden_answer_log_ratio(const RandomAnswers& answers, std::span<const std::int64_t> counts,
                               std::span<const double> other) {
  double with = 0.0, without = 0.0;
  for (std::size_t l = 0; l < counts.size(); ++l) {
    const auto bucket = static_cast<std::int64_t>(l);
    const double weight = static_cast<double>(counts[l]) / other[l];
    with += answers.chance(1, bucket) * weight;
    without += answers.chance(0, bucket) * weight;
  }
  return std::log(with / without);
}

EpsilonResult attack_ring(const RingAttack& attack) {
  require_attack(attack);
  const auto test = test_of(attack);
  return test_epsilon(attack.terms, scoring(attack, test));
}

EpsilonAnytimeResult attack_ring_anytime(const RingAttack& attack, double claimed_epsilon, AnytimeState state,
                                         const AnytimeWatch& watch) {
  require_attack(attack);
  const auto test = test_of(attack);
  return test_epsilon_anytime(attack.terms, scoring(attack, test), claimed_epsilon, std::move(state), watch);
}

}  // namespace hearsay::empirical
