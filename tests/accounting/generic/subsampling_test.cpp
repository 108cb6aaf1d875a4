// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include <hearsay/accounting/generic/subsampling.hpp>
#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/divergence/pld.hpp>

namespace hearsay::accounting {
namespace {

TEST(Subsampling, EpsilonIsThePublishedFormulaAndInvertible) {
  EXPECT_NEAR(subsampled_epsilon(0.1, 2.0), std::log(1 + 0.1 * (std::exp(2.0) - 1)), 1e-15);
  EXPECT_NEAR(subsampled_epsilon(0.1, 1000.0), 1000.0 + std::log(0.1), 1e-12);
  EXPECT_EQ(subsampled_epsilon(0.0, 3.0), 0.0);
  EXPECT_NEAR(subsampled_epsilon(1.0, 3.0), 3.0, 1e-15);
  EXPECT_NEAR(subsampled_epsilon(1e-20, 2.0) / (1e-20 * std::expm1(2.0)), 1.0, 1e-14);  // to first order in the rate
  EXPECT_NEAR(subsampled_epsilon(1e-300, 750.0), 750.0 - 300.0 * std::log(10.0), 1e-12);
  EXPECT_NEAR(subsampled_epsilon(1e-308, 705.0), std::log1p(std::exp(705.0 - 308.0 * std::log(10.0))), 1e-13);
  EXPECT_EQ(subsampled_epsilon(0.0, 800.0), 0.0);
  EXPECT_NEAR(unsampled_epsilon(1e-300, 499.0), 499.0 + 300.0 * std::log(10.0), 1e-10);
  for (const double epsilon : {1e-6, 0.3, 2.0, 600.0})
    EXPECT_NEAR(unsampled_epsilon(0.2, subsampled_epsilon(0.2, epsilon)), epsilon, 1e-9 * epsilon);
}

// Poisson sampling of one record into a Gaussian sum: removing it is met with equality.
TEST(Subsampling, OfTheGaussianMechanismIsMetWithEqualityByTheExactMixture) {
  const double rate = 0.2, mu = 0.8, epsilon = 0.7;
  const auto promise =
      poisson_subsampling(rate, epsilon, [&](double e) { return divergence::gaussian_delta(mu, e).upper(); });
  const auto pld = divergence::Pld::gaussian_mixture({{0.0, mu}, {1 - rate, rate}, {0.0}, {1.0}, 1.0}, 1e-4);
  const Bracket exact = divergence::Composition(pld, 1).delta(promise.epsilon);
  EXPECT_LE(exact.lower(), promise.delta);
  EXPECT_NEAR(exact.upper() / promise.delta, 1.0, 1e-4);
}

// m = 2 draws from n = 3: once with probability 4/9, twice with 1/9; q = 5/9.
TEST(Subsampling, WithReplacementWeighsTheGroupProfile) {
  const auto promise =
      subsampling_with_replacement(2, 3, 0.5, [](std::uint64_t k, double) { return k == 1 ? 0.1 : 0.3; });
  EXPECT_NEAR(promise.delta, 4.0 / 9.0 * 0.1 + 1.0 / 9.0 * 0.3, 1e-15);
  EXPECT_NEAR(promise.epsilon, std::log1p(5.0 / 9.0 * std::expm1(0.5)), 1e-15);
  EXPECT_NEAR(
      subsampling_with_replacement(3, 1, 0.5, [](std::uint64_t k, double) { return k == 3 ? 0.25 : 1.0; }).delta, 0.25,
      1e-15);
}

// A record is drawn Binomial(m, 1/n) times: with delta_k = 2^-k the sum is (1 - 1/(2n))^m - (1 - 1/n)^m, by the
// binomial theorem.
TEST(Subsampling, WithReplacementIsTheBinomialTheoremForAGeometricProfile) {
  for (const std::uint64_t n : {1u, 2u, 3u, 7u}) {
    for (const std::uint64_t m : {1u, 2u, 3u, 10u}) {
      const auto draws = static_cast<double>(m), one = 1.0 / static_cast<double>(n);
      const auto promise = subsampling_with_replacement(
          m, n, 0.5, [](std::uint64_t k, double) { return std::exp2(-static_cast<double>(k)); });
      EXPECT_NEAR(promise.delta, std::pow(1.0 - 0.5 * one, draws) - std::pow(1.0 - one, draws), 1e-14) << m << ' ' << n;
      EXPECT_NEAR(promise.epsilon, std::log1p((1.0 - std::pow(1.0 - one, draws)) * std::expm1(0.5)), 1e-14)
          << m << ' ' << n;
    }
  }
}

TEST(Subsampling, WithReplacementOfManyDrawsKeepsItsTail) {
  // delta_k = 1 for all k: the sum of the weights is q.
  const double q = -std::expm1(100000.0 * std::log1p(-1e-5));
  EXPECT_NEAR(subsampling_with_replacement(100000, 100000, 1.0, [](std::uint64_t, double) { return 1.0; }).delta, q,
              1e-9);
}

}  // namespace
}  // namespace hearsay::accounting
