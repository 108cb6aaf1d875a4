// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>

#include <hearsay/core/error.hpp>
#include <hearsay/graph/averaging_time.hpp>

namespace hearsay::graph {
namespace {

// Evaluated by hand: K2 with W = J/2 has gap 1; 16 nodes, gap 1/4, sigma = 1: 2 ln 16 = 5.545...
TEST(StoppingTime, IsTheFormulaRoundedUp) {
  EXPECT_EQ(stopping_time(1.0, 2, 1.0), 1);
  EXPECT_EQ(stopping_time(0.25, 16, 1.0), 6);
  EXPECT_EQ(stopping_time(0.25, 16, 0.25), 9);      // max(sigma^2, 1/4) / sigma^2 = 4: 2 ln 64 = 8.317...
  EXPECT_EQ(stopping_time(0.25, 16, 1.0, 4.0), 9);  // V = 4: the same
  EXPECT_EQ(stopping_time(0.25, 1, 1.0), 0);
}

// muffliato Theorem 3 on K4 with uniform probabilities, V = 5, sigma = 1: lambda_2 = 4/6; printed ceil(ln(20) 3/2) = 5,
// repaired twice that.
TEST(RandomizedStoppingTime, HasTwiceThePrintedRate) {
  EXPECT_EQ(static_cast<int>(std::ceil(std::log(20.0) * 1.5)), 5);
  EXPECT_EQ(randomized_stopping_time(2.0 / 3.0, 4, 1.0, 5.0), 9);
  EXPECT_EQ(randomized_stopping_time(2.0, 2, 1.0), 1);
}

TEST(Acceleration, IsBothFormsOfTheFormula) {
  for (const double gap : {0.01, 0.3, 0.7832, 1.0}) {
    const double printed = 2.0 * (1.0 - std::sqrt(gap * (1.0 - gap / 4.0))) / std::pow(1.0 - gap / 2.0, 2);
    EXPECT_NEAR(acceleration(gap), printed, 1e-14) << gap;
  }
  EXPECT_EQ(acceleration(0.0), 2.0);
}

TEST(StoppingTime, RefusesWhatDoesNotConverge) {
  const auto code = [](auto&& call) {
    try {
      call();
    } catch (const Error& error) {
      return static_cast<int>(error.code());
    }
    return 0;
  };
  EXPECT_EQ(code([] { (void)stopping_time(0.0, 4, 1.0); }), 202);
  EXPECT_EQ(code([] { (void)stopping_time(1.5, 4, 1.0); }), 101);
  EXPECT_EQ(code([] { (void)stopping_time(std::nan(""), 4, 1.0); }), 101);
  EXPECT_EQ(code([] { (void)stopping_time(0.5, 0, 1.0); }), 101);
  EXPECT_EQ(code([] { (void)stopping_time(0.5, 4, 0.0); }), 101);
  EXPECT_EQ(code([] { (void)stopping_time(0.5, 4, 1.0, -1.0); }), 101);
  EXPECT_EQ(code([] { (void)stopping_time(1e-300, 4, 1.0); }), 302);
  EXPECT_EQ(code([] { (void)randomized_stopping_time(2.5, 4, 1.0); }), 101);
  EXPECT_EQ(code([] { (void)acceleration(-0.1); }), 101);
}

}  // namespace
}  // namespace hearsay::graph
