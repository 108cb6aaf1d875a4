// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <hearsay/divergence/exponential_excess.hpp>

namespace hearsay::divergence {
namespace {

// y^2/2 + y^3/6 + y^4/24 + y^5/120 + ...: at 1e-3 the next term is y^4/360 < 3e-15 of the sum.
TEST(ExponentialExcess, NearZeroIsTheSeries) {
  const double y = 1e-3;
  const double series = y * y / 2.0 + y * y * y / 6.0 + y * y * y * y / 24.0 + y * y * y * y * y / 120.0;
  EXPECT_NEAR(exponential_excess(y) / series, 1.0, 1e-14);
  EXPECT_EQ(exponential_excess(0.0), 0.0);
}

TEST(ExponentialExcess, BothFormulasMeetWhereTheyChange) {
  for (const double y : {-0.5, 0.5}) {
    const double inside = exponential_excess(std::nextafter(y, 0.0)), outside = exponential_excess(y);
    EXPECT_NEAR(inside / outside, 1.0, 2e-15) << y;
  }
  EXPECT_DOUBLE_EQ(exponential_excess(2.0), std::exp(2.0) - 3.0);
  EXPECT_DOUBLE_EQ(exponential_excess(-2.0), std::exp(-2.0) + 1.0);
}

TEST(LogExponentialExcess, GoesOnWhereTheNumberItselfCannot) {
  EXPECT_DOUBLE_EQ(log_exponential_excess(1.5), std::log(exponential_excess(1.5)));
  EXPECT_EQ(log_exponential_excess(1000.0), 1000.0);
  EXPECT_NEAR(log_exponential_excess(1e-200), 2.0 * std::log(1e-200) - std::log(2.0), 1e-12);
  EXPECT_EQ(log_exponential_excess(0.0), -std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace hearsay::divergence
