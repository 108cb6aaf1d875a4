// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include <boost/math/distributions/binomial.hpp>
#include <cmath>
#include <functional>
#include <vector>

#include <hearsay/core/error.hpp>
#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/divergence/pld.hpp>

#include "tests/error_message.hpp"

namespace hearsay::divergence {
namespace {

using tests::message_of;

void expect_overlap(const Bracket& a, const Bracket& b, const std::string& where) {
  EXPECT_TRUE(a.lower() <= b.upper() && b.lower() <= a.upper())
      << where << ": [" << a.lower() << ", " << a.upper() << "] and [" << b.lower() << ", " << b.upper() << ']';
}

TEST(Pld, OfOneGaussianBracketsTheClosedForm) {
  for (const double mu : {0.1, 1.0, 3.0}) {
    const auto pld = Pld::gaussian(mu, mu / 200.0);
    const Composition one(pld, 1);
    for (const double epsilon : {0.0, 0.3, 1.0, 4.0}) {
      const Bracket exact = gaussian_delta(mu, epsilon), found = one.delta(epsilon);
      if (exact.upper() < 1e-30) continue;
      expect_overlap(found, exact, fmt::format("mu {} epsilon {}", mu, epsilon));
      EXPECT_LE(found.width(), 2e-3 * exact.upper()) << mu << ' ' << epsilon;
    }
  }
}

// GDP composition: 1000 mechanisms of ratio mu are one of ratio mu sqrt(1000).
TEST(Pld, OfAThousandGaussiansAgreesWithTheClosedFormToAMillionth) {
  constexpr double mu = 0.05;
  const auto pld = Pld::gaussian(mu, mu / 2000.0);
  const Composition thousand(pld, 1000);
  const double total = mu * std::sqrt(1000.0);
  for (const double epsilon : {1.0, 8.0}) {
    const Bracket exact = gaussian_delta(total, epsilon), found = thousand.delta(epsilon);
    expect_overlap(found, exact, fmt::format("epsilon {}", epsilon));
    EXPECT_LE(found.width(), 1e-6 * exact.estimate()) << epsilon << ' ' << exact.estimate();
  }
  const Bracket exact = gaussian_epsilon(total, 1e-6), found = thousand.epsilon(1e-6);
  expect_overlap(found, exact, "epsilon at 1e-6");
  EXPECT_LE(found.width(), 1e-6 * exact.estimate());
}

TEST(Pld, ResolvesDeltasFarBelowTheRoundingOfAnFft) {
  const auto pld = Pld::gaussian(0.1, 0.001, 37.0);
  const Composition hundred(pld, 100);
  for (const double delta : {1e-20, 1e-60, 1e-150, 1e-250}) {
    const Bracket exact = gaussian_epsilon(1.0, delta), found = hundred.epsilon(delta);
    expect_overlap(found, exact, fmt::format("delta {}", delta));
    EXPECT_LE(found.width(), 1e-3 * exact.estimate()) << delta;
  }
}

// Randomized response: the loss is (2 S - k) epsilon with S binomial, so delta is a finite sum.
TEST(Pld, OfRandomizedResponseAgreesWithTheExactBinomial) {
  for (const double epsilon0 : {0.1, 1.0}) {
    const std::vector<double> p{1.0 / (1.0 + std::exp(-epsilon0)), 1.0 / (1.0 + std::exp(epsilon0))}, q{p[1], p[0]};
    const auto pld = Pld::discrete(p, q, epsilon0 / 4.0);
    for (const std::uint64_t k : {1u, 10u, 500u, 10000u}) {
      const auto count = static_cast<double>(k);
      const boost::math::binomial_distribution<double> successes(count, p[0]);
      const double mean = count * epsilon0 * (2.0 * p[0] - 1.0), sd = 2.0 * epsilon0 * std::sqrt(count * p[0] * p[1]);
      for (const double epsilon : {0.0, mean, mean + 3.3 * sd, mean + 8.0 * sd}) {
        double exact = 0.0;
        for (double s = count; s >= 0.0 && (2.0 * s - count) * epsilon0 > epsilon; s -= 1.0) {
          exact += boost::math::pdf(successes, s) * -std::expm1(epsilon - (2.0 * s - count) * epsilon0);
        }
        const Bracket found = Composition(pld, k).delta(epsilon);
        EXPECT_LE(found.lower(), exact * (1.0 + 1e-11)) << k << ' ' << epsilon;
        EXPECT_GE(found.upper(), exact * (1.0 - 1e-11)) << k << ' ' << epsilon;
        EXPECT_LE(found.width(), 1e-6 * exact + 1e-300) << k << ' ' << epsilon;
      }
    }
  }
}

// One Poisson-subsampled Gaussian: H of (1-q) N(0) + q N(mu) against N(0) is q H_{e^x} of the Gaussian pair with e^x =
// 1 + (e^epsilon - 1)/q.
TEST(Pld, OfASubsampledGaussianBracketsTheClosedFormInBothDirections) {
  const double mu = 0.5, rate = 0.1;
  const GaussianMixturePair pair{{0.0, mu}, {1.0 - rate, rate}, {0.0}, {1.0}, 1.0};
  const auto remove = Pld::gaussian_mixture(pair, 1e-4), add = Pld::gaussian_mixture(pair, 1e-4, Direction::backward);
  for (const double epsilon : {0.0, 0.05, 0.2, 0.6}) {
    const double removed = rate * gaussian_delta(mu, std::log1p(std::expm1(epsilon) / rate)).estimate();
    const Bracket found = Composition(remove, 1).delta(epsilon);
    EXPECT_TRUE(found.lower() <= removed * (1 + 1e-12) && removed * (1 - 1e-12) <= found.upper()) << epsilon;
    EXPECT_LE(found.width(), 1e-3 * removed) << epsilon;
    // N(0) against the mixture: c N(0) - e^epsilon q N(mu), c = 1 - e^epsilon (1 - q).
    const double c = 1.0 - std::exp(epsilon) * (1.0 - rate);
    const double added = c <= 0.0 ? 0.0 : c * gaussian_delta(mu, std::log(std::exp(epsilon) * rate / c)).estimate();
    const Bracket back = Composition(add, 1).delta(epsilon);
    EXPECT_TRUE(back.lower() <= added * (1 + 1e-12) && added * (1 - 1e-12) <= back.upper())
        << epsilon << ' ' << added << ' ' << back.lower() << ' ' << back.upper();
  }
}

// Laplace: H_{e^epsilon} = 1 - e^{(epsilon - c)/2} for 0 <= epsilon <= c.
TEST(Pld, OfTheLaplaceMechanismBracketsTheClosedForm) {
  const auto pld = Pld::laplace(1.0, 1e-3);
  for (const double epsilon : {0.0, 0.25, 0.9, 1.0, 1.5}) {
    const double exact = epsilon < 1.0 ? -std::expm1(0.5 * (epsilon - 1.0)) : 0.0;
    const Bracket found = Composition(pld, 1).delta(epsilon);
    EXPECT_LE(found.lower(), exact + 1e-13) << epsilon;
    EXPECT_GE(found.upper(), exact - 1e-13) << epsilon;
    EXPECT_LE(found.width(), 1e-5) << epsilon;
  }
}

TEST(Pld, ComposesDifferentMechanisms) {
  const double step = 1e-3;
  const auto a = Pld::gaussian(0.3, step), b = Pld::gaussian(0.1, step);
  const Composition both({{&a, 20}, {&b, 100}});
  const double total = std::sqrt(20 * 0.09 + 100 * 0.01);
  for (const double delta : {0.1, 1e-5, 1e-10}) {
    const Bracket exact = gaussian_epsilon(total, delta), found = both.epsilon(delta);
    expect_overlap(found, exact, fmt::format("delta {}", delta));
    EXPECT_LE(found.width(), 1e-3 * exact.estimate());
  }
}

TEST(Pld, TenThousandMixturesStayWithinOnePercent) {
  const GaussianMixturePair pair{{0.0, 1.0}, {0.99, 0.01}, {0.0}, {1.0}, 1.0};
  const auto pld = Pld::gaussian_mixture(pair, 1e-4);
  const Bracket found = Composition(pld, 10000).epsilon(1e-6);
  EXPECT_LE(found.width(), 0.01 * found.estimate());
  std::printf("10^4 mixtures: epsilon in [%.9g, %.9g]\n", found.lower(), found.upper());
}

TEST(Pld, InfiniteLossIsNeverForgotten) {
  const auto pld = Pld::approximate_dp(0.1, 1e-3, 0.1 / 8);
  const Composition ten(pld, 10);
  const double floor = -std::expm1(10 * std::log1p(-1e-3));
  EXPECT_GE(ten.delta(50.0).lower(), floor * (1 - 1e-12));
  EXPECT_LE(ten.delta(50.0).upper(), floor * (1 + 1e-9));
  EXPECT_THAT(message_of([&] { (void)ten.epsilon(0.5 * floor); }),
              testing::StartsWith("HS-203 Composition::epsilon: delta = "));
}

// p = (1/2, 1/2), q = (1, 0): the second outcome, of mass 1/2, gives the input away at every epsilon.
TEST(Pld, AnOutcomeThatQCannotGiveCountsInFull) {
  const std::vector<double> p{0.5, 0.5}, q{1.0, 0.0};
  const auto pld = Pld::discrete(p, q, 0.01);
  EXPECT_NEAR(Composition(pld, 1).delta(3.0).lower(), 0.5, 1e-12);
  EXPECT_NEAR(Composition(pld, 3).delta(3.0).lower(), 0.875, 1e-12);
}

// The losses of the Laplace mechanism lie from -ratio to ratio: 2 ratio / step grid points, of which 2^22 are allowed.
TEST(Pld, TakesNoMoreGridPointsThanItSays) {
  EXPECT_THAT(message_of([] { (void)Pld::laplace(1.0, 2.0 / (1.01 * 0x1p22)); }),
              testing::StartsWith("HS-302 Pld: step = "));
}

TEST(Pld, RefusesBadInputNamingParameterValueAndRange) {
  EXPECT_EQ(message_of([] { (void)Pld::gaussian(0.0, 0.1); }), "HS-101 Pld::gaussian: mu = 0 must be finite and > 0");
  EXPECT_EQ(message_of([] { (void)Pld::gaussian(1.0, -0.1); }), "HS-101 Pld: step = -0.1 must be finite and > 0");
  EXPECT_THAT(message_of([] { (void)Pld::gaussian(1.0, 1e-9); }),
              testing::StartsWith("HS-302 Pld: step = 1e-09 would need"));
  EXPECT_EQ(message_of([] {
              (void)Pld::gaussian_mixture({{0.0}, {0.5}, {0.0}, {1.0}, 1.0}, 0.1);
            }),
            "HS-101 Pld::gaussian_mixture: P: weights sum to 0.5 and must sum to 1");
  EXPECT_THAT(message_of([] {
                (void)Pld::gaussian_mixture({{0.0}, {1.0}, {1.0}, {1.0}, 1.0}, 0.1);
              }),
              testing::StartsWith("HS-203 Pld::gaussian_mixture: dP/dQ decreases"));
  const auto a = Pld::laplace(1.0, 0.1), b = Pld::laplace(1.0, 0.2);
  EXPECT_EQ(message_of([&] {
              (void)Composition({{&a, 1}, {&b, 1}});
            }),
            "HS-102 Composition: steps 0.1 and 0.2: all mechanisms must be on one grid");
  EXPECT_EQ(message_of([&] { (void)Composition(a, 0); }),
            "HS-102 Composition: there must be at least one mechanism with a count >= 1");
  EXPECT_EQ(message_of([&] { (void)Composition(a, 1).delta(-1.0); }),
            "HS-101 Composition::delta: epsilon = -1 must be finite and >= 0");
  EXPECT_EQ(message_of([&] { (void)Composition(a, 1).epsilon(1.0); }),
            "HS-101 Composition::epsilon: delta = 1 must be in (0, 1)");
}

}  // namespace
}  // namespace hearsay::divergence
