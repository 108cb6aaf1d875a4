// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/attack/token.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include <hearsay/accounting/token/complete/cycle.hpp>
#include <hearsay/accounting/token/complete/tight.hpp>
#include <hearsay/accounting/token/ring/ring.hpp>
#include <hearsay/divergence/gaussian.hpp>

namespace hearsay::empirical {
namespace {

TEST(WalkAttack, LogRatioIsTheSumOfTheCyclesLosses) {
  const WalkAttack attack{.users = 4, .steps = 10, .mu = 0.7};
  double expected = 0.0;
  for (const auto& [x, m] : {std::pair{0.3, 2}, {-1.2, 5}})
    expected += accounting::CycleMixture::binomial(m, 1.0 / 3.0, 0.7).loss(x);
  EXPECT_NEAR(walk_log_ratio(attack, {0.3, -1.2}, {2, 5}), expected, 1e-12);
}

TEST(WalkAttack, StaysBelowWhatIsTrueAndFindsHalfOfIt) {
  // n = 2, T = 2: v learns u's contribution iff u comes first and v second, with probability 1/4, else nothing.
  const double mu = 1.0, delta = 0.05;
  const auto found = attack_walk(
      {.users = 2,
       .steps = 2,
       .mu = mu,
       .terms = {.delta = delta, .runs = 20'000, .confidence = 0.999, .execution = {.seed = {1}, .jobs = 1}}});
  double low = 0.0, high = 50.0;
  while (high - low > 1e-9) {
    const double middle = 0.5 * (low + high);
    (0.25 * divergence::gaussian_delta(mu, middle).estimate() > delta ? low : high) = middle;
  }
  EXPECT_LE(found.epsilon_lower, high);
  EXPECT_GT(found.epsilon_lower, 0.5 * high);
}

// n = 3, two answers seen: each is user 1's or user 2's, who holds 0. gamma = 1/2: q(1|1) = 3/4, q(1|0) = 1/4.
TEST(WalkAttack, LogRatioOfAnswersByHand) {
  const WalkAttack attack{.users = 3, .steps = 10, .answers = RandomAnswers{.buckets = 2, .gamma = 0.5}};
  EXPECT_NEAR(walk_answer_log_ratio(attack, std::vector<std::int64_t>{1, 1}),
              std::log((0.25 + 0.75) / (0.75 + 0.75)) + std::log((0.75 + 0.25) / (0.25 + 0.25)), 1e-14);
}

TEST(WalkAttack, FindsMostOfTheHistogramsLossAndNeverMore) {
  constexpr double epsilon = 1.5, delta = 0.02;
  const accounting::TokenQuestion q{
      .users = 3, .steps = 6, .epsilon = epsilon, .delta = delta, .task = accounting::TokenTask::histogram};
  const auto exact = accounting::token_epsilon_bracket(q, delta);
  WalkAttack attack{.users = 3,
                    .steps = 6,
                    .answers = RandomAnswers{.buckets = 2, .gamma = accounting::response_randomness(epsilon, 2)},
                    .terms = {.delta = delta, .runs = 20'000, .confidence = 0.999, .execution = {.seed = {2}}}};
  const auto found = attack_walk(attack);
  EXPECT_LE(found.epsilon_lower, exact.upper());
  EXPECT_GT(found.epsilon_lower, 0.72 * exact.lower()) << found.epsilon_lower << ' ' << exact.lower();
  attack.terms.runs = 8192;
  EXPECT_EQ(attack_walk_anytime(attack, 0.3 * exact.lower()).stop, AnytimeStop::refuted);
  EXPECT_NE(attack_walk_anytime(attack, exact.upper()).stop, AnytimeStop::refuted);
  attack.terms.execution.jobs = 1;
  const auto one = attack_walk(attack).epsilon_lower;
  attack.terms.execution.jobs = 3;
  EXPECT_EQ(one, attack_walk(attack).epsilon_lower);
}

}  // namespace
}  // namespace hearsay::empirical
