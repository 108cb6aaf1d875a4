// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/attack/ring.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include <hearsay/accounting/token/ring/ring.hpp>
#include <hearsay/accounting/token/ring/ring_histogram.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/protocol/token/token.hpp>

namespace hearsay::empirical {
namespace {

constexpr double delta = 0.01;

RingAttack attack_on(std::int64_t users, std::int64_t rounds) {
  return {.users = users,
          .rounds = rounds,
          .signal = 0.8,
          .terms = {.delta = delta, .runs = 20'000, .confidence = 0.999, .execution = {.seed = {4}}}};
}

bool same(const RingPart& part, std::int64_t contributions, std::int64_t noises) {
  return part.contributions == contributions && part.noises == noises;
}

TEST(RingAttack, EachWindowHoldsOneContributionAndOneNoise) {
  for (const auto& [users, rounds] : {std::pair{2, 3}, {3, 4}, {7, 5}}) {
    const auto attack = attack_on(users, rounds);
    const auto parts = ring_parts(attack, ring_pair(attack));
    ASSERT_EQ(parts.size(), static_cast<std::size_t>(rounds));
    for (const auto& part : parts) EXPECT_TRUE(same(part, 1, 1));
  }
}

// n = 3, K = 2: noise falls on steps 1, 3, 5, and step 6 is user 2's, after user 1 has added the last noise.
TEST(RingAttack, ThePublishedTokenShowsTheLastContributionWithoutNoise) {
  auto attack = attack_on(3, 2);
  attack.output = RingOutput::published;
  const auto pair = ring_pair(attack);
  EXPECT_EQ(pair.observer, 1);
  EXPECT_EQ(pair.target, 2);
  auto parts = ring_parts(attack, pair);
  ASSERT_EQ(parts.size(), 3u);
  EXPECT_TRUE(same(parts.back(), 1, 0));
  attack.output = RingOutput::perturbed;
  parts = ring_parts(attack, pair);
  EXPECT_TRUE(same(parts.back(), 1, 1));
  attack.output = RingOutput::published, attack.users = 2;  // every step has noise
  EXPECT_EQ(ring_pair(attack).target, 0);
}

TEST(RingAttack, LogRatiosByHand) {
  auto attack = attack_on(5, 2);
  const std::vector<RingPart> parts{{1, 1}, {0, 1}, {2, 2}};
  EXPECT_NEAR(ring_log_ratio(attack, parts, std::vector{0.3, 9.0, 1.0}),
              (0.8 * 0.3 - 0.32) + (1.6 * 1.0 - 0.5 * 1.6 * 1.6) / 2.0, 1e-14);
  EXPECT_EQ(ring_log_ratio(attack, std::vector<RingPart>{{1, 0}}, std::vector{0.8}),
            std::numeric_limits<double>::infinity());
  EXPECT_EQ(ring_log_ratio(attack, std::vector<RingPart>{{1, 0}}, std::vector{0.0}),
            -std::numeric_limits<double>::infinity());
  attack.laplace = true;
  // Scale 1: |x| - |x - 0.8|; the sum of two has density (1 + |x|) e^-|x| / 4.
  EXPECT_NEAR(ring_log_ratio(attack, std::vector<RingPart>{{1, 1}}, std::vector{0.3}), 0.3 - 0.5, 1e-14);
  EXPECT_NEAR(ring_log_ratio(attack, std::vector<RingPart>{{1, 2}}, std::vector{0.3}), std::log(1.5 / 1.3) + 0.3 - 0.5,
              1e-14);
}

// One answer among two, buckets 0 and 1, gamma = 1/2: q(0|0) = q(1|1) = 3/4. The other answer has law (3/4, 1/4).
// Counts (1, 1): P(. | 1) = 3/4 3/4 + 1/4 1/4 = 10/16, P(. | 0) = 2 (3/4)(1/4) = 6/16.
TEST(RingAttack, HiddenAnswersByHand) {
  const RandomAnswers answers{.buckets = 2, .gamma = 0.5};
  EXPECT_NEAR(hidden_answer_log_ratio(answers, std::vector<std::int64_t>{1, 1}, std::vector{0.75, 0.25}),
              std::log(10.0 / 6.0), 1e-14);
}

// Exactly sqrt(K) Gaussian windows.
TEST(RingAttack, FindsMostOfTheGaussianLossAndNeverMore) {
  const auto attack = attack_on(4, 3);
  const double exact = divergence::gaussian_epsilon(std::sqrt(3.0) * attack.signal, delta).upper();
  const double found = attack_ring(attack).epsilon_lower;
  EXPECT_LE(found, exact);
  EXPECT_GT(found, 0.6 * exact);
}

TEST(RingAttack, FindsMostOfTheLaplaceLossAndNeverMore) {
  auto attack = attack_on(4, 2);
  attack.laplace = true;
  const accounting::RingQuestion q{.users = 4,
                                   .rounds = 2,
                                   .epsilon = attack.signal,
                                   .delta = delta,
                                   .delta_prime = delta,
                                   .noise = accounting::Noise::laplace};
  const double exact = accounting::RingLaplace(q).epsilon(delta).upper();
  const double found = attack_ring(attack).epsilon_lower;
  EXPECT_LE(found, exact);
  EXPECT_GT(found, 0.6 * exact);
}

TEST(RingAttack, FindsMostOfTheHistogramsLossAndNeverMore) {
  for (const std::int64_t buckets : {2, 3}) {
    auto attack = attack_on(3, 2);
    attack.answers = {.buckets = buckets, .gamma = 0.4};
    const auto initial = protocol::initial_elements({.users = 3, .buckets = buckets, .gamma = 0.4});
    const auto exact =
        accounting::RingHistogram{.users = 3, .rounds = 2, .buckets = buckets, .gamma = 0.4, .initial = initial}
            .epsilon(delta);
    const double found = attack_ring(attack).epsilon_lower;
    EXPECT_LE(found, exact.upper()) << buckets;
    EXPECT_GT(found, 0.6 * exact.lower()) << buckets;
  }
}

TEST(RingAttack, RefutesWhatIsTooSmallAndNoCorrectClaim) {
  auto attack = attack_on(4, 3);
  attack.terms.runs = 8192;
  const double exact = divergence::gaussian_epsilon(std::sqrt(3.0) * attack.signal, delta).upper();
  EXPECT_EQ(attack_ring_anytime(attack, 0.3 * exact).stop, AnytimeStop::refuted);
  EXPECT_NE(attack_ring_anytime(attack, exact).stop, AnytimeStop::refuted);
  // A contribution without noise refutes any claim that so many runs can.
  attack = attack_on(3, 2);
  attack.output = RingOutput::published;
  EXPECT_GT(attack_ring(attack).epsilon_lower, 7.0);
}

TEST(RingAttack, GivesTheSameBitsForAnyNumberOfJobs) {
  auto attack = attack_on(5, 2);
  attack.terms.runs = 500, attack.terms.execution.jobs = 1;
  const auto one = attack_ring(attack);
  attack.terms.execution.jobs = 3;
  const auto three = attack_ring(attack);
  EXPECT_EQ(one.epsilon_lower, three.epsilon_lower);
  EXPECT_EQ(one.threshold, three.threshold);
}

TEST(RingAttack, TheOutputOfAHistogramIsNotAttacked) {
  auto attack = attack_on(3, 2);
  attack.answers = RandomAnswers{};
  attack.output = RingOutput::published;
  EXPECT_THROW((void)attack_ring(attack), Error);
}

}  // namespace
}  // namespace hearsay::empirical
