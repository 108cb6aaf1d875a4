// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/linalg/vector_quadratic.hpp>

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <random>

#include <hearsay/linalg/boolean_quadratic.hpp>

namespace hearsay::linalg {
namespace {

Eigen::MatrixXd random_gram(Eigen::Index size, Eigen::Index rank, unsigned seed) {
  std::mt19937 engine(seed);
  std::normal_distribution<double> normal;
  Eigen::MatrixXd b(size, rank);
  for (auto& x : b.reshaped()) x = normal(engine);
  return b * b.transpose();
}

// 4 I - J: three vectors at 120 degrees sum to 0, so the value is 4 * 3; signs reach 4 * 3 - 1.
TEST(VectorQuadratic, ThreeVectorsAtEqualAngles) {
  const Eigen::MatrixXd m = 4.0 * Eigen::MatrixXd::Identity(3, 3) - Eigen::MatrixXd::Ones(3, 3);
  const auto bounds = vector_quadratic_bounds(m);
  EXPECT_NEAR(bounds.lower, 12.0, 1e-9);
  EXPECT_NEAR(bounds.upper, 12.0, 1e-8);
  EXPECT_EQ(boolean_quadratic_maximum(m), 11.0);
}

TEST(VectorQuadratic, NonNegativeMatricesAreLargestForEqualVectors) {
  const Eigen::MatrixXd m = random_gram(6, 6, 1).cwiseAbs() + 10.0 * Eigen::MatrixXd::Identity(6, 6);
  const auto bounds = vector_quadratic_bounds(m);
  EXPECT_NEAR(bounds.lower, m.sum(), 1e-9 * m.sum());
  EXPECT_NEAR(bounds.upper, m.sum(), 1e-8 * m.sum());
}

// Signs are vectors; the dual dominates M; it is no more than pi/2 above the signs, and the ends meet.
TEST(VectorQuadratic, LiesBetweenSignsAndTheirGrothendieckBound) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    const auto size = static_cast<Eigen::Index>(1 + seed % 12);
    const auto m = random_gram(size, 1 + static_cast<Eigen::Index>(seed % 5), seed);
    const auto bounds = vector_quadratic_bounds(m);
    const double signs = boolean_quadratic_maximum(m);
    EXPECT_LE(signs * (1.0 - 1e-13), bounds.upper) << seed;  // where both are equal their sums round differently
    EXPECT_LE(bounds.lower, 1.5708 * signs) << seed;
    EXPECT_NEAR(bounds.lower, bounds.upper, 1e-6 * bounds.upper) << seed;
    Eigen::MatrixXd rest = -m;
    rest.diagonal() += bounds.dual;
    EXPECT_GE(Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(rest).eigenvalues()(0), -1e-9 * bounds.upper) << seed;
    EXPECT_NEAR(bounds.dual.sum(), bounds.upper, 1e-9 * bounds.upper);
  }
}

TEST(VectorQuadratic, NothingIsNothing) {
  EXPECT_EQ(vector_quadratic_bounds(Eigen::MatrixXd(0, 0)).upper, 0.0);
  EXPECT_EQ(vector_quadratic_bounds(Eigen::MatrixXd::Zero(3, 3)).upper, 0.0);
}

// A round that loses nothing has no part in the dual, and does not spoil the check of it.
TEST(VectorQuadratic, ARoundOfZeros) {
  Eigen::MatrixXd m = Eigen::MatrixXd::Zero(4, 4);
  m.topLeftCorner(3, 3) = 4.0 * Eigen::MatrixXd::Identity(3, 3) - Eigen::MatrixXd::Ones(3, 3);
  EXPECT_NEAR(vector_quadratic_bounds(m).upper, 12.0, 1e-8);
}

}  // namespace
}  // namespace hearsay::linalg
