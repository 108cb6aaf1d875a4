// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/divergence/gaussian_dp.hpp>

#include <gtest/gtest.h>

#include <hearsay/divergence/gaussian.hpp>

#include "tests/error_message.hpp"

namespace hearsay::divergence {
namespace {

TEST(GaussianDp, OfAKnownMuIsTheGaussianMechanism) {
  const GaussianDp exact(0.7);
  EXPECT_EQ(exact.delta(0.3).upper(), gaussian_delta(0.7, 0.3).upper());
  EXPECT_EQ(exact.delta(0.3).estimate(), gaussian_delta(0.7, 0.3).estimate());
  EXPECT_EQ(exact.epsilon(1e-6).lower(), gaussian_epsilon(0.7, 1e-6).lower());
}

TEST(GaussianDp, EveryMuOfTheBracketIsInside) {
  const GaussianDp found(Bracket(0.5, 0.6, 0.8));
  for (const double mu : {0.5, 0.55, 0.8}) {
    EXPECT_TRUE(found.delta(0.3).contains(gaussian_delta(mu, 0.3).estimate())) << mu;
    EXPECT_TRUE(found.epsilon(1e-6).contains(gaussian_epsilon(mu, 1e-6).estimate())) << mu;
  }
  EXPECT_FALSE(found.epsilon(1e-6).contains(gaussian_epsilon(0.81, 1e-6).estimate()));
}

TEST(GaussianDp, RefusesWhatIsNoRatio) {
  EXPECT_EQ(tests::message_of([] { GaussianDp(-1.0); }), "HS-101 GaussianDp: mu = -1 must be finite and >= 0");
}

}  // namespace
}  // namespace hearsay::divergence
