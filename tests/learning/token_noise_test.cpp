// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>

#include <hearsay/core/error.hpp>
#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/learning/token_noise.hpp>

#include "tests/error_message.hpp"

namespace hearsay::learning {
namespace {

TEST(WalkNoise, MeetsItsGuaranteeAndOrdersTheModels) {
  const TokenGuarantee guarantee{.epsilon = 10.0};
  EXPECT_EQ(contribution_budget(guarantee), 13);  // 1.25 * 10, rounded up
  const double local = local_noise(guarantee), network = network_noise(guarantee), central = central_noise(guarantee);
  EXPECT_LT(central, network);
  EXPECT_LT(network, local);
  // Local: 13 contributions of sensitivity 2 are one Gaussian mechanism; exact, so the promise is met with equality.
  const double delta = divergence::gaussian_delta(2.0 * std::sqrt(13.0) / local, 10.0).estimate();
  EXPECT_NEAR(delta, 1e-6, 1e-10);
  // Network: no order that the lemma allows gives less than epsilon, and one gives epsilon (dense search).
  const double largest = 0.5 + std::sqrt(0.25 + network * network / 2.0);  // sigma^2 = 2 alpha (alpha - 1)
  double best = 1e9;
  for (int i = 1; i <= 100'000; ++i) {
    const double alpha = 1.0 + (largest - 1.0) * i / 100'000.0;
    best = std::min(
        best, 4.0 * 13.0 * alpha * std::log(2000.0) / (network * network * 1999.0) + std::log(1e6) / (alpha - 1.0));
  }
  EXPECT_NEAR(best, 10.0, 1e-6);
  EXPECT_NEAR(central, 16.0 * std::sqrt(20'000.0 * std::log(2e6) * std::log(1.25 * 10.0 * 1e6)) / 20'000.0, 1e-12);
  EXPECT_FALSE(central_noise_proved(guarantee));
  EXPECT_TRUE(central_noise_proved({.epsilon = 0.5}));
  EXPECT_NEAR(local_noise({.epsilon = 10.0, .clip = 0.4}), 0.4 * local, 1e-9);
  EXPECT_NEAR(network_noise({.epsilon = 10.0, .clip = 0.4}), 0.4 * network, 1e-9);
  EXPECT_THROW((void)local_noise({.users = 1}), Error);
  EXPECT_THROW((void)network_noise({.epsilon = 0.0}), Error);
}

}  // namespace
}  // namespace hearsay::learning
