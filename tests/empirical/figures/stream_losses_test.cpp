// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "empirical/figures/stream_losses.hpp"

namespace hearsay::empirical {
namespace {

TEST(StreamLosses, ConstantStreamsStayBelowTheUpperBound) {
  const auto points = stream_bounds({"erdos-renyi:n=100,p=0.1", "barabasi-albert:n=100,m=3,core=5"}, 100, {.jobs = 1});
  ASSERT_EQ(points.size(), 20u);
  for (const auto& p : points) EXPECT_LE(p.constant, p.absolute * (1.0 + 1e-9)) << p.graph << " after " << p.rounds;
}

// Every pair of a complete graph is adjacent.
TEST(StreamLosses, TargetsMayBeNeighbors) {
  const auto points = stream_bounds({"complete:4", "complete:2"}, 10, {.jobs = 1});
  ASSERT_EQ(points.size(), 20u);
  EXPECT_GT(points[9].constant, 0.0);
  EXPECT_GT(points[19].constant, 0.0);
}

TEST(StreamLosses, GrowthFollowsThePredictedRateAndNotTOverN) {
  const auto points = stream_growths({"petersen"}, 400, {.jobs = 1});
  ASSERT_EQ(points.size(), 30u);
  for (const auto& p : points) {
    if (p.rounds < 400) continue;
    EXPECT_NEAR(p.constant / p.predicted, 1.0, 0.05) << p.observers;
    if (p.observers == "one observer") continue;
    EXPECT_GT(p.constant, 1.3 * p.over_n);
  }
}

}  // namespace
}  // namespace hearsay::empirical
