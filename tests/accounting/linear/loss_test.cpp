// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/linear/loss.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include <hearsay/exact/fraction.hpp>

namespace hearsay::accounting {
namespace {

LossMatrix doubles(const Eigen::MatrixXd& m, double doubt = 0.0) {
  return {.rounds = static_cast<std::size_t>(m.rows()),
          .members = 1,
          .values = m,
          .exact = {},
          .doubt = Eigen::VectorXd::Constant(m.rows(), doubt)};
}

LossMatrix fractions(const std::vector<std::vector<exact::Rational>>& m, std::size_t members = 1) {
  const auto size = static_cast<Eigen::Index>(m.size());
  LossMatrix result{
      .rounds = m.size() / members, .members = members, .values = Eigen::MatrixXd(size, size), .exact = m, .doubt = {}};
  for (Eigen::Index s = 0; s < size; ++s) {
    for (Eigen::Index t = 0; t < size; ++t)
      result.values(s, t) = exact::to_double(m[static_cast<std::size_t>(s)][static_cast<std::size_t>(t)]);
  }
  return result;
}

// I - J/4 of three rounds that share one noise of the same size: signs lose 11/4, vectors at 120 degrees 3.
TEST(LargestLoss, VectorsLoseMoreThanSigns) {
  const exact::Rational d(3, 4), o(-1, 4);
  const auto loss = largest_loss(fractions({{d, o, o}, {o, d, o}, {o, o, d}}), {});
  EXPECT_EQ(*loss.exact, exact::Rational(11, 4));
  EXPECT_EQ(loss.certified, Certified::rational);
  EXPECT_NEAR(loss.vectors.lower, 3.0, 1e-9);
  EXPECT_NEAR(loss.vectors.upper, 3.0, 1e-8);
  EXPECT_GE(loss.vectors.upper, 3.0);
  EXPECT_FALSE(loss.alike);
  EXPECT_EQ(loss.of(Contributions::numbers).upper, 2.75);
  EXPECT_GE(loss.of(Contributions::vectors).upper, 3.0);
  EXPECT_EQ(loss.exact_of(Contributions::numbers), exact::Rational(11, 4));
  EXPECT_FALSE(loss.exact_of(Contributions::vectors));
  EXPECT_EQ(loss.constant, 0.75);
  EXPECT_EQ(loss.sum_abs, 3.75);
  EXPECT_EQ(loss.rounds, (Pattern{0, 1, 2}));
}

// [[2, -1], [-1, 2]]: opposite signs agree with every entry, so all bounds meet.
TEST(LargestLoss, AllBoundsMeetWhereSignsAgree) {
  const auto loss = largest_loss(fractions({{2, -1}, {-1, 2}}, 2), {});
  EXPECT_EQ(*loss.exact, 6);
  EXPECT_TRUE(loss.alike);
  EXPECT_EQ(loss.exact_of(Contributions::vectors), exact::Rational(6));
  EXPECT_EQ(loss.vectors.upper, 6.0);
  EXPECT_EQ(loss.sum_abs, 6.0);
  EXPECT_EQ(loss.rounds, (Pattern{0}));
  EXPECT_NE(loss.signs[0], loss.signs[1]);
}

TEST(LargestLoss, TheBestPatternCounts) {
  const auto matrix = fractions({{1, 0, 0}, {0, 5, 0}, {0, 0, 2}});
  EXPECT_EQ(*largest_loss(matrix, {.kind = Participation::Kind::once}).exact, 5);
  EXPECT_EQ(*largest_loss(matrix, {.kind = Participation::Kind::period, .period = 2}).exact, 5);
  EXPECT_EQ(*largest_loss(matrix, {.kind = Participation::Kind::at_most, .count = 2, .gap = 2}).exact, 5);
  EXPECT_EQ(*largest_loss(matrix, {.kind = Participation::Kind::at_most, .count = 2, .gap = 1}).exact, 7);
}

TEST(LargestLoss, DoubtWidensBothEnds) {
  const auto loss = largest_loss(doubles(Eigen::MatrixXd::Identity(1, 1) * 4.0, 0.1), {});
  EXPECT_NEAR(loss.loss.lower, 1.9 * 1.9, 1e-9);
  EXPECT_NEAR(loss.loss.upper, 2.1 * 2.1, 1e-9);
  EXPECT_FALSE(loss.exact);
  EXPECT_EQ(loss.certified, Certified::interval);
}

Eigen::MatrixXd random_gram(Eigen::Index size, unsigned seed) {
  std::mt19937 engine(seed);
  std::normal_distribution<double> normal;
  Eigen::MatrixXd b(size, size);
  for (auto& x : b.reshaped()) x = normal(engine);
  return b * b.transpose();
}

// Too many patterns to list: the dual of all of them bounds what sampled patterns lose, and the lower end is reached.
TEST(LargestLoss, ManyPatternsAreBoundedByOneDual) {
  const auto m = random_gram(30, 1);
  const Participation six{.kind = Participation::Kind::at_most, .count = 6, .gap = 1};
  ASSERT_FALSE(patterns(six, 30, 10'000));
  const auto loss = largest_loss(doubles(m), six);
  EXPECT_LE(loss.loss.lower, loss.loss.upper);
  EXPECT_EQ(loss.rounds.size(), 6u);
  std::mt19937 engine(2);
  for (int trial = 0; trial < 2000; ++trial) {
    Eigen::VectorXd s = Eigen::VectorXd::Zero(30);
    for (int i = 0; i < 6; ++i) s(static_cast<Eigen::Index>(engine() % 30)) = engine() % 2 == 0 ? 1.0 : -1.0;
    EXPECT_LE(s.dot(m * s), loss.loss.upper);
  }
}

// Beyond 20 changes nothing is enumerated: the interval holds what random signs reach.
TEST(LargestLoss, LongPatternsHaveAnInterval) {
  const auto m = random_gram(26, 3);
  const auto loss = largest_loss(doubles(m), {});
  EXPECT_LT(loss.loss.lower, loss.loss.upper);
  Eigen::VectorXd s(26);
  for (Eigen::Index t = 0; t < 26; ++t) s(t) = loss.signs[static_cast<std::size_t>(t)];
  EXPECT_NEAR(s.dot(m * s), loss.loss.lower, 1e-9 * loss.loss.lower);
  EXPECT_LE(loss.loss.upper, loss.vectors.upper * (1.0 + 1e-9));
  EXPECT_LE(loss.vectors.upper, loss.sum_abs * (1.0 + 1e-9));
}

}  // namespace
}  // namespace hearsay::accounting
