// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/core/decimal.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace hearsay {
namespace {

TEST(Decimal, IsOnItsSideAndTheNextOneIsNot) {
  double x = 1e-12;
  for (int i = 0; i < 2000; ++i, x *= 1.0137) {
    for (const int digits : {1, 3, 5, 17}) {
      const double above = decimal_above(x, digits), below = decimal_below(x, digits);
      EXPECT_GE(above, x);
      EXPECT_LE(below, x);
      for (const double y : {above, below}) {  // written with so many digits it is itself
        EXPECT_EQ(std::stod(fmt::format("{:.{}e}", y, digits - 1)), y) << x << " " << digits;
      }
      EXPECT_LE(above - below, std::pow(10.0, std::floor(std::log10(x)) - digits + 1) * 1.01) << x << " " << digits;
    }
  }
}

TEST(Decimal, OfNumbersWithFewDigits) {
  EXPECT_EQ(decimal_above(0.2, 5), 0.2);
  EXPECT_EQ(decimal_below(0.2, 5), 0.2);
  EXPECT_EQ(decimal_above(std::nextafter(0.2, 1.0), 5), 0.20001);
  EXPECT_EQ(decimal_below(std::nextafter(0.2, 0.0), 5), 0.19999);
  EXPECT_EQ(decimal_above(9.9999999, 5), 10.0);
  EXPECT_EQ(decimal_above(-1.23456, 3), -1.23);
  EXPECT_EQ(decimal_below(-1.23456, 3), -1.24);
  EXPECT_EQ(decimal_above(4.7351, 4), 4.736);
}

TEST(Decimal, OfWhatHasNoDigits) {
  EXPECT_EQ(decimal_above(0.0, 5), 0.0);
  EXPECT_EQ(decimal_below(std::numeric_limits<double>::infinity(), 5), std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(decimal_above(std::nan(""), 5)));
  EXPECT_EQ(decimal_above(std::numeric_limits<double>::max(), 3), std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace hearsay
