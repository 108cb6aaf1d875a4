// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <vector>

#include <hearsay/adversary/gossip_view.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/graph/pairwise.hpp>

#include "tests/graphs.hpp"

namespace hearsay::adversary {
namespace {

using graph::Edge;
using graph::Node;
using Members = std::vector<Node>;

// Worked by hand: node 0 of the path 0-1-2 hears node 1, which holds x_1 and then the mean of all three.
TEST(Coalition, HearsTheNeighborOnThePath) {
  const auto w = gossip_matrix(testing::path(3), graph::Weights::metropolis);
  Eigen::MatrixXd wanted(2, 3);
  wanted << 0, 1, 0, 1.0 / 3, 1.0 / 3, 1.0 / 3;
  EXPECT_LE((gossip_view(w, Members{0}, 2) - wanted).norm(), 1e-15);
}

TEST(Coalition, HearsNodesOutsideOnlyAndEachOncePerStep) {
  const auto w = gossip_matrix(testing::ring(5), graph::Weights::metropolis);
  Eigen::MatrixXd wanted(3, 5);
  wanted << 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1;  // node 1 is a neighbor of both members, 3 and 4 of one
  EXPECT_EQ(gossip_view(w, Members{2, 0}, 1), wanted);
  EXPECT_EQ(gossip_view(w, Members{0, 1, 2, 3, 4}, 5).rows(), 0);
}

TEST(Coalition, HearsOnlyTheRoundsThatReachIt) {
  const auto rounds = graph::pairwise_averaging(4, std::vector<Edge>{{0, 1}, {1, 2}, {2, 3}});
  Eigen::MatrixXd wanted(1, 4);
  wanted << 0.25, 0.25, 0.5, 0;
  EXPECT_LE((gossip_view(rounds, Members{3}) - wanted).norm(), 1e-15);
}

// What is heard in a run with noise is the view matrix times the noisy values.
TEST(Coalition, HearsItsMatrixTimesTheNoisyValues) {
  const auto w = gossip_matrix(testing::geometric(20, 0.4, 2), graph::Weights::metropolis);
  const Eigen::MatrixXd start = protocol::with_noise(Eigen::MatrixXd::Zero(20, 1), 1.0, random::Seed{3}, 0);
  const Members members{1, 7};
  Coalition coalition(members), accelerated(members);
  (void)protocol::average(w, start, 6, coalition.ears());
  EXPECT_LE((coalition.transcript() - gossip_view(w, members, 6) * start).norm(), 1e-12);
  (void)protocol::average_accelerated(w, 1.2, start, 6, accelerated.ears());
  EXPECT_LE((accelerated.transcript() - accelerated_view(w, 1.2, members, 6) * start).norm(), 1e-12);
}

TEST(Coalition, RefusesNobodyAndTwins) {
  EXPECT_THROW(Coalition(Members{}), Error);
  EXPECT_THROW(Coalition(Members{2, 2}), Error);
  EXPECT_THROW((void)gossip_view(gossip_matrix(testing::path(3), graph::Weights::metropolis), Members{3}, 1), Error);
}

}  // namespace
}  // namespace hearsay::adversary
