// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/graph/families/generators.hpp>
#include <hearsay/learning/descent_loss.hpp>

namespace hearsay::learning {
namespace {

TEST(DescentLosses, InDoubtCountWithAllTheyMayBe) {
  accounting::GossipLosses losses;
  losses.exact = Eigen::Vector3d(0.0, 0.25, 0.9);
  losses.ranks_checked = true;
  losses.accuracy = 0.5;
  EXPECT_EQ(largest_exact(losses), Eigen::Vector3d(0.5, 0.75, 1.0));
  losses.accuracy = 1.0;
  EXPECT_EQ(largest_exact(losses), Eigen::Vector3d::Ones());
  losses.accuracy = 1e-9;
  EXPECT_EQ(largest_exact(losses), losses.exact);
  losses.ranks_checked = false;
  EXPECT_EQ(largest_exact(losses), Eigen::Vector3d::Ones());
}

TEST(DescentLosses, AddUpToTheMessagesAndTheirRank) {
  // Complete graph, K = 2: the second message of every neighbor is the mean of all, so n - 1 first messages and the
  // mean span everything but, all noise unknown, each other node's loss is 1 and the observer's row, set to 0 here,
  // would be 1 too.
  const auto plan = fixed_gossip(graph::gossip_matrix(graph::complete(5), graph::Weights::metropolis), 2, false);
  const auto losses = descent_losses(plan, 0, 3, 1);
  ASSERT_EQ(losses.exact.cols(), 3);
  for (Eigen::Index u = 0; u < 5; ++u) {
    EXPECT_NEAR(losses.exact(u, 2), u == 1 ? 0.0 : 1.0, 1e-12);
    EXPECT_NEAR(losses.published(u, 0), u == 1 ? 0.0 : 1.0, 1e-12);  // 1 + 4/5, capped
  }
  const auto path =
      descent_losses(fixed_gossip(graph::gossip_matrix(graph::path(3), graph::Weights::metropolis), 2, false), 0, 1, 0);
  EXPECT_NEAR(path.published(2, 0), 1.0 / 3.0, 1e-12);  // path of three: row (1, 1, 1)/3
  EXPECT_NEAR(path.exact(2, 0), 0.5, 1e-12);
}

}  // namespace
}  // namespace hearsay::learning
