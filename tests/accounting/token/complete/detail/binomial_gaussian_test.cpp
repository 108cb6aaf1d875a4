// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/token/complete/detail/binomial_gaussian.hpp>

#include <gtest/gtest.h>

#include <cmath>

#include <hearsay/divergence/gaussian.hpp>

#include "tests/error_message.hpp"

namespace hearsay::accounting {
namespace {

using divergence::gaussian_delta;
using divergence::gaussian_epsilon;

// Two trials at 1/2: one contribution with chance 1/2, two with chance 1/4.
TEST(BinomialGaussian, OfTwoCoinsIsTheirMixture) {
  const BinomialGaussian found({.trials = 2, .chance = 0.5, .mu = 0.8}, 1e-15);
  for (const double epsilon : {0.0, 0.5, 2.0}) {
    const double wanted =
        0.5 * gaussian_delta(0.8, epsilon).estimate() + 0.25 * gaussian_delta(0.8 * std::sqrt(2.0), epsilon).estimate();
    EXPECT_TRUE(found.delta(epsilon).contains(wanted)) << epsilon;
    EXPECT_LT(found.delta(epsilon).width(), 1e-10 * wanted + 2e-15) << epsilon;
  }
}

TEST(BinomialGaussian, OfACertainContributionIsTheMechanismItself) {
  const BinomialGaussian found({.trials = 4, .chance = 1.0, .mu = 0.5}, 1e-15);
  EXPECT_NEAR(found.epsilon(1e-5).upper(), gaussian_epsilon(1.0, 1e-5).upper(), 1e-8);
  EXPECT_LE(found.epsilon(1e-5).lower(), gaussian_epsilon(1.0, 1e-5).upper());
}

TEST(BinomialGaussian, NumbersThatAreLeftOutArePaidFor) {
  const BinomialContributions rare{.trials = 1000, .chance = 1e-3, .mu = 0.5};
  EXPECT_GT(BinomialGaussian(rare, 1e-3).delta(1.0).upper(), BinomialGaussian(rare, 1e-12).delta(1.0).upper());
  EXPECT_LE(BinomialGaussian(rare, 1e-3).delta(1.0).lower(), BinomialGaussian(rare, 1e-12).delta(1.0).lower());
}

TEST(BinomialGaussian, RefusesADeltaBelowWhatIsLeftOut) {
  EXPECT_EQ(
      tests::message_of([] { (void)BinomialGaussian({.trials = 2, .chance = 0.5, .mu = 1.0}, 1e-3).epsilon(1e-3); }),
      "HS-101 BinomialGaussian::epsilon: delta = 0.001 must be above what is left out, 0.001");
}

}  // namespace
}  // namespace hearsay::accounting
