// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>

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

}  // namespace
}  // namespace hearsay::linalg
