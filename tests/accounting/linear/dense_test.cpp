// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/linear/dense.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace hearsay::accounting {
namespace {

TEST(DenseFactor, RefusesWhatIsNotSafelyPositiveDefinite) {
  Eigen::MatrixXd singular(2, 2);
  singular << 1.0, 1.0, 1.0, 1.0;
  EXPECT_FALSE(DenseFactor::of(singular));
  singular(1, 1) = 1.0 + 1e-15;  // less than the rounding of its entries
  EXPECT_FALSE(DenseFactor::of(singular));
  singular(1, 1) = 0.0;
  EXPECT_FALSE(DenseFactor::of(singular));
  EXPECT_TRUE(DenseFactor::of(Eigen::MatrixXd(0, 0)));
}

// A Hilbert matrix of 5: its inverse has known integers, and the doubt covers what rounding spoils.
TEST(DenseFactor, TheDoubtCoversRounding) {
  Eigen::MatrixXd hilbert(5, 5);
  for (Eigen::Index i = 0; i < 5; ++i) {
    for (Eigen::Index j = 0; j < 5; ++j) hilbert(i, j) = 1.0 / static_cast<double>(i + j + 1);
  }
  const auto factor = DenseFactor::of(hilbert);
  ASSERT_TRUE(factor);
  const auto found = factor->losses(Eigen::MatrixXd::Identity(5, 5));
  const double inverse[] = {25.0, 4800.0, 79380.0, 179200.0, 44100.0};  // its diagonal
  for (Eigen::Index i = 0; i < 5; ++i) {
    EXPECT_NEAR(std::sqrt(found.values(i, i)), std::sqrt(inverse[i]), found.doubt(i));
    EXPECT_LT(found.doubt(i), 1e-6 * std::sqrt(inverse[i]));
  }
}

// Scaling rows changes nothing.
TEST(DenseFactor, LossesDoNotDependOnTheScaleOfRows) {
  std::mt19937 engine(1);
  std::normal_distribution<double> normal;
  Eigen::MatrixXd b(4, 6), a(4, 2);
  for (auto& x : b.reshaped()) x = normal(engine);
  for (auto& x : a.reshaped()) x = normal(engine);
  const Eigen::Vector4d scale(1.0, 1e6, 1e-6, 3.0);
  const Eigen::MatrixXd scaled = scale.asDiagonal() * b, signals = scale.asDiagonal() * a;
  const auto one = DenseFactor::of(b * b.transpose())->losses(a);
  const auto other = DenseFactor::of(scaled * scaled.transpose())->losses(signals);
  EXPECT_LT((one.values - other.values).norm(), 1e-9 * one.values.norm());
}

}  // namespace
}  // namespace hearsay::accounting
