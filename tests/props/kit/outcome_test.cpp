// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <hearsay/core/infinity.hpp>
#include "props/kit/outcome.hpp"

namespace hearsay::props {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(AtMost, MeasuresItsMarginInUnitsOfTheLargerNumber) {
  EXPECT_EQ(at_most(1.0, 4.0).margin, 0.75);
  EXPECT_FALSE(at_most(1.0, 4.0).violated);
  EXPECT_EQ(at_most(4.0, 1.0).margin, -0.75);
  EXPECT_TRUE(at_most(4.0, 1.0).violated);
  EXPECT_EQ(at_most(0.0, 0.0).margin, infinity);
}

TEST(AtMost, IsMetWithEqualityWithinAnAbsoluteOrScaledTolerance) {
  const auto absolute = at_most(1.0 + 0.5e-9, 1.0, {}, Absolute{1e-9}),
             scaled = at_most(100.0 + 5e-8, 100.0, {}, Scaled{1e-9});
  EXPECT_FALSE(absolute.violated);
  EXPECT_EQ(absolute.margin, 0.0);
  EXPECT_FALSE(scaled.violated);
  EXPECT_EQ(scaled.margin, 0.0);
  EXPECT_TRUE(at_most(100.0 + 5e-8, 100.0, {}, Absolute{1e-9}).violated);
}

TEST(AtMost, ScalesItsToleranceByNumbersAboveOneOnly) {
  EXPECT_FALSE(at_most(0.01 + 0.9e-9, 0.01, {}, Scaled{1e-9}).violated);
  EXPECT_TRUE(at_most(0.01 + 1.1e-9, 0.01, {}, Scaled{1e-9}).violated);
  EXPECT_TRUE(at_most(1000.0 + 1.1e-6, 1000.0, {}, Scaled{1e-9}).violated);
}

TEST(AtMost, KeepsTheSignOfARelativeMarginWithinTheTolerance) {
  const auto met = at_most(2.0 + 1e-9, 2.0, {}, Relative{1e-9});
  EXPECT_FALSE(met.violated);
  EXPECT_LT(met.margin, 0.0);
  EXPECT_NEAR(met.margin, -0.5e-9, 1e-15);
  EXPECT_TRUE(at_most(0.01 + 1.1e-11, 0.01, {}, Relative{1e-9}).violated);
  EXPECT_EQ(at_most(1.0, 4.0, {}, Relative{1e-9}).margin, 0.75);
  EXPECT_EQ(at_most(4.0, 1.0, {}, Relative{1e-9}).margin, -3.0);
}

TEST(AtMost, IsViolatedByNaN) {
  for (const Tolerance& tolerance : {Tolerance(Absolute{1.0}), Tolerance(Relative{1.0}), Tolerance(Scaled{1.0})}) {
    EXPECT_TRUE(at_most(nan, 1.0, {}, tolerance).violated);
    EXPECT_TRUE(at_most(1.0, nan, {}, tolerance).violated);
    EXPECT_TRUE(equals(nan, 1.0, {}, tolerance).violated);
  }
}

TEST(AtMost, HasTheSlackByWhichTheStatementCouldBeStrengthened) {
  EXPECT_EQ(at_most(1.0, 4.0).slack, 4.0);
  EXPECT_EQ(at_most(4.0, 1.0).slack, 0.25);
  EXPECT_EQ(at_most(-2.0, -1.0).slack, 2.0);
  EXPECT_EQ(at_most(-1.0, -2.0).slack, 0.5);
  EXPECT_EQ(at_most(1.0, -1.0).slack, 0.0);
  EXPECT_EQ(at_most(1.0, 0.0).slack, 0.0);
  EXPECT_EQ(at_most(nan, 1.0).slack, 0.0);
  EXPECT_EQ(at_most(2.0 + 1e-9, 2.0, {}, Relative{1e-9}).slack, 1.0);
}

TEST(AtMost, HasNoSlackWhereNothingOrOnlyRoundingIsCompared) {
  EXPECT_EQ(at_most(-1.0, 1.0).slack, infinity);
  EXPECT_EQ(at_most(0.0, 1.0).slack, infinity);
  EXPECT_EQ(at_most(1e-13, 1e-16, {}, Absolute{1e-12}).slack, infinity);
  EXPECT_EQ(at_most(1e-13, 4e-13, {}, Relative{1e-9}).slack, 4.0);
}

TEST(AtMostOfFractions, ComparesWithoutTolerance) {
  using oracle::Rational;
  const Rational third(1, 3), more = third + Rational(1, 1'000'000'000) / 1'000'000'000 / 1'000'000'000;
  EXPECT_FALSE(at_most(third, third).violated);
  EXPECT_EQ(at_most(third, third).slack, 1.0);
  EXPECT_EQ(at_most(third, third).margin, 0.0);
  EXPECT_TRUE(at_most(more, third).violated);
  EXPECT_LT(at_most(more, third).margin, 0.0);
  EXPECT_EQ(at_most(third, Rational(4, 3), {"tag"}).slack, 4.0);
  EXPECT_EQ(at_most(third, Rational(4, 3), {"tag"}).margin, 0.75);
  EXPECT_EQ(at_most(third, Rational(4, 3), {"tag"}).tags, std::vector<std::string>{"tag"});
}

TEST(AtMostOfFractions, HasNoSlackOfNothingAndTheReverseQuotientOfNegativeNumbers) {
  using oracle::Rational;
  EXPECT_EQ(at_most(Rational(0), Rational(1)).slack, infinity);
  EXPECT_EQ(at_most(Rational(0), Rational(0)).margin, infinity);
  EXPECT_EQ(at_most(Rational(-2), Rational(-1)).slack, 2.0);
  EXPECT_EQ(at_most(Rational(-1), Rational(-2)).slack, 0.5);
  EXPECT_EQ(at_most(Rational(1), Rational(-1)).slack, 0.0);
}

TEST(AtMostOfBrackets, IsUndecidedWhereTheyOverlap) {
  const Bracket low(1.0, 1.5, 2.0), high(2.0, 2.0, 4.0), between(1.5, 2.0, 3.0);
  EXPECT_FALSE(at_most(low, high).violated);
  EXPECT_FALSE(at_most(low, high).undecided);
  EXPECT_EQ(at_most(low, high).slack, 1.0);
  EXPECT_TRUE(at_most(between, low).undecided);
  EXPECT_FALSE(at_most(between, low).violated);
  EXPECT_TRUE(at_most(Bracket(2.5, 3.0, 4.0), low).violated);
  EXPECT_FALSE(at_most(Bracket(2.5, 3.0, 4.0), low).undecided);
  EXPECT_EQ(at_most(Bracket(2.5, 3.0, 4.0), low).slack, 0.8);
}

TEST(BoundedBy, LeavesOpenWhatAnUpperBoundCannotDecide) {
  EXPECT_EQ(bounded_by(1.0, 4.0).slack, 4.0);
  EXPECT_FALSE(bounded_by(4.0, 4.0).undecided);
  const auto above = bounded_by(4.0, 1.0, {"tag"});
  EXPECT_TRUE(above.undecided);
  EXPECT_FALSE(above.violated);
  EXPECT_EQ(above.slack, 0.25);
  EXPECT_EQ(above.tags, std::vector<std::string>{"tag"});
  EXPECT_TRUE(bounded_by(infinity, 1.0).undecided);
}

TEST(Equals, HasNoSlackAndViolatedMinusTheDifferenceAsMargin) {
  EXPECT_EQ(equals(0.5 + 1e-10, 0.5).margin, infinity);
  EXPECT_EQ(equals(4.0, 2.0).slack, infinity);
  EXPECT_EQ(equals(4.0, 2.0).margin, -1.0);
  EXPECT_EQ(equals(4.0, 2.0, {}, Absolute{1e-9}).margin, -2.0);
  EXPECT_EQ(equals(1.0, 0.5, {}, Relative{1e-9}).margin, -1.0);
  EXPECT_TRUE(equals(4.0, 2.0, {}, Absolute{1e-9}).violated);
}

TEST(Equals, ToleratesAnAbsoluteRelativeOrScaledDifference) {
  EXPECT_FALSE(equals(100.0 + 1e-8, 100.0, {}, Relative{1e-9}).violated);
  EXPECT_TRUE(equals(100.0 + 1e-8, 100.0, {}, Absolute{1e-9}).violated);
  EXPECT_TRUE(equals(0.01 + 1e-10, 0.01, {}, Relative{1e-9}).violated);
  EXPECT_FALSE(equals(0.01 + 1e-10, 0.01, {}, Scaled{1e-9}).violated);
}

TEST(Decided, HasNoSlack) {
  EXPECT_EQ(decided(true).margin, infinity);
  EXPECT_EQ(decided(false).slack, infinity);
  EXPECT_FALSE(decided(true).violated);
  EXPECT_TRUE(decided(false).violated);
}

TEST(Worse, TakesTheSmallerMarginAnyViolationAndTheFirstTags) {
  const auto both = worse(at_most(1.0, 4.0, {"first"}), at_most(4.0, 1.0, {"second"}));
  EXPECT_EQ(both.margin, -0.75);
  EXPECT_EQ(both.slack, 0.25);
  EXPECT_TRUE(both.violated);
  EXPECT_EQ(both.tags, std::vector<std::string>{"first"});
  EXPECT_EQ(worse({}, at_most(1.0, 4.0)).margin, 0.75);
}

TEST(Worse, AViolationOutdoesWhatIsUndecided) {
  const auto open = at_most(Bracket(1.0, 1.0, 3.0), Bracket::exact(2.0));
  EXPECT_TRUE(worse(open, decided(true)).undecided);
  EXPECT_TRUE(worse(decided(true), open).undecided);
  EXPECT_FALSE(worse(open, decided(false)).undecided);
}

}  // namespace
}  // namespace hearsay::props
