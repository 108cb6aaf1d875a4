// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/probability.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace {

using hearsay::report::percent_text;
using hearsay::report::probability_text;
using hearsay::report::share_text;

TEST(Probability, ReadsAsUsual) {
  EXPECT_EQ(probability_text(0.95), "0.95");
  EXPECT_EQ(probability_text(0.123456789), "0.123457");
  EXPECT_EQ(share_text(0.96771, 4), "0.9677");
  EXPECT_EQ(share_text(0.5, 4), "0.5000");
  EXPECT_EQ(percent_text(0.69146, 3), "69.1");
  EXPECT_EQ(percent_text(0.95), "95");
}

TEST(Probability, BelowOneNeverReadsOne) {
  EXPECT_EQ(probability_text(0.9999999), "0.9999999");
  EXPECT_EQ(share_text(0.99996, 4), "0.99996");
  EXPECT_EQ(percent_text(0.9996, 3), "99.96");
  for (double gap = 0.1; gap > 1e-16; gap /= 3.0) {
    const double p = 1.0 - gap;
    EXPECT_LT(std::stod(probability_text(p, 3)), 1.0) << gap;
    EXPECT_LT(std::stod(share_text(p, 4)), 1.0) << gap;
    EXPECT_LT(std::stod(percent_text(p, 3)), 100.0) << gap;
  }
}

TEST(Probability, AboveZeroNeverReadsZero) {
  EXPECT_EQ(share_text(0.00002, 4), "2e-05");
  EXPECT_EQ(probability_text(1e-9), "1e-09");
}

TEST(Probability, CertaintyReadsCertain) {
  EXPECT_EQ(probability_text(1.0), "1");
  EXPECT_EQ(share_text(1.0, 4), "1.0000");
  EXPECT_EQ(share_text(0.0, 4), "0.0000");
  EXPECT_EQ(percent_text(1.0, 3), "100");
  EXPECT_EQ(percent_text(0.0, 3), "0");
}

}  // namespace
