// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/core/error.hpp>
#include <hearsay/protocol/gossip/averaging.hpp>
#include <hearsay/protocol/gossip/round.hpp>

#include "tests/graphs.hpp"

namespace hearsay::protocol {
namespace {

// Eigen's product adds up in the same order: not a bit differs, whatever the number of columns is; the last is past the
// caches.
TEST(GossipRound, IsEigensProduct) {
  auto w = gossip_matrix(testing::geometric(60, 0.3, 1), graph::Weights::metropolis);
  for (const Eigen::Index width : {1, 5, 16, 37, 48, 70'001}) {
    const Eigen::MatrixXd start = with_noise(Eigen::MatrixXd::Zero(60, width), 1.0, random::Seed{7}, 0);
    States next;
    gossip_round(w, States(start), next);
    EXPECT_EQ(Eigen::MatrixXd(next.matrix()), Eigen::MatrixXd(w * start)) << width;
    EXPECT_EQ(average(w, start, 2), Eigen::MatrixXd(w * (w * start).eval())) << width;
  }
  States next;
  EXPECT_THROW(gossip_round(w, States(59, 3), next), Error);
  w.uncompress();
  gossip_round(w, States(Eigen::MatrixXd::Identity(60, 60)), next);
  EXPECT_EQ(Eigen::MatrixXd(next.matrix()), Eigen::MatrixXd(w));
}

}  // namespace
}  // namespace hearsay::protocol
