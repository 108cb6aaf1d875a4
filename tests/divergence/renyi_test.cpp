// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/divergence/renyi.hpp>

#include "tests/error_message.hpp"

namespace hearsay::divergence {
namespace {

using tests::message_of;

RenyiCurve gaussian_curve(double mu) {
  return [mu](double alpha) { return gaussian_renyi(alpha, mu, 1.0); };
}

TEST(GaussianRenyi, IsAlphaDeltaSquaredOverTwoSigmaSquared) {
  EXPECT_DOUBLE_EQ(gaussian_renyi(2.0, 3.0, 2.0), 2.25);
  EXPECT_DOUBLE_EQ(gaussian_renyi(10.0, 0.0, 2.0), 0.0);
}

// (1/4, 3/4) against (1/2, 1/2) at order 2: ln(1/8 + 9/8) = ln(5/4).
TEST(RenyiDivergence, OfTwoCoinsIsTheHandComputedValue) {
  const std::vector<double> p{0.25, 0.75}, q{0.5, 0.5};
  EXPECT_NEAR(renyi_divergence(2.0, p, q), std::log(1.25), 1e-15);
  EXPECT_NEAR(renyi_divergence(3.0, p, q), 0.5 * std::log(28.0 / 64.0 * 4.0), 1e-15);  // (1/64 + 27/64) / (1/4)
}

TEST(RenyiDivergence, TendsToTheLogarithmOfTheLargestRatio) {
  const std::vector<double> p{0.2, 0.8}, q{0.4, 0.6};
  EXPECT_NEAR(renyi_divergence(1e6, p, q), std::log(0.8 / 0.6), 1e-6);
}

TEST(RenyiDivergence, IsInfiniteWithoutAbsoluteContinuityAndZeroForEqualLaws) {
  const std::vector<double> p{0.5, 0.5}, q{1.0, 0.0};
  EXPECT_EQ(renyi_divergence(2.0, p, q), std::numeric_limits<double>::infinity());
  EXPECT_NEAR(renyi_divergence(2.0, q, p), std::log(2.0), 1e-15);
  EXPECT_EQ(renyi_divergence(7.0, p, p), 0.0);
}

TEST(RenyiDivergence, DoesNotOverflowAtLargeOrders) {
  const std::vector<double> p{1.0 - 1e-12, 1e-12}, q{1e-12, 1.0 - 1e-12};
  EXPECT_NEAR(renyi_divergence(500.0, p, q), 12.0 * std::log(10.0), 1e-9);
}

// Near order 1 the divergence tends to that of Kullback and Leibler, and its first-order term is half the variance of
// the loss.
TEST(RenyiDivergence, IsAccurateNearOrderOne) {
  const std::vector<double> p{0.25, 0.75}, q{0.5, 0.5};
  const double kl = 0.25 * std::log(0.5) + 0.75 * std::log(1.5), variance = 0.25 * 0.75 * std::pow(std::log(3.0), 2);
  for (const double lambda : {0x1p-20, 0x1p-30, 0x1p-40, 0x1p-50}) {
    EXPECT_NEAR(renyi_divergence(1.0 + lambda, p, q), kl + 0.5 * lambda * variance, 1e-13 + lambda * lambda) << lambda;
  }
  // Laws that are close: (1/2 + h, 1/2 - h) has divergence 2 alpha h^2 up to h^4.
  const double h = 1e-9;
  EXPECT_NEAR(renyi_divergence(2.0, std::vector{0.5 + h, 0.5 - h}, q) / (4.0 * h * h), 1.0, 1e-6);
}

TEST(GaussianRenyi, IsNotZeroWhereTheSquareUnderflows) { EXPECT_GT(gaussian_renyi(2.0, 1e-200, 1.0), 0.0); }

TEST(RdpToDp, IsMironovsFormula) { EXPECT_DOUBLE_EQ(rdp_to_dp(11.0, 0.5, std::exp(-10.0)), 1.5); }

TEST(RdpToDp, ImprovedIsNeverWorseAndCanBeZero) {
  for (const double alpha : {1.0 + 1e-8, 1.5, 2.0, 32.0, 1e6}) {
    for (const double delta : {1e-12, 1e-5, 0.3, 0.99})
      EXPECT_LE(rdp_to_dp_improved(alpha, 0.1, delta), rdp_to_dp(alpha, 0.1, delta));
  }
  EXPECT_EQ(rdp_to_dp_improved(2.0, 0.1, 0.9), 0.0);
}

TEST(RdpToDelta, InvertsTheImprovedConversion) {
  for (const double alpha : {1.1, 2.0, 17.0}) {
    const double delta = 1e-3, epsilon = rdp_to_dp_improved(alpha, 0.7, delta);
    ASSERT_GT(epsilon, 0.0);
    EXPECT_NEAR(rdp_to_delta(alpha, 0.7, epsilon) / delta, 1.0, 1e-13);
  }
}

// For the Gaussian, min over lambda = alpha - 1 of (1 + lambda) m + L / lambda, m = mu^2/2, L = ln(1/delta), is m + 2
// sqrt(m L).
TEST(BestOrder, FindsTheClosedFormOptimumOfMironovsConversion) {
  for (const double mu : {0.01, 0.3, 1.0, 5.0}) {
    for (const double delta : {1e-12, 1e-6, 0.1}) {
      const double m = 0.5 * mu * mu, l = -std::log(delta);
      const auto found = best_rdp_to_dp(gaussian_curve(mu), delta);
      EXPECT_NEAR(found.value, m + 2.0 * std::sqrt(m * l), 1e-12 * found.value);
      EXPECT_NEAR(found.alpha, 1.0 + std::sqrt(l / m), 1e-5 * found.alpha);
    }
  }
}

TEST(BestOrder, LiesBetweenTheExactProfileAndMironov) {
  for (const double mu : {0.05, 0.5, 2.0}) {
    for (const double delta : {1e-10, 1e-5, 0.01}) {
      const double improved = best_rdp_to_dp_improved(gaussian_curve(mu), delta).value;
      EXPECT_LE(improved, best_rdp_to_dp(gaussian_curve(mu), delta).value);
      EXPECT_GE(improved, gaussian_epsilon(mu, delta).lower());
      EXPECT_GE(best_rdp_to_delta(gaussian_curve(mu), 1.0).value, gaussian_delta(mu, 1.0).lower());
    }
  }
}

TEST(BestOrder, SkipsOrdersWhereTheCurveIsInfinite) {
  const RenyiCurve curve = [](double alpha) { return alpha < 4.0 ? alpha : std::numeric_limits<double>::infinity(); };
  const auto found = best_rdp_to_dp(curve, 1e-9);
  EXPECT_LT(found.alpha, 4.0);
  EXPECT_NEAR(found.value, 4.0 - std::log(1e-9) / 3.0, 1e-6);
  const RenyiCurve nowhere = [](double) { return std::numeric_limits<double>::infinity(); };
  EXPECT_EQ(message_of([&] { (void)best_rdp_to_dp(nowhere, 1e-9); }),
            "HS-203 best_rdp_to_dp: the Renyi curve is infinite at every order from 1 + 1e-8 to 1e9");
}

TEST(Renyi, RefusesBadInputNamingParameterValueAndRange) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> p{0.5, 0.5}, three{0.5, 0.25, 0.25}, negative{1.5, -0.5}, light{0.5, 0.4};
  EXPECT_EQ(message_of([] { (void)gaussian_renyi(1.0, 1.0, 1.0); }),
            "HS-101 gaussian_renyi: alpha = 1 must be finite and > 1");
  EXPECT_EQ(message_of([=] { (void)gaussian_renyi(nan, 1.0, 1.0); }),
            "HS-101 gaussian_renyi: alpha = nan must be finite and > 1");
  EXPECT_EQ(message_of([] { (void)gaussian_renyi(2.0, 1.0, 0.0); }),
            "HS-101 gaussian_renyi: sigma = 0 must be finite and > 0");
  EXPECT_EQ(message_of([] { (void)gaussian_renyi(2.0, -1.0, 1.0); }),
            "HS-101 gaussian_renyi: sensitivity = -1 must be finite and >= 0");
  EXPECT_EQ(message_of([] { (void)rdp_to_dp(0.5, 1.0, 0.1); }), "HS-101 rdp_to_dp: alpha = 0.5 must be finite and > 1");
  EXPECT_EQ(message_of([] { (void)rdp_to_dp(2.0, -1.0, 0.1); }),
            "HS-101 rdp_to_dp: renyi = -1 must be finite and >= 0");
  EXPECT_EQ(message_of([] { (void)rdp_to_dp_improved(2.0, 1.0, 0.0); }),
            "HS-101 rdp_to_dp_improved: delta = 0 must be in (0, 1)");
  EXPECT_EQ(message_of([=] { (void)rdp_to_delta(2.0, 1.0, nan); }),
            "HS-101 rdp_to_delta: epsilon = nan must be finite and >= 0");
  EXPECT_EQ(message_of([&] { (void)renyi_divergence(2.0, p, three); }),
            "HS-102 renyi_divergence: p has 2 outcomes and q has 3: they must be equally many, at least 1");
  EXPECT_EQ(message_of([&] { (void)renyi_divergence(2.0, p, negative); }),
            "HS-101 renyi_divergence: q[1] must be a probability >= 0");
  EXPECT_EQ(message_of([&] { (void)renyi_divergence(2.0, light, p); }), "HS-101 renyi_divergence: p must sum to 1");
}

}  // namespace
}  // namespace hearsay::divergence
