// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <hearsay/accounting/gossip/claim.hpp>
#include <hearsay/divergence/accountant.hpp>
#include <hearsay/divergence/gaussian.hpp>

namespace hearsay::accounting {
namespace {

// 3 2^2 / (2 4^2) = 3/8: the fractions are doubles, so the Renyi loss is known exactly.
TEST(GaussianLoss, RenyiLossOfDyadicNumbersIsExact) {
  const GaussianLossScale scale{.alpha = 3.0, .sigma = 4.0, .sensitivity = 2.0};
  EXPECT_EQ(scale.unit(), 0.375);
  const auto all = gaussian_loss(LossUnit::renyi, scale, 1.0, 0.0);
  EXPECT_LE(all.lower(), 0.375);
  EXPECT_EQ(all.upper(), 0.375);  // a share is at most 1
  EXPECT_EQ(gaussian_loss(LossUnit::renyi, scale, 0.0, 0.0).upper(), 0.0);
}

TEST(GaussianLoss, HoldsEveryShareWithinTheAccuracy) {
  const GaussianLossScale scale{.alpha = 2.0, .sigma = 0.7, .sensitivity = 1.3, .delta = 1e-5};
  for (const double share : {0.01, 0.3, 0.97}) {
    for (const double accuracy : {0.0, 1e-9, 0.02}) {
      const auto renyi = gaussian_loss(LossUnit::renyi, scale, share, accuracy),
                 epsilon = gaussian_loss(LossUnit::epsilon, scale, share, accuracy);
      for (const double shift : {-accuracy, 0.0, accuracy}) {
        const double truth = std::max(0.0, share + shift);
        EXPECT_TRUE(renyi.contains(scale.unit() * truth)) << share << ' ' << accuracy;
        const auto wanted = divergence::gaussian_epsilon(1.3 / 0.7 * std::sqrt(truth), 1e-5);
        EXPECT_LE(epsilon.lower(), wanted.upper()) << share << ' ' << accuracy;
        EXPECT_GE(epsilon.upper(), wanted.lower()) << share << ' ' << accuracy;
      }
    }
  }
}

TEST(GaussianLoss, EpsilonIsThatOfTheRootOfTheShare) {
  const GaussianLossScale scale{.sigma = 2.0, .sensitivity = 1.0, .delta = 1e-6};
  EXPECT_EQ(scale.epsilon(0.25), divergence::gaussian_epsilon(0.25, 1e-6).upper());
  EXPECT_EQ(scale.epsilon(0.0), 0.0);
}

TEST(Judge, KnowsWhatItDoesNotKnow) {
  const Bracket loss(1.0, 1.5, 2.0);
  EXPECT_EQ(divergence::judge(loss, 2.0), Verdict::holds);
  EXPECT_EQ(divergence::judge(loss, 1.9), Verdict::inconclusive);
  EXPECT_EQ(divergence::judge(loss, 1.0), Verdict::inconclusive);
  EXPECT_EQ(divergence::judge(loss, 0.9), Verdict::refuted);
}

}  // namespace
}  // namespace hearsay::accounting
