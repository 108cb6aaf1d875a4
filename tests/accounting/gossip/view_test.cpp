// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <vector>

#include <hearsay/accounting/gossip/view.hpp>
#include <hearsay/graph/pairwise.hpp>

#include "tests/graphs.hpp"

namespace hearsay::accounting {
namespace {

using graph::Edge;
using graph::Node;
using testing::metropolis;
using Observers = std::vector<Node>;

TEST(Senders, AreTheNeighborsOutsideTheCoalitionInOrder) {
  const auto w = metropolis(testing::grid(3, 3));
  EXPECT_EQ(senders(w, Observers{4}), (Observers{1, 3, 5, 7}));
  EXPECT_EQ(senders(w, Observers{4, 0}), (Observers{1, 3, 5, 7}));
  EXPECT_EQ(senders(w, Observers{3, 4}), (Observers{0, 1, 5, 6, 7}));
  EXPECT_EQ(senders(w, Observers{0, 1, 2, 3, 4, 5, 6, 7, 8}), Observers{});
}

// Worked by hand on the path 0-1-2 with all weights 1/3, seen from node 0.
TEST(GossipView, OfTheThreePathIsWhatPencilAndPaperGive) {
  Eigen::MatrixXd wanted(3, 3);
  wanted << 0, 1, 0, 1.0 / 3, 1.0 / 3, 1.0 / 3, 1.0 / 3, 1.0 / 3, 1.0 / 3;
  EXPECT_LE((gossip_view(metropolis(testing::path(3)), Observers{0}, 3) - wanted).norm(), 1e-15);
}

// Rows of W, not columns; a message is what an observer gives any weight to.
TEST(GossipView, OfAsymmetricWeightsHasTheRowsOfW) {
  Eigen::MatrixXd dense(3, 3);
  dense << 0.5, 0, -0.5, 0.25, 0.75, 0, 0, 0.25, 0.75;
  const graph::GossipMatrix w(dense.sparseView());
  EXPECT_EQ(senders(w, Observers{0}), Observers{2});
  Eigen::MatrixXd wanted(2, 3);
  wanted << 0, 0, 1, 0, 0.25, 0.75;
  EXPECT_EQ(gossip_view(w, Observers{0}, 2), wanted);
  EXPECT_EQ(gossip_view(std::vector<graph::GossipMatrix>{w, w}, Observers{0}), wanted);
}

// gamma = 3/2: the third row is 3/2 (1/3, 1/3, 1/3) - 1/2 (0, 1, 0).
TEST(AcceleratedView, OfTheThreePathIsWhatPencilAndPaperGive) {
  Eigen::MatrixXd wanted(3, 3);
  wanted << 0, 1, 0, 1.0 / 3, 1.0 / 3, 1.0 / 3, 0.5, 0, 0.5;
  EXPECT_LE((accelerated_view(metropolis(testing::path(3)), 1.5, Observers{0}, 3) - wanted).norm(), 1e-15);
}

// Rounds {1,2}, {0,1}, {0,3}: node 0 hears node 1 before it averages again, then node 3.
TEST(GossipView, OfRoundsHoldsWhatWasSentBeforeEachUpdate) {
  const auto rounds = graph::pairwise_averaging(4, std::vector<Edge>{{1, 2}, {0, 1}, {0, 3}});
  Eigen::MatrixXd wanted(2, 4);
  wanted << 0, 0.5, 0.5, 0, 0, 0, 0, 1;
  EXPECT_EQ(gossip_view(rounds, Observers{0}), wanted);
}

TEST(WithoutColumns, SetsThemToZeroAndLeavesTheRest) {
  Eigen::MatrixXd view(1, 3), wanted(1, 3);
  view << 1, 2, 3;
  wanted << 0, 2, 0;
  EXPECT_EQ(without_columns(view, Observers{2, 0}), wanted);
}

}  // namespace
}  // namespace hearsay::accounting
