// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include <cmath>
#include <functional>
#include <limits>

#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/exact/wide_float.hpp>

#include "tests/error_message.hpp"
#include "tests/reference/reference.hpp"

namespace hearsay::divergence {
namespace {

using tests::message_of;
using tests::reference_rows;
using tests::WorstRow;

TEST(GaussianDelta, BracketsContainTheReferenceTable) {
  const auto rows = reference_rows("gaussian_delta.tsv");
  ASSERT_GE(rows.size(), 400u);
  WorstRow worst("gaussian_delta");
  for (const auto& row : rows) {
    const double mu = row[0], epsilon = row[1], delta = row[2];
    const Bracket found = gaussian_delta(mu, epsilon);
    EXPECT_TRUE(found.contains(delta)) << mu << ' ' << epsilon << ": " << delta << " not in [" << found.lower() << ", "
                                       << found.upper() << ']';
    EXPECT_LE(found.width(), 2.1e-13 * delta + 4.5e-16) << mu << ' ' << epsilon;
    const double error = std::abs(found.estimate() / delta - 1.0);
    EXPECT_LE(error, 1e-14) << mu << ' ' << epsilon;
    worst.add(error / 1e-14, fmt::format("mu {} epsilon {}", mu, epsilon));
  }
}

TEST(GaussianEpsilon, BracketsContainTheReferenceTable) {
  const auto rows = reference_rows("gaussian_epsilon.tsv");
  ASSERT_GE(rows.size(), 100u);
  WorstRow worst("gaussian_epsilon");
  for (const auto& row : rows) {
    const double mu = row[0], delta = row[1], epsilon = row[2];
    const Bracket found = gaussian_epsilon(mu, delta);
    EXPECT_TRUE(found.contains(epsilon)) << mu << ' ' << delta;
    EXPECT_LE(found.width(), 1e-10 * (1.0 + found.upper())) << mu << ' ' << delta;
    EXPECT_LE(gaussian_delta(mu, found.upper()).upper(), delta);
    EXPECT_TRUE(found.lower() == 0.0 || gaussian_delta(mu, found.lower()).lower() >= delta);
    worst.add(found.width() / (1e-10 * (1.0 + found.upper())), fmt::format("mu {} delta {}", mu, delta));
  }
}

TEST(GaussianMu, BracketsContainTheReferenceTable) {
  const auto rows = reference_rows("gaussian_mu.tsv");
  ASSERT_GE(rows.size(), 100u);
  WorstRow worst("gaussian_mu");
  for (const auto& row : rows) {
    const double epsilon = row[0], delta = row[1], mu = row[2];
    const Bracket found = gaussian_mu(epsilon, delta);
    EXPECT_TRUE(found.contains(mu)) << epsilon << ' ' << delta;
    EXPECT_LE(found.width(), 1e-12 * mu) << epsilon << ' ' << delta;
    EXPECT_LE(gaussian_delta(found.lower(), epsilon).upper(), delta);
    EXPECT_GE(gaussian_delta(found.upper(), epsilon).lower(), delta);
    worst.add(found.width() / (1e-12 * mu), fmt::format("epsilon {} delta {}", epsilon, delta));
  }
}

// Independent of the table: the textbook formula in 100-digit arithmetic at random points, denormal results included.
TEST(GaussianDelta, BracketsContainTheTextbookFormulaInHundredDigits) {
  using Wide = Float100;
  const auto tail = [](const Wide& x) -> Wide { return boost::math::erfc(Wide(x / sqrt(Wide(2)))) / 2; };
  WorstRow worst("gaussian_delta, 100 digits");
  for (int i = 0; i < 300; ++i) {
    const double mu = std::exp(-12.0 + 18.0 * std::fmod(i * 0.6180339887498949, 1.0));
    const double a = -6.0 + 44.5 * std::fmod(i * 0.7548776662466927, 1.0);
    const double epsilon = mu * (a + 0.5 * mu);
    if (epsilon < 0.0) continue;
    const Wide m = mu, e = epsilon;
    const Wide delta = tail(e / m - m / 2) - exp(e) * tail(e / m + m / 2);
    const Bracket found = gaussian_delta(mu, epsilon);
    EXPECT_TRUE(Wide(found.lower()) <= delta && delta <= Wide(found.upper())) << mu << ' ' << epsilon << ' ' << delta;
    if (delta > 1e-300)
      worst.add(static_cast<double>(abs(Wide(found.estimate()) / delta - 1)) / 1e-13,
                fmt::format("mu {} epsilon {}", mu, epsilon));
  }
}

TEST(GaussianDelta, IsZeroForNoSignalAndOneForAHugeOne) {
  EXPECT_EQ(gaussian_delta(0.0, 0.0).upper(), 0.0);
  EXPECT_EQ(gaussian_delta(1e200, 3.0).upper(), 1.0);
  EXPECT_GE(gaussian_delta(1e200, 3.0).lower(), 1.0 - 1e-13);
}

TEST(GaussianDelta, KeepsTheTruthInsideWhereItUnderflows) {
  for (const auto& [mu, epsilon] : {std::pair{1.0, 50.0}, {1e-3, 5.0}, {5e-324, 1.0}, {1e-200, 1e200}, {1.0, 1e308}}) {
    const Bracket found = gaussian_delta(mu, epsilon);
    EXPECT_EQ(found.lower(), 0.0) << mu << ' ' << epsilon;
    EXPECT_GT(found.upper(), 0.0) << mu << ' ' << epsilon;
    EXPECT_LT(found.upper(), 1e-307) << mu << ' ' << epsilon;
  }
}

// Total variation: delta(0) = erf(mu / (2 sqrt 2)).
TEST(GaussianDelta, AtEpsilonZeroIsTheTotalVariation) {
  for (const double mu : {1e-310, 1e-100, 1e-5, 0.3, 1.0, 4.0, 9.0}) {
    const double expected = std::erf(mu / std::sqrt(8.0));
    EXPECT_NEAR(gaussian_delta(mu, 0.0).estimate(), expected, 1e-15 * expected + 1e-323) << mu;
  }
}

TEST(GaussianDelta, DecreasesInEpsilonAndIncreasesInMu) {
  for (double mu = 0.05; mu < 20.0; mu *= 1.37) {
    for (double epsilon = 0.0; epsilon < 60.0; epsilon += 0.83) {
      EXPECT_LE(gaussian_delta(mu, epsilon + 0.5).lower(), gaussian_delta(mu, epsilon).upper());
      EXPECT_LE(gaussian_delta(mu, epsilon).lower(), gaussian_delta(1.1 * mu, epsilon).upper());
    }
  }
}

TEST(GaussianEpsilon, IsZeroWhereTheTotalVariationIsBelowDelta) {
  EXPECT_EQ(gaussian_epsilon(1e-3, 0.01).upper(), 0.0);
  EXPECT_EQ(gaussian_epsilon(0.0, 1e-9).upper(), 0.0);
}

TEST(GaussianEpsilon, RefusesOnlyWhatNoDoubleCanHold) {
  EXPECT_NEAR(gaussian_epsilon(1e100, 0.5).estimate(), 0.5e200, 1e186);
  EXPECT_THAT(message_of([] { (void)gaussian_epsilon(1e160, 0.5); }), testing::StartsWith("HS-301 gaussian_epsilon: "));
}

TEST(ClassicalSigma, IsTheTextbookValue) {
  // sqrt(2 ln(1.25e5)) / 0.5 computed by mpmath: 9.6896105252107783857
  EXPECT_NEAR(classical_sigma(0.5, 1e-5), 9.6896105252107783857, 1e-14);
}

TEST(ComposeGaussian, GrowsLikeTheSquareRoot) { EXPECT_DOUBLE_EQ(compose_gaussian(0.5, 16), 2.0); }

TEST(GaussianPower, IsThePublishedTradeOff) {
  // Phi(Phi^-1(0.1) + 1) by mpmath: 0.38914369164536100
  EXPECT_NEAR(gaussian_power(1.0, 0.1), 0.389143691645361, 1e-14);
  EXPECT_NEAR(gaussian_power(0.0, 0.37), 0.37, 1e-15);
}

TEST(Gaussian, RefusesBadInputNamingParameterValueAndRange) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinite = std::numeric_limits<double>::infinity();
  EXPECT_EQ(message_of([] { (void)gaussian_delta(-1.0, 1.0); }),
            "HS-101 gaussian_delta: mu = -1 must be finite and >= 0");
  EXPECT_EQ(message_of([=] { (void)gaussian_delta(nan, 1.0); }),
            "HS-101 gaussian_delta: mu = nan must be finite and >= 0");
  EXPECT_EQ(message_of([=] { (void)gaussian_delta(infinite, 1.0); }),
            "HS-101 gaussian_delta: mu = inf must be finite and >= 0");
  EXPECT_EQ(message_of([] { (void)gaussian_delta(1.0, -0.5); }),
            "HS-101 gaussian_delta: epsilon = -0.5 must be finite and >= 0");
  EXPECT_EQ(message_of([] { (void)gaussian_epsilon(1.0, 0.0); }),
            "HS-101 gaussian_epsilon: delta = 0 must be in (0, 1)");
  EXPECT_EQ(message_of([] { (void)gaussian_epsilon(1.0, 1.0); }),
            "HS-101 gaussian_epsilon: delta = 1 must be in (0, 1)");
  EXPECT_EQ(message_of([=] { (void)gaussian_mu(1.0, nan); }), "HS-101 gaussian_mu: delta = nan must be in (0, 1)");
  EXPECT_EQ(message_of([] { (void)gaussian_mu(-1.0, 0.1); }),
            "HS-101 gaussian_mu: epsilon = -1 must be finite and >= 0");
  EXPECT_EQ(message_of([] { (void)classical_sigma(0.0, 0.1); }),
            "HS-101 classical_sigma: epsilon = 0 must be finite and > 0");
  EXPECT_EQ(message_of([] { (void)classical_sigma(1.0, 1.25); }),
            "HS-101 classical_sigma: delta = 1.25 must be in (0, 1)");
  EXPECT_EQ(message_of([] { (void)compose_gaussian(1.0, -2.0); }),
            "HS-101 compose_gaussian: count = -2 must be finite and >= 0");
  EXPECT_EQ(message_of([] { (void)gaussian_power(1.0, 1.5); }),
            "HS-101 gaussian_power: false_positive_rate = 1.5 must be in (0, 1)");
}

TEST(GaussianEpsilon, IsKnownWhereItIsNearlyNothing) {
  for (const double delta : {1e-9, 1e-5, 0.1}) {
    double mu = gaussian_mu(0.0, delta).lower();
    for (int i = 0; i < 200; ++i, mu = std::nextafter(mu, 1.0)) {
      const auto epsilon = gaussian_epsilon(mu, delta);
      EXPECT_GE(epsilon.lower(), 0.0);
      EXPECT_LT(epsilon.upper(), 1e-9);
    }
  }
}

}  // namespace
}  // namespace hearsay::divergence
