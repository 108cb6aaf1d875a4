// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/stats/binomial.hpp>

#include <gtest/gtest.h>

#include "tests/error_message.hpp"

namespace hearsay::stats {
namespace {

// Bin(4, 1/2): 1, 4, 6, 4, 1 sixteenths.
TEST(Binomial, OfFourCoins) {
  const double sixteenths[] = {1.0, 4.0, 6.0, 4.0, 1.0};
  double above = 16.0;
  for (std::uint64_t k = 0; k <= 4; ++k) {
    above -= sixteenths[k];
    EXPECT_NEAR(binomial_mass(4, 0.5, k), sixteenths[k] / 16.0, 1e-14) << k;
    EXPECT_NEAR(binomial_above(4, 0.5, k), above / 16.0, 1e-14) << k;
  }
  EXPECT_EQ(binomial_mass(4, 0.5, 5), 0.0);
}

TEST(Binomial, OfACertainCoin) {
  EXPECT_EQ(binomial_mass(7, 1.0, 7), 1.0);
  EXPECT_EQ(binomial_mass(7, 1.0, 6), 0.0);
  EXPECT_EQ(binomial_mass(7, 0.0, 0), 1.0);
  EXPECT_EQ(binomial_above(7, 1.0, 6), 1.0);
  EXPECT_EQ(binomial_above(7, 0.0, 0), 0.0);
}

TEST(Binomial, RefusesWhatIsNoProbability) {
  EXPECT_EQ(tests::message_of([] { (void)binomial_mass(7, 1.5, 6); }),
            "HS-101 binomial_mass: probability = 1.5 must be in [0, 1]");
  EXPECT_EQ(tests::message_of([] { (void)binomial_above(7, -0.5, 6); }),
            "HS-101 binomial_above: probability = -0.5 must be in [0, 1]");
}

}  // namespace
}  // namespace hearsay::stats
