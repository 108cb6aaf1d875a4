// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/exact/fraction.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <hearsay/core/infinity.hpp>

namespace hearsay::exact {
namespace {

TEST(Fraction, ReadsWholeNumbersFractionsAndDecimals) {
  EXPECT_EQ(parse_fraction("-3"), Rational(-3));
  EXPECT_EQ(parse_fraction("010"), Rational(10));  // ten, not octal eight
  EXPECT_EQ(parse_fraction("6/4"), Rational(3, 2));
  EXPECT_EQ(parse_fraction("-0.125"), Rational(-1, 8));
  EXPECT_EQ(parse_fraction("1.10"), Rational(11, 10));
  EXPECT_EQ(parse_fraction("0"), Rational(0));
  EXPECT_EQ(parse_fraction("+1"), Rational(1));
  EXPECT_EQ(parse_fraction(".5"), Rational(1, 2));
  EXPECT_EQ(parse_fraction("1."), Rational(1));
  EXPECT_EQ(parse_fraction("1e3"), Rational(1000));
  EXPECT_EQ(parse_fraction("-12.5E-1"), Rational(-5, 4));
}

TEST(Fraction, RefusesEverythingElse) {
  for (const auto* text : {"", "-", "1/0", "1/", "/2", ".", "1/2/3", "1/-2", "+-1", "1e", "e3", "1e3.", "1e401",
                           "1/2e1", " 1", "0x10", "one", "inf", "nan"})
    EXPECT_FALSE(parse_fraction(text)) << text;
  EXPECT_FALSE(parse_fraction(std::string(1001, '1')));
}

TEST(Fraction, StandsForADouble) {
  EXPECT_EQ(fraction_of(1.0 / 3.0), Rational(1, 3));
  EXPECT_EQ(fraction_of(0.1), Rational(1, 10));
  EXPECT_EQ(fraction_of(-2.5), Rational(-5, 2));
  EXPECT_EQ(to_double(fraction_of(3.14159265358979)), 3.14159265358979);  // no small fraction: itself
  EXPECT_EQ(to_string(Rational(-2, 7)), "-2/7");
}

TEST(Fraction, IsRoundedToTheNextDoubleOnASide) {
  for (const Rational& x : {Rational(1, 3), Rational(-1, 3), Rational(2, 3), Rational(1, 10), Rational(-22, 7)}) {
    const double down = round_down(x), up = round_up(x);
    EXPECT_LT(Rational(down), x);
    EXPECT_GT(Rational(up), x);
    EXPECT_EQ(std::nextafter(down, infinity), up);
  }
  for (const double x : {0.0, 1.0, -0.75, 0x1p-1074, 1e300}) {
    EXPECT_EQ(round_down(Rational(x)), x);
    EXPECT_EQ(round_up(Rational(x)), x);
    EXPECT_EQ(std::signbit(round_up(Rational(x))), std::signbit(x));
  }
  const Rational huge = Rational(1e300) * Rational(1e300);
  EXPECT_EQ(round_down(huge), std::numeric_limits<double>::max());
  EXPECT_EQ(round_up(huge), infinity);
}

}  // namespace
}  // namespace hearsay::exact
