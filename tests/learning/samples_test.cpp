// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include <hearsay/core/error.hpp>
#include <hearsay/learning/samples.hpp>

#include "tests/error_message.hpp"

namespace hearsay::learning {
namespace {

TEST(Preparation, StandardizesOnTheTrainingPartAndScalesRows) {
  Table table{Eigen::MatrixXd(5, 3), Eigen::VectorXd::LinSpaced(5, 0.0, 4.0), {"a", "b", "c"}, "y"};
  table.features << 1, 7, 1e300, 2, 7, -1e300, 3, 7, 1e300, 4, 7, 0, 5, 7, 1e300;
  const auto split = prepare(table, {}, {3});
  ASSERT_EQ(split.train.rows(), 4);
  ASSERT_EQ(split.test.rows(), 1);
  for (Eigen::Index i = 0; i < 4; ++i) EXPECT_NEAR(split.train.x.row(i).norm(), 1.0, 1e-15);
  EXPECT_NEAR(split.test.x.row(0).norm(), 1.0, 1e-15);
  EXPECT_EQ(split.train.x.col(1).cwiseAbs().maxCoeff(), 0.0);  // constant feature
  EXPECT_EQ(split.train.y.sum() + split.test.y.sum(), -1.0);   // 3 and 4 are above the mean 2
  EXPECT_EQ(prepare(table, {.bias = true}, {3}).train.x.cols(), 4);
  EXPECT_THROW((void)prepare(table, {.training_share = 0.1}, {3}), Error);
}

TEST(Preparation, StandardizesTwoColumnsByHand) {
  Table table{Eigen::MatrixXd(3, 2), Eigen::Vector3d(0.0, 1.0, 2.0), {"a", "b"}, "y"};
  table.features << 0, 0, 2, 4, 6, 0;
  const auto split = prepare(table, {.training_share = 0.7}, {5});
  ASSERT_EQ(split.train.rows(), 2);
  // Two training values m - s, m + s standardize to -1, 1; (+-1, +-1) scales to (+-1, +-1) / sqrt 2, (+-1, 0) stays.
  EXPECT_EQ(split.train.x.row(0), -split.train.x.row(1));
  EXPECT_NEAR(std::abs(split.train.x(0, 0)), std::abs(split.train.x(0, 1)) > 0.0 ? std::sqrt(0.5) : 1.0, 1e-15);
}

TEST(Deal, GivesEveryRowOnceAndEvenly) {
  const auto hands = deal(16'512, 2000, {1});
  std::set<Eigen::Index> seen;
  for (const auto& hand : hands) {
    EXPECT_TRUE(hand.size() == 8 || hand.size() == 9);
    seen.insert(hand.begin(), hand.end());
  }
  EXPECT_EQ(seen.size(), 16'512U);
  EXPECT_NE(deal(100, 10, {1}), deal(100, 10, {2}));
  EXPECT_THROW((void)deal(3, 4, {1}), Error);
  EXPECT_THROW((void)deal(3, 0, {1}), Error);
}

}  // namespace
}  // namespace hearsay::learning
