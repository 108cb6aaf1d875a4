#include <gmock/gmock.h>

#include <cmath>
#include <functional>

#include <hearsay/accounting/generic/iteration.hpp>
#include <hearsay/accounting/generic/shuffling.hpp>
#include <hearsay/accounting/generic/subsampling.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/divergence/pld.hpp>

#include "props/oracle/binomial_oracle.hpp"
#include "tests/error_message.hpp"

namespace hearsay::accounting {
namespace {

using tests::message_of;

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
  for (const double epsilon : {1e-6, 0.3, 2.0, 600.0}) EXPECT_NEAR(unsampled_epsilon(0.2, subsampled_epsilon(0.2, epsilon)), epsilon, 1e-9 * epsilon);
}

// Poisson sampling of one record into a Gaussian sum: removing it is met with equality.
TEST(Subsampling, OfTheGaussianMechanismIsMetWithEqualityByTheExactMixture) {
  const double rate = 0.2, mu = 0.8, epsilon = 0.7;
  const auto promise = poisson_subsampling(rate, epsilon, [&](double e) { return divergence::gaussian_delta(mu, e).upper(); });
  const auto pld = divergence::Pld::gaussian_mixture({{0.0, mu}, {1 - rate, rate}, {0.0}, {1.0}, 1.0}, 1e-4);
  const Bracket exact = divergence::Composition(pld, 1).delta(promise.epsilon);
  EXPECT_LE(exact.lower(), promise.delta);
  EXPECT_NEAR(exact.upper() / promise.delta, 1.0, 1e-4);
}

// m = 2 draws from n = 3: once with probability 4/9, twice with 1/9; q = 5/9.
TEST(Subsampling, WithReplacementWeighsTheGroupProfile) {
  const auto promise = subsampling_with_replacement(2, 3, 0.5, [](std::uint64_t k, double) { return k == 1 ? 0.1 : 0.3; });
  EXPECT_NEAR(promise.delta, 4.0 / 9.0 * 0.1 + 1.0 / 9.0 * 0.3, 1e-15);
  EXPECT_NEAR(promise.epsilon, std::log1p(5.0 / 9.0 * std::expm1(0.5)), 1e-15);
  EXPECT_NEAR(subsampling_with_replacement(3, 1, 0.5, [](std::uint64_t k, double) { return k == 3 ? 0.25 : 1.0; }).delta, 0.25, 1e-15);
}

// A record is drawn Binomial(m, 1/n) times: with delta_k = 2^-k the sum is (1 - 1/(2n))^m - (1 - 1/n)^m, by the binomial theorem.
TEST(Subsampling, WithReplacementIsTheBinomialTheoremForAGeometricProfile) {
  for (const std::uint64_t n : {1u, 2u, 3u, 7u}) {
    for (const std::uint64_t m : {1u, 2u, 3u, 10u}) {
      const auto draws = static_cast<double>(m), one = 1.0 / static_cast<double>(n);
      const auto promise = subsampling_with_replacement(m, n, 0.5, [](std::uint64_t k, double) { return std::exp2(-static_cast<double>(k)); });
      EXPECT_NEAR(promise.delta, std::pow(1.0 - 0.5 * one, draws) - std::pow(1.0 - one, draws), 1e-14) << m << ' ' << n;
      EXPECT_NEAR(promise.epsilon, std::log1p((1.0 - std::pow(1.0 - one, draws)) * std::expm1(0.5)), 1e-14) << m << ' ' << n;
    }
  }
}

TEST(Subsampling, WithReplacementOfManyDrawsKeepsItsTail) {
  // delta_k = 1 for all k: the sum of the weights is q.
  const double q = -std::expm1(100000.0 * std::log1p(-1e-5));
  EXPECT_NEAR(subsampling_with_replacement(100000, 100000, 1.0, [](std::uint64_t, double) { return 1.0; }).delta, q, 1e-9);
}

TEST(Shuffling, PublishedFormulas) {
  EXPECT_NEAR(shuffling_efmrtt(0.4, 10000, 1e-6), 12 * 0.4 * std::sqrt(std::log(1e6) / 1e4), 1e-15);
  const double e = std::exp(2.0);
  EXPECT_NEAR(shuffling_clones(2.0, 100000, 1e-6), std::log(1 + (e - 1) / (e + 1) * (8 * std::sqrt(e * std::log(4e6)) / std::sqrt(1e5) + 8 * e / 1e5)), 1e-14);
}

TEST(Shuffling, ExactRandomizedResponseAgreesWithTheSpelledOutSum) {
  for (const std::uint64_t n : {1u, 2u, 3u, 10u, 200u}) {
    for (const std::uint64_t ones : {std::uint64_t{0}, (n - 1) / 2, n - 1}) {
      for (const double epsilon : {0.0, 0.05, 0.4}) {
        const double expected = props::oracle::shuffled_randomized_response(0.9, n, ones, epsilon);
        EXPECT_NEAR(shuffled_randomized_response_delta(0.9, n, ones, epsilon).estimate(), expected, 1e-12) << n << ' ' << ones << ' ' << epsilon;
      }
    }
  }
  // One user alone: plain randomized response, p - e^epsilon (1 - p).
  EXPECT_NEAR(shuffled_randomized_response_delta(1.0, 1, 0, 0.25).estimate(), (std::exp(1.0) - std::exp(0.25)) / (1 + std::exp(1.0)), 1e-15);
}

// Every bound above the exact divergence of a randomizer it covers, and in the published order of strength.
TEST(Shuffling, BoundsAreOrdered) {
  for (const std::uint64_t n : {200u, 1500u}) {
    for (const double epsilon0 : {0.3, 1.0, 2.0}) {
      const double gamma = 2.0 / (std::exp(epsilon0) + 1.0);
      for (const double share : {0.1, 0.3, 0.6, 0.9}) {
        const double epsilon = share * epsilon0;
        const double exact = shuffled_randomized_response_delta(epsilon0, n, 0, epsilon).lower();
        EXPECT_GE(shuffling_clones_delta(epsilon0, n, epsilon).upper(), exact);
        EXPECT_GE(shuffling_blanket_delta(epsilon0, gamma, n, epsilon, Concentration::hoeffding), exact);
        EXPECT_GE(shuffling_blanket_delta(epsilon0, gamma, n, epsilon, Concentration::bennett), exact);
      }
    }
  }
}

// The exact clones divergence by enumerating (C, A, D) for a few users.
TEST(Shuffling, ClonesBoundAgreesWithEnumeration) {
  for (const std::uint64_t n : {1u, 2u, 5u, 9u}) {
    for (const double epsilon : {0.0, 0.3, 1.0}) {
      const double epsilon0 = 1.2, truth = std::exp(epsilon0) / (1 + std::exp(epsilon0));
      double expected = 0.0;
      for (std::uint64_t c = 0; c < n; ++c) {
        const double weight = props::oracle::binomial_mass(std::max<std::uint64_t>(n - 1, 1), std::exp(-epsilon0), c);
        const double outer = n == 1 ? 1.0 : weight;
        for (std::uint64_t first = 0; first <= c + 1; ++first) {
          const auto mass = [&](bool d_first) {  // P(A + [d_first] = first)
            const std::uint64_t a = first - (d_first ? 1 : 0);
            return (d_first && first == 0) || a > c ? 0.0 : (c == 0 ? 1.0 : props::oracle::binomial_mass(c, 0.5, a));
          };
          const double p = truth * mass(true) + (1 - truth) * mass(false), q = (1 - truth) * mass(true) + truth * mass(false);
          expected += outer * std::max(0.0, p - std::exp(epsilon) * q);
        }
      }
      EXPECT_TRUE(shuffling_clones_delta(epsilon0, n, epsilon).lower() <= expected + 1e-12 && shuffling_clones_delta(epsilon0, n, epsilon).upper() >= expected - 1e-12)
          << n << ' ' << epsilon << ' ' << expected << ' ' << shuffling_clones_delta(epsilon0, n, epsilon).estimate();
    }
  }
}

TEST(Shuffling, LocalEpsilonInvertsTheClonesBound) {
  for (const std::uint64_t n : {1u, 30u, 1000u, 20000u}) {
    for (const double epsilon : {0.05, 0.5, 2.0}) {
      for (const double delta : {1e-3, 1e-6}) {
        const double epsilon0 = shuffling_clones_local_epsilon(n, epsilon, delta);
        SCOPED_TRACE(fmt::format("n = {}, epsilon = {}, delta = {}: epsilon0 = {}", n, epsilon, delta, epsilon0));
        EXPECT_GE(epsilon0, epsilon);
        EXPECT_LE(shuffling_clones_delta(epsilon0, n, epsilon).upper(), delta);
        EXPECT_GT(shuffling_clones_delta(epsilon0 * (1.0 + 1e-9), n, epsilon).upper(), delta);
      }
    }
  }
  // The other way round: the target is the bound itself.
  for (const double epsilon0 : {0.7, 2.0, 4.0}) {
    const double epsilon = 0.3 * epsilon0, delta = shuffling_clones_delta(epsilon0, 500, epsilon).upper();
    EXPECT_NEAR(shuffling_clones_local_epsilon(500, epsilon, delta), epsilon0, 1e-8);
  }
  // One user alone: (e^epsilon0 - e^epsilon) / (1 + e^epsilon0) = delta.
  EXPECT_NEAR(shuffling_clones_local_epsilon(1, 0.5, 0.1), std::log((std::exp(0.5) + 0.1) / 0.9), 1e-9);
  EXPECT_EQ(message_of([] { (void)shuffling_clones_local_epsilon(10, 0.0, 0.1); }), "HS-101 shuffling_clones_local_epsilon: epsilon = 0 must be finite and > 0");
  EXPECT_THAT(message_of([] { (void)shuffling_clones_local_epsilon(10, 0.5, 1.0); }), testing::StartsWith("HS-101 shuffling_clones_local_epsilon: delta = 1"));
}

TEST(Iteration, LastInputHasTheLocalLossAndEarlierOnesLess) {
  const NoisyDescent descent{.lipschitz = 2.0, .smoothness = 4.0, .rate = 0.5, .sigma = 3.0, .inputs = 10};
  EXPECT_DOUBLE_EQ(iteration_renyi(5.0, descent, 10), 2 * 5.0 * 4.0 / 9.0);
  EXPECT_DOUBLE_EQ(iteration_renyi(5.0, descent, 1), 2 * 5.0 * 4.0 / 9.0 / 10);
}

TEST(Amplification, IsRefusedOutsideItsConditionsByName) {
  const Profile one = [](double) { return 1.0; };
  const GroupProfile group = [](std::uint64_t, double) { return 1.0; };
  EXPECT_EQ(message_of([] { (void)shuffling_efmrtt(0.4, 999, 1e-3); }), "HS-203 shuffling_efmrtt: n = 999: the theorem needs n >= 1000");
  EXPECT_EQ(message_of([] { (void)shuffling_efmrtt(0.5, 1000, 1e-3); }), "HS-203 shuffling_efmrtt: epsilon0 = 0.5: the theorem needs 0 < epsilon0 < 1/2");
  EXPECT_EQ(message_of([] { (void)shuffling_efmrtt(0.4, 1000, 0.01); }), "HS-203 shuffling_efmrtt: delta = 0.01: the theorem needs 0 < delta < 1/100");
  EXPECT_THAT(message_of([] { (void)shuffling_clones(5.0, 1000, 1e-6); }), testing::StartsWith("HS-203 shuffling_clones: epsilon0 = 5: the theorem needs 0 < epsilon0 <= ln(n / (16 ln(2/delta)))"));
  EXPECT_THAT(message_of([] { (void)shuffling_blanket_delta(1.0, 0.1, 10, 0.5, Concentration::bennett); }), testing::StartsWith("HS-203 shuffling_blanket_delta: gamma = 0.1: the theorem needs e^-epsilon0"));
  EXPECT_EQ(message_of([&] { (void)subsampling_without_replacement(5, 4, 1.0, one); }), "HS-203 subsampling_without_replacement: m = 5 and n = 4: sampling without replacement needs 1 <= m <= n");
  EXPECT_EQ(message_of([&] { (void)subsampling_with_replacement(0, 4, 1.0, group); }), "HS-203 subsampling_with_replacement: m = 0 and n = 4: sampling with replacement needs m >= 1 and n >= 1");
  EXPECT_EQ(message_of([&] { (void)poisson_subsampling(1.5, 1.0, one); }), "HS-101 subsampled_epsilon: rate = 1.5 must be in [0, 1]");
  EXPECT_EQ(message_of([] { (void)iteration_renyi(2.0, {1.0, 4.0, 0.6, 1.0, 3}, 1); }), "HS-203 iteration_renyi: rate = 0.6: the theorem needs rate <= 2 / smoothness = 0.5");
  EXPECT_EQ(message_of([] { (void)iteration_renyi(2.0, {1.0, 4.0, 0.5, 1.0, 3}, 4); }), "HS-101 iteration_renyi: t = 4 must be between 1 and inputs = 3");
  EXPECT_EQ(message_of([] { (void)iteration_renyi(1.0, {1.0, 4.0, 0.5, 1.0, 3}, 1); }), "HS-101 iteration_renyi: alpha = 1 must be finite and > 1");
}

}  // namespace
}  // namespace hearsay::accounting
