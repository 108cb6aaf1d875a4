#include <gtest/gtest.h>

#include <cmath>

#include <hearsay/accounting/boolean_quadratic.hpp>
#include <hearsay/random/stream.hpp>

namespace hearsay::accounting {
namespace {

// M = s s^T + 16 sum over pairs (e_i + e_j)(e_i + e_j)^T, s equal on each pair and of sum 0: to flip one sign of a pair never helps,
// so that neither the ones nor the waves get to s, which is the top eigenvector, with eigenvalue T + 32. There both bounds meet.
TEST(BooleanQuadratic, FindsTheSignsOfTheTopEigenvectorWhereNoSingleFlipHelps) {
  constexpr Eigen::Index size = 64;
  random::Stream stream({5}, random::Purpose::data, 0);
  Eigen::VectorXd s(size);
  int ones = 0, others = 0;
  for (Eigen::Index pair = 0; pair < size; pair += 2) {
    const bool up = others == size / 4 || (ones < size / 4 && stream.uniform_open() < 0.5);
    ++(up ? ones : others);
    s(pair) = s(pair + 1) = up ? 1.0 : -1.0;
  }
  ASSERT_EQ(s.sum(), 0.0);
  Eigen::MatrixXd m = s * s.transpose();
  for (Eigen::Index pair = 0; pair < size; pair += 2) m.block(pair, pair, 2, 2).array() += 16.0;
  const auto bounds = boolean_quadratic_bounds(m);
  EXPECT_NEAR(bounds.lower, 64.0 * 96.0, 1e-6);
  EXPECT_NEAR(bounds.upper, 64.0 * 96.0, 1e-6);
  EXPECT_NEAR(std::abs(bounds.signs.dot(s)), 64.0, 1e-12);
}

TEST(BooleanQuadratic, OfNothingIsNothing) {
  const auto bounds = boolean_quadratic_bounds(Eigen::MatrixXd::Zero(30, 30));
  EXPECT_EQ(bounds.lower, 0.0);
  EXPECT_EQ(bounds.upper, 0.0);
  EXPECT_EQ(bounds.constant, 0.0);
}

}  // namespace
}  // namespace hearsay::accounting
