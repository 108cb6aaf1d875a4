// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <Eigen/Dense>

#include <hearsay/core/decompositions.hpp>
#include <hearsay/linalg/boolean_quadratic.hpp>
#include <hearsay/random/stream.hpp>

namespace hearsay::linalg {
namespace {

// M = s s^T + 64 sum over triples of b b^T, b the ones of a triple, s equal on each triple. To flip one sign of an
// agreeing triple never helps, and of another its minority flips first: neither the ones nor the waves get to s. It is
// the top eigenvector, of eigenvalue T + 192, where both bounds meet.
TEST(BooleanQuadratic, FindsTheSignsOfTheTopEigenvectorWhereNoSingleFlipHelps) {
  constexpr Eigen::Index size = 63;
  random::Stream stream({5}, random::Purpose::data, 0);
  Eigen::VectorXd s(size);
  for (Eigen::Index triple = 0; triple < size; triple += 3)
    s.segment(triple, 3).setConstant(stream.uniform_open() < 0.5 ? 1.0 : -1.0);
  Eigen::MatrixXd m = s * s.transpose();
  for (Eigen::Index triple = 0; triple < size; triple += 3) m.block(triple, triple, 3, 3).array() += 64.0;
  const auto bounds = boolean_quadratic_bounds(m);
  EXPECT_NEAR(bounds.lower, 63.0 * 255.0, 1e-6);
  EXPECT_NEAR(bounds.upper, 63.0 * 255.0, 1e-5);
  EXPECT_NEAR(std::abs(bounds.signs.dot(s)), 63.0, 1e-12);
}

TEST(BooleanQuadratic, OfNothingIsNothing) {
  const auto bounds = boolean_quadratic_bounds(Eigen::MatrixXd::Zero(30, 30));
  EXPECT_EQ(bounds.lower, 0.0);
  EXPECT_EQ(bounds.upper, 0.0);
  EXPECT_EQ(bounds.constant, 0.0);
}

Eigen::MatrixXd random_psd(Eigen::Index size, unsigned seed) {
  Eigen::MatrixXd a(size, size);
  std::uint64_t state = seed;
  for (Eigen::Index i = 0; i < a.size(); ++i) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    a.data()[i] = static_cast<double>(state >> 40) / 16777216.0 - 0.5;
  }
  return a * a.transpose() / static_cast<double>(size);
}

TEST(BooleanQuadratic, BoundsEncloseTheEnumeratedMaximum) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const Eigen::MatrixXd m = random_psd(9, seed);
    const auto bounds = boolean_quadratic_bounds(m);
    double best = 0.0;
    for (int bits = 0; bits < 512; ++bits) {
      Eigen::VectorXd s(9);
      for (int i = 0; i < 9; ++i) s(i) = (bits >> i) & 1 ? 1.0 : -1.0;
      best = std::max(best, s.dot(m * s));
    }
    EXPECT_NEAR(bounds.exact.value(), best, 1e-12);
    EXPECT_LE(bounds.lower, best + 1e-12);
    EXPECT_GE(bounds.upper, best - 1e-12);
    EXPECT_NEAR(bounds.signs.dot(m * bounds.signs), bounds.lower, 1e-12);
    EXPECT_NEAR(bounds.constant, m.sum(), 1e-12);
  }
}

TEST(BooleanQuadratic, UpperIsTheSmallerOfTheAbsoluteSumAndTheEigenvalueBound) {
  for (const Eigen::Index size : {6, 60, 260}) {
    const Eigen::MatrixXd m = random_psd(size, 7);
    const double lambda = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(m).eigenvalues().maxCoeff();
    const double expected = std::min(m.cwiseAbs().sum(), static_cast<double>(size) * lambda);
    EXPECT_NEAR(boolean_quadratic_bounds(m).upper, expected, 1e-9 * expected);
  }
  const Eigen::MatrixXd ones = Eigen::MatrixXd::Ones(30, 30);
  EXPECT_NEAR(boolean_quadratic_bounds(ones).upper, 900.0, 1e-9);
  EXPECT_NEAR(boolean_quadratic_bounds(ones).lower, 900.0, 1e-9);
}

}  // namespace
}  // namespace hearsay::linalg
