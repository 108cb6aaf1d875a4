// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/protocol/token/token.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "props/oracle/walk_oracle.hpp"

namespace hearsay::protocol {
namespace {

const auto silence = [](std::int64_t, double) { return 0.0; };

TEST(RingSum, AddsEveryContributionOnceARoundAndNoiseWhereAlgorithmOneSays) {
  for (int users = 2; users <= 7; ++users) {
    for (int rounds = 1; rounds <= 4; ++rounds) {
      std::vector<double> values(static_cast<std::size_t>(users * rounds));
      std::iota(values.begin(), values.end(), 1.0);
      std::vector<std::int64_t> noisy;
      const auto out = ring_sum({.users = users, .rounds = rounds}, values, [&](std::int64_t step, double) {
        noisy.push_back(step);
        return 0.0;
      });
      EXPECT_EQ(out.estimate, std::accumulate(values.begin(), values.end(), 0.0));
      std::vector<std::int64_t> expected;
      const auto steps = props::oracle::ring_steps(users, rounds);
      for (std::size_t t = 0; t < steps.size(); ++t) {
        if (steps[t].variance > 0) expected.push_back(static_cast<std::int64_t>(t) + 1);
      }
      EXPECT_EQ(noisy, expected);
    }
  }
}

TEST(RingSum, DistributedNoiseHasTheStatedVariances) {
  const std::vector<double> values(5, 0.0);
  EXPECT_NEAR(ring_sum({.users = 5, .rounds = 2, .noise = RingNoise::distributed}, values, silence).noise_variance,
              1.0 + 9.0 / 4.0, 1e-12);
  EXPECT_NEAR(
      ring_sum({.users = 5, .rounds = 2, .noise = RingNoise::distributed_published}, values, silence).noise_variance,
      1.0 + 9.0 / 5.0, 1e-12);
  EXPECT_NEAR(ring_sum({.users = 5, .rounds = 2, .publish = true}, values, silence).noise_variance, 4.0,
              1e-12);  // steps 1, 5, 9 and the release
}

TEST(CompleteSum, AViewIsTheTokenAtEachVisit) {
  const std::vector<std::uint32_t> walk{1, 0, 2, 2, 0, 1};
  const std::vector<double> values{100.0, 1.0, 10.0};
  ViewOf hidden(0, false), known(0, true);
  (void)complete_sum({.users = 3}, walk, values, silence, hidden);
  (void)complete_sum({.users = 3}, walk, values, silence, known);
  ASSERT_EQ(hidden.visits().size(), 2u);
  EXPECT_EQ(hidden.visits()[0].received, 1.0);
  EXPECT_EQ(hidden.visits()[0].sent, 101.0);
  EXPECT_EQ(hidden.visits()[1].received, 121.0);
  EXPECT_EQ(hidden.visits()[1].sender, -1);
  EXPECT_EQ(known.visits()[0].sender, 1);
  EXPECT_EQ(known.visits()[0].receiver, 2);
  EXPECT_EQ(known.visits()[1].sender, 2);
  EXPECT_EQ(known.visits()[1].receiver, 1);
}

TEST(CompleteSum, CapsReplaceContributionsByNoiseOnly) {
  const std::vector<std::uint32_t> walk{1, 0, 1, 0, 1};
  const std::vector<double> values{1.0, 10.0};
  const auto capped = complete_sum({.users = 2, .contribution_cap = 2}, walk, values, silence);
  EXPECT_EQ(capped.estimate, 22.0);
  EXPECT_EQ(capped.noise_events, 5);
  EXPECT_EQ(complete_sum({.users = 2, .edge_cap = 1}, walk, values, silence).estimate, 10.0 + 1.0 + 10.0);
}

TEST(TokenHistogram, DebiasingIsExactOnExpectations) {
  // n = 2, K = 1, L = 2, gamma = 1/2, x = (0, 0): the expected token is (2, 1); see the claim walk.thm2.unbiased.
  const Histogram plan{.users = 2, .buckets = 2, .gamma = 0.5};
  EXPECT_EQ(initial_elements(plan), 1);
  EXPECT_EQ(debias(plan, std::vector<std::int64_t>{2, 1}, 1.0 + 0.5 * 2.0), (std::vector<double>{2.0, 0.0}));
  EXPECT_EQ(initial_elements({.users = 30, .buckets = 2, .gamma = 0.1}), 3);
  EXPECT_EQ(initial_elements({.users = 31, .buckets = 2, .gamma = 0.1}), 4);
}

TEST(TokenHistogram, CountsEveryAnswerAndWithoutRandomnessTellsTheTruth) {
  random::Stream stream({3}, random::Purpose::noise, 0);
  const auto walk = ring_walk(4, 3);
  const auto out = token_histogram({.users = 4, .buckets = 3, .gamma = 0.0}, walk,
                                   std::vector<std::uint32_t>{0, 2, 2, 1}, 0, stream);
  EXPECT_EQ(out.counts, (std::vector<std::int64_t>{3, 3, 6}));
  EXPECT_EQ(out.random_answers, 0);
  const auto noisy = token_histogram({.users = 4, .buckets = 3, .gamma = 0.5}, walk,
                                     std::vector<std::uint32_t>{0, 2, 2, 1}, 2, stream);
  EXPECT_EQ(std::accumulate(noisy.counts.begin(), noisy.counts.end(), std::int64_t{0}), 14);
}

TEST(Perturb, HasTheStatedStandardDeviation) {
  for (const auto law : {Perturb::Law::gaussian, Perturb::Law::laplace}) {
    NoiseStream noise({law, 3.0}, random::Stream({11}, random::Purpose::noise, 0));
    double sum = 0.0, square = 0.0;
    constexpr int draws = 200'000;
    for (int i = 0; i < draws; ++i) {
      const double x = noise(0, 0.5);
      sum += x;
      square += x * x;
    }
    // Laplace: the variance of x^2 is 5 sigma^4, so the mean of x^2 is within 6 sd = 6 sqrt(5/draws) of sigma^2,
    // relatively.
    EXPECT_NEAR(square / draws / 2.25, 1.0, 6.0 * std::sqrt(5.0 / draws));
    EXPECT_NEAR(sum / draws, 0.0, 6.0 * 1.5 / std::sqrt(draws));
  }
}

TEST(Token, RefusesWhatItCannotRun) {
  EXPECT_THROW((void)ring_sum({.users = 1, .rounds = 1}, std::vector<double>{0.0}, silence), Error);
  EXPECT_THROW((void)ring_sum({.users = 3, .rounds = 2}, std::vector<double>(4), silence), Error);
  EXPECT_THROW((void)complete_sum({.users = 2}, std::vector<std::uint32_t>{2}, std::vector<double>(2), silence), Error);
  EXPECT_THROW((void)initial_elements({.users = 2, .buckets = 2, .gamma = 1.0}), Error);
}

}  // namespace
}  // namespace hearsay::protocol
