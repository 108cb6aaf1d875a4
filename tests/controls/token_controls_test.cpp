// SPDX-License-Identifier: GPL-3.0-or-later
#include "controls/token_controls.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include <hearsay/accounting/token/ring/ring.hpp>
#include <hearsay/accounting/token/walk/graph_walk.hpp>
#include <hearsay/graph/families/generators.hpp>

#include "props/oracle/walk_oracle.hpp"

namespace hearsay::controls {
namespace {

TEST(WalkControls, ACounterThatIsOffByOneLeavesAWindowWithoutNoise) {
  // n = 3, K = 2: noise at 1, 4 only. Between user 1's visits at 1 and 4 two others contribute in the clear.
  const auto steps = ring_counter_off_by_one(3, 2);
  EXPECT_EQ(steps, (std::vector<std::int64_t>{1, 4}));
  std::vector<props::oracle::NoisyStep> ring;
  for (int t = 1; t <= 6; ++t) ring.push_back({(t - 1) % 3, t == 1 || t == 4 ? 1 : 0});
  EXPECT_FALSE(props::oracle::view_square(ring, 0, 1, std::nullopt).has_value());
  EXPECT_TRUE(props::oracle::view_square(props::oracle::ring_steps(3, 2), 0, 1, std::nullopt).has_value());
}

TEST(WalkControls, ARandomizedResponseThatAlwaysLiesWithProbabilityGammaLosesItsEpsilon) {
  // Right: P(1|0) = gamma/2, odds (1 - gamma/2)/(gamma/2) = e^epsilon. Wrong: gamma.
  for (const double epsilon : {0.1, 1.0, 3.0}) {
    const double right = 0.5 * accounting::response_randomness(epsilon, 2), wrong = response_wrong_gamma(epsilon);
    EXPECT_NEAR(std::log((1.0 - right) / right), epsilon, 1e-12);
    EXPECT_GT(std::abs(std::log((1.0 - wrong) / wrong) - epsilon), 0.05);
  }
}

TEST(WalkControls, CountingVAmongTheUsersOfItsOwnCyclesBreaksThePromiseOfALongCycle) {
  // n = 2: every step of a cycle is u's. With tiny delta the promise at inclusion 1/2 is broken, at 1 it holds.
  const double epsilon = 0.9, delta = 1e-6, mu = epsilon / std::sqrt(2.0 * std::log(1.25 / delta));
  const auto cycle = accounting::CycleMixture::binomial(2, 1.0, mu);
  const auto wrong = walk_n_for_n_minus_one(2, 2.0, epsilon, delta);
  EXPECT_GT(accounting::cycle_delta(cycle, wrong.epsilon).lower(), wrong.delta);
  const auto right = accounting::cycle_promise_repaired(1.0, 2.0, epsilon, delta);
  EXPECT_LE(accounting::cycle_delta(cycle, right.epsilon).upper(), right.delta);
}

TEST(WalkControls, SnapshotsOfOnePassMissPassesThatAddUp) {
  const auto w = graph::gossip_matrix(graph::complete(2), graph::Weights::metropolis);
  EXPECT_DOUBLE_EQ(graph_walk_single_visits(w, 0, 1, 1), 0.25);
  EXPECT_DOUBLE_EQ(graph_walk_single_visits(w, 0, 1, 3), 1.0);
  EXPECT_DOUBLE_EQ(accounting::graph_walk_limit(accounting::walk_gaps({w, 0, 1, 3})), 17.0 / 16);
}

}  // namespace
}  // namespace hearsay::controls
