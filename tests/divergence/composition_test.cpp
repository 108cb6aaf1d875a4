// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include <cmath>
#include <functional>

#include <hearsay/core/error.hpp>
#include <hearsay/divergence/composition.hpp>
#include <hearsay/divergence/pld.hpp>
#include <hearsay/exact/rational.hpp>

#include "tests/error_message.hpp"

namespace hearsay::divergence {
namespace {

using tests::message_of;

using exact::Rational;

Rational power(const Rational& base, int exponent) {
  Rational result = 1;
  for (int i = 0; i < exponent; ++i) result *= base;
  return result;
}

// e^epsilon = 3, e^total = 3^j: every sequence of k answers enumerated, in rational arithmetic.
TEST(OptimalComposition, AgreesWithEnumerationOfAllAnswersInRationalArithmetic) {
  for (int k = 1; k <= 10; ++k) {
    for (int j = 0; j <= k; ++j) {
      Rational h = 0;
      for (unsigned answers = 0; answers < 1u << k; ++answers) {
        const int ones = __builtin_popcount(answers);
        const Rational p = power(Rational(3, 4), ones) * power(Rational(1, 4), k - ones),
                       q = power(Rational(1, 4), ones) * power(Rational(3, 4), k - ones);
        const Rational excess = p - power(3, j) * q;
        if (excess > 0) h += excess;
      }
      const Rational delta = 1 - power(Rational(99, 100), k) * (1 - h);
      const Bracket found =
          OptimalComposition({std::log(3.0), 0.01}, static_cast<std::uint64_t>(k)).delta(j * std::log(3.0));
      EXPECT_TRUE(found.contains(static_cast<double>(delta)))
          << k << ' ' << j << ' ' << found.estimate() << ' ' << delta;
    }
  }
}

TEST(OptimalComposition, AgreesWithThePrivacyLossDistribution) {
  const Promise each{0.1, 1e-4};
  const auto pld = Pld::approximate_dp(each.epsilon, each.delta, each.epsilon / 8);
  for (const std::uint64_t k : {3u, 100u, 2000u}) {
    const Composition composed(pld, k);
    for (const double total : {0.05, 0.5, 3.0}) {
      const Bracket exact = OptimalComposition(each, k).delta(total), found = composed.delta(total);
      EXPECT_TRUE(found.lower() <= exact.upper() && exact.lower() <= found.upper()) << k << ' ' << total;
      EXPECT_LE(found.width(), 1e-6 * exact.estimate()) << k << ' ' << total;
    }
  }
}

TEST(OptimalComposition, EpsilonInvertsDelta) {
  const Promise each{0.3, 1e-6};
  for (const std::uint64_t k : {1u, 7u, 400u}) {
    for (const double delta : {0.3, 1e-2, 5e-4}) {
      const Bracket epsilon = OptimalComposition(each, k).epsilon(delta);
      EXPECT_LE(OptimalComposition(each, k).delta(epsilon.upper()).upper(), delta);
      if (epsilon.lower() > 0.0) {
        EXPECT_GE(OptimalComposition(each, k).delta(epsilon.lower() * (1 - 1e-9)).upper(), delta);
      }
      EXPECT_LE(epsilon.width(), 1e-7 * (1 + epsilon.upper()));
    }
  }
}

TEST(OptimalComposition, IsNeverWorseThanBasicOrAdvanced) {
  for (const double epsilon : {0.01, 0.1, 1.0}) {
    for (const std::uint64_t k : {1u, 10u, 1000u}) {
      const Promise each{epsilon, 1e-7}, basic = basic_composition(each, k),
                                         advanced = advanced_composition(each, k, 1e-5);
      EXPECT_LE(OptimalComposition(each, k).delta(basic.epsilon).lower(), basic.delta);
      EXPECT_LE(OptimalComposition(each, k).delta(advanced.epsilon).lower(), advanced.delta);
    }
  }
}

TEST(AdvancedComposition, IsThePublishedFormula) {
  // sqrt(2 * 100 * ln(1e5)) * 0.1 + 100 * 0.1 * (e^0.1 - 1) by mpmath: 4.7985259 + 1.0517092
  const Promise found = advanced_composition({0.1, 1e-8}, 100, 1e-5);
  EXPECT_NEAR(found.epsilon, std::sqrt(200.0 * std::log(1e5)) * 0.1 + 10.0 * std::expm1(0.1), 1e-14);
  EXPECT_NEAR(found.epsilon, 5.8502350, 1e-6);
  EXPECT_DOUBLE_EQ(found.delta, 1e-6 + 1e-5);
}

TEST(OptimalComposition, RefusesWhatIsInfeasibleOrNoPromise) {
  EXPECT_THAT(
      message_of([] {
        (void)OptimalComposition({1.0, 0.2}, 1).epsilon(0.1);
      }),
      testing::StartsWith(
          "HS-203 OptimalComposition::epsilon: total_delta = 0.1 must be at least 1 - (1 - delta)^count = 0.2"));
  EXPECT_EQ(message_of([] {
              (void)OptimalComposition({-1.0, 0.2}, 1);
            }),
            "HS-101 OptimalComposition: epsilon = -1 must be finite and >= 0");
  EXPECT_EQ(message_of([] {
              (void)OptimalComposition({1.0, 1.0}, 1);
            }),
            "HS-101 OptimalComposition: delta = 1 must be in [0, 1)");
  EXPECT_EQ(message_of([] {
              (void)OptimalComposition({1.0, 0.0}, 0);
            }),
            "HS-101 OptimalComposition: count = 0 must be between 1 and 100000000");
  EXPECT_EQ(message_of([] {
              (void)advanced_composition({1.0, 0.0}, 1, 0.0);
            }),
            "HS-101 advanced_composition: slack = 0 must be in (0, 1)");
}

}  // namespace
}  // namespace hearsay::divergence
