// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/histogram_runs.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include <hearsay/core/error.hpp>
#include "api/simulate_ring.hpp"
#include "api/simulate_walk.hpp"

namespace hearsay::api {
namespace {

const Execution execution{.seed = {5}, .jobs = 2};

/// The mean of `runs` estimates and their standard deviation, each within five of its standard errors.
void expect_law(const BucketEstimate& bucket, double runs) {
  EXPECT_NEAR(bucket.mean, bucket.truth, 5.0 * bucket.exact_deviation / std::sqrt(runs));
  EXPECT_NEAR(bucket.deviation, bucket.exact_deviation, 5.0 * bucket.exact_deviation / std::sqrt(2.0 * runs));
}

TEST(HistogramRuns, UsersHoldTheirNumberModuloTheBuckets) {
  EXPECT_EQ(histogram_values(5, 3), (std::vector<std::uint32_t>{0, 1, 2, 0, 1}));
}

// n = 2, L = 2, gamma = 1/2, one initial element, one lap: a count is a sum of three coins, of 1/2, 3/4 and 1/4: its
// variance is 1/4 + 3/16 + 3/16 = 5/8, that of the debiased count four times as much.
TEST(HistogramRuns, VarianceByHand) {
  const auto ring = histogram_runs({.buckets = 2, .gamma = 0.5}, {.users = 2, .initial = 1, .visits = 1.0},
                                   {{1.0, 1.0}, {3.0, -1.0}});
  EXPECT_NEAR(ring.buckets[0].exact_deviation, std::sqrt(2.5), 1e-14);
  EXPECT_EQ(ring.buckets[0].truth, 1.0);
  EXPECT_EQ(ring.buckets[0].mean, 2.0);
  EXPECT_NEAR(ring.buckets[0].deviation, std::sqrt(2.0), 1e-14);
  // A walk of one step: one coin of (3/4 + 1/4) / 2.
  const auto walk = histogram_runs({.buckets = 2, .gamma = 0.5}, {.users = 2, .visits = 0.5, .random_walk = true},
                                   {{1.0, 1.0}, {3.0, -1.0}});
  EXPECT_NEAR(walk.buckets[0].exact_deviation, 1.0, 1e-14);
}

TEST(SimulateRing, HistogramsHaveTheLawThatTheySay) {
  const SimulateRingQuestion question{.plan = {.users = 7, .rounds = 3},
                                      .perturb = {},
                                      .runs = 4000,
                                      .histogram = ResponsePlan{.buckets = 3, .gamma = 0.4}};
  const auto answer = simulate_ring(question, execution);
  ASSERT_TRUE(answer.histogram.has_value());
  ASSERT_EQ(answer.histogram->buckets.size(), 3u);
  EXPECT_EQ(answer.histogram->buckets[0].truth, 9.0);  // users 0, 3 and 6, three laps
  for (const auto& bucket : answer.histogram->buckets) expect_law(bucket, 4000.0);
  auto published = question;
  published.plan.publish = true;
  EXPECT_THROW((void)simulate_ring(published, execution), Error);
}

TEST(SimulateWalk, HistogramsHaveTheLawThatTheySay) {
  const SimulateWalkQuestion question{.users = 5,
                                      .steps = 40,
                                      .runs = 2000,
                                      .epsilon = 1.0,
                                      .delta = 1e-5,
                                      .rule = accounting::CycleRule::shuffled,
                                      .known_neighbors = false,
                                      .buckets = 2};
  const auto answer = simulate_walk(question, execution);
  ASSERT_TRUE(answer.histogram.has_value());
  EXPECT_NEAR(answer.histogram->plan.gamma, 2.0 / (std::exp(1.0) + 1.0), 1e-12);
  EXPECT_EQ(answer.histogram->buckets[0].truth, 24.0);  // users 0, 2 and 4 of 5
  for (const auto& bucket : answer.histogram->buckets) expect_law(bucket, 2000.0);
  EXPECT_GT(answer.all.pairs.most, 0.0);
  auto sum = question;
  sum.rule = accounting::CycleRule::repaired;
  EXPECT_THROW((void)simulate_walk(sum, execution), Error);
  auto known = question;
  known.known_neighbors = true;
  EXPECT_THROW((void)simulate_walk(known, execution), Error);
}

TEST(SimulateWalk, HistogramsAreTheSameOnAnyNumberOfThreads) {
  const SimulateWalkQuestion question{.users = 5,
                                      .steps = 30,
                                      .runs = 50,
                                      .epsilon = 1.0,
                                      .rule = accounting::CycleRule::shuffled,
                                      .known_neighbors = false,
                                      .buckets = 3};
  const auto one = simulate_walk(question, {.seed = {5}, .jobs = 1}),
             four = simulate_walk(question, {.seed = {5}, .jobs = 4});
  EXPECT_EQ(to_json(*one.histogram), to_json(*four.histogram));
}

}  // namespace
}  // namespace hearsay::api
