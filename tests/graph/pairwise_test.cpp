// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <vector>

#include <Eigen/Dense>
#include <hearsay/graph/pairwise.hpp>

#include "tests/error_message.hpp"

namespace hearsay::graph {
namespace {

TEST(Pairwise, TheTwoEndsTakeTheirAverageAndNobodyElseChanges) {
  const Eigen::VectorXd before = Eigen::Vector4d(1.0, 2.0, 5.0, 8.0);
  const Eigen::VectorXd after = pairwise_averaging(4, Edge{3, 1}) * before;
  EXPECT_EQ(after, Eigen::VectorXd(Eigen::Vector4d(1.0, 5.0, 5.0, 5.0)));
}

TEST(Pairwise, ASequenceIsOneMatrixAnEdge) {
  const auto all = pairwise_averaging(3, std::vector<Edge>{{0, 1}, {1, 2}});
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(Eigen::MatrixXd(all[1]), Eigen::MatrixXd(pairwise_averaging(3, Edge{1, 2})));
}

TEST(Pairwise, RefusesOneNodeTwiceAndStrangers) {
  EXPECT_EQ(tests::message_of([] { (void)pairwise_averaging(3, Edge{1, 1}); }).substr(0, 6), "HS-101");
  EXPECT_EQ(tests::message_of([] { (void)pairwise_averaging(3, Edge{1, 3}); }).substr(0, 6), "HS-101");
}

}  // namespace
}  // namespace hearsay::graph
