// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>

#include <hearsay/core/error.hpp>
#include <hearsay/graph/families/generators.hpp>
#include <hearsay/learning/gossip_plan.hpp>
#include <hearsay/random/stream.hpp>

#include "tests/error_message.hpp"

namespace hearsay::learning {
namespace {

TEST(Gossip, FreshGraphsAreConnectedDifferEachRoundAndRepeatForTheSameSeed) {
  const auto plan = fresh_erdos_renyi(50, std::log(50.0) / 50.0, {1}, 0, true);
  const auto a = plan(0, 0), b = plan(0, 1), c = plan(1, 0), again = plan(0, 0);
  EXPECT_TRUE(a.w->isApprox(*again.w));
  EXPECT_FALSE(a.w->isApprox(*b.w));
  EXPECT_FALSE(a.w->isApprox(*c.w));
  EXPECT_GT(a.gamma, 1.0);
  EXPECT_THROW((void)fresh_erdos_renyi(50, 0.0, {1}, 1, false)(0, 0), Error);
}

// Of two nodes the documented 1000 graphs are drawn here again: which of them is the first with the edge?
TEST(Gossip, FreshGraphsAreTriedAThousandTimes) {
  const double q = 1e-3;
  const random::Seed seed{1};
  const auto plan = fresh_erdos_renyi(2, q, seed, 1, false);
  bool just_refused = false;
  for (std::uint32_t trial = 0; trial < 30; ++trial) {
    random::Stream stream(seed, random::Purpose::graph, trial, 0);
    int first = 0;
    while (first < 1500 && !graph::erdos_renyi(2, q, {stream.word64()}).adjacent(0, 1)) ++first;
    if (first < 1000) {
      EXPECT_NO_THROW((void)plan(trial, 0)) << first;
    } else {
      EXPECT_THROW((void)plan(trial, 0), Error) << first;
      just_refused = just_refused || first < 1500;
    }
  }
  EXPECT_TRUE(just_refused);
}

TEST(GossipPlan, RefusesGraphsThatAreNeverConnected) {
  const auto plan = fresh_erdos_renyi(50, 0.01, random::Seed{1}, 1, false);
  EXPECT_EQ(tests::message_of([&] { (void)plan(0, 0); }),
            "HS-201 fresh_erdos_renyi: 1000 graphs with n = 50, q = 0.01 were not connected; use q above ln(n)/n");
}

}  // namespace
}  // namespace hearsay::learning
