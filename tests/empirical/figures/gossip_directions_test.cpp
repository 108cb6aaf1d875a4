// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/figures/gossip_directions.hpp"

#include <gtest/gtest.h>

#include <hearsay/accounting/gossip/published_losses.hpp>

namespace hearsay::empirical {
namespace {

// Of T = 3 steps with W = (1/2 1/2; 1/2 1/2) each message after the first shows half.
TEST(ReleasedLosses, LeaveOutTheFirstMessage) {
  GossipSetting setting = gossip_setting("path:2", {1});
  setting.steps = 3;
  const auto losses = released_losses(setting, 0, {});
  EXPECT_NEAR(losses[1], 1.5, 1e-12);
}

TEST(ReleasedLosses, AreTheFormulaOfOneStepMoreFarAway) {
  GossipSetting setting = gossip_setting("path:5", {1});
  setting.steps = 4;
  const auto losses = released_losses(setting, 0, {});
  const auto formula = accounting::published_losses(setting.w, setting.graph.neighbors(2), 5);
  EXPECT_NEAR(losses[2], formula[0], 1e-12);
}

TEST(ExactLossesOf, AreThoseTowardsEveryObserver) {
  for (const auto* spec : {"path:6", "grid:3x4", "star:5", "erdos-renyi:n=30,p=0.15"}) {
    auto setting = gossip_setting(spec, {3});
    for (const int steps : {1, 2, 5, setting.steps}) {
      setting.steps = steps;
      const auto losses = exact_losses_of(setting, 1, {});
      for (graph::Node v = 0; v < setting.graph.nodes(); ++v) {
        if (v != 1) EXPECT_NEAR(losses[v], account_towards(setting, v, {1}).losses.exact[1], 1e-9) << spec << " " << v;
      }
    }
  }
}

// Star with five leaves, target 1, T = 1: the center's degree is 5, a leaf's 1; a node and its neighbors lose all.
TEST(HiddenGraphLosses, AreTheoremFour) {
  const auto setting = gossip_setting("star:6", {1});
  const auto losses = hidden_graph_losses(setting.w, 1, 1, 0), looped = hidden_graph_losses(setting.w, 1, 1, 2);
  EXPECT_EQ(losses[0], 1.0);
  EXPECT_EQ(losses[1], 1.0);
  EXPECT_NEAR(losses[2], 2.0 / 5.0, 1e-12);
  EXPECT_EQ(looped[2], 1.0);
}

}  // namespace
}  // namespace hearsay::empirical
