// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "empirical/figures/stream_losses.hpp"

namespace hearsay::empirical {
namespace {

TEST(StreamLosses, ConstantStreamsOfFarNodesStayWithinTenPercentOfTheUpperBound) {
  const auto points = stream_bounds({"erdos-renyi:n=100,p=0.1", "barabasi-albert:n=100,m=3,core=5"}, {1}, 100, 1);
  ASSERT_EQ(points.size(), 20u);
  for (const auto& p : points) {
    EXPECT_LE(p.constant, p.absolute * (1.0 + 1e-9));
    EXPECT_LE(p.absolute, 1.1 * p.constant) << p.graph << " after " << p.rounds;  // what Figure 2 shows
  }
}

TEST(StreamLosses, GrowthFollowsThePredictedRateAndNotTOverN) {
  const auto points = stream_growths({"petersen"}, 400, 1);
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
