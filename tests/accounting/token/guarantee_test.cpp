// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>

#include <hearsay/accounting/token/guarantee.hpp>
#include <hearsay/divergence/composition.hpp>
#include <hearsay/divergence/gaussian.hpp>

#include "tests/error_message.hpp"

namespace hearsay::accounting {
namespace {

TEST(SignalToNoise, IsTheInverseOfTheCalibratedSigma) {
  EXPECT_DOUBLE_EQ(signal_to_noise(Calibration::classical, 0.5, 1e-5), 0.5 / std::sqrt(2.0 * std::log(1.25e5)));
  const double mu = signal_to_noise(Calibration::analytic, 0.5, 1e-5);
  EXPECT_GT(mu, signal_to_noise(Calibration::classical, 0.5, 1e-5));  // less noise suffices
  EXPECT_LE(divergence::gaussian_delta(mu, 0.5).upper(), 1e-5);
  EXPECT_NEAR(divergence::gaussian_delta(mu, 0.5).upper(), 1e-5, 1e-14);
}

TEST(OptimalCompositionGuarantee, IsTheUpperEndOfTheBestComposition) {
  const auto found = optimal_composition_guarantee(10, {0.1, 1e-8}, 1e-5);
  EXPECT_TRUE(found.valid);
  EXPECT_EQ(found.value.epsilon, divergence::OptimalComposition({0.1, 1e-8}, 10).epsilon(1e-5).upper());
  EXPECT_EQ(found.value.delta, 1e-5);
}

TEST(OptimalCompositionGuarantee, SaysWhyThereIsNone) {
  EXPECT_TRUE(optimal_composition_guarantee(0, {0.1, 1e-8}, 1e-5).valid);
  EXPECT_EQ(optimal_composition_guarantee(0, {0.1, 1e-8}, 1e-5).value.epsilon, 0.0);
  EXPECT_EQ(optimal_composition_guarantee(10, {0.1, 1e-8}, 1.0).why, "delta >= 1 gives no guarantee");
  const auto many = optimal_composition_guarantee(100'000'001, {0.1, 0.0}, 1e-5);
  EXPECT_FALSE(many.valid);
  EXPECT_TRUE(std::isinf(many.value.epsilon));
}

}  // namespace
}  // namespace hearsay::accounting
