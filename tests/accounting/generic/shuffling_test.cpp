// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include <cmath>

#include <hearsay/accounting/generic/shuffling.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/divergence/pld.hpp>

#include "props/oracle/binomial_oracle.hpp"
#include "tests/error_message.hpp"

namespace hearsay::accounting {
namespace {

using tests::message_of;

TEST(Shuffling, PublishedFormulas) {
  EXPECT_NEAR(shuffling_efmrtt(0.4, 10000, 1e-6), 12 * 0.4 * std::sqrt(std::log(1e6) / 1e4), 1e-15);
  const double e = std::exp(2.0);
  EXPECT_NEAR(shuffling_clones(2.0, 100000, 1e-6),
              std::log(1 + (e - 1) / (e + 1) * (8 * std::sqrt(e * std::log(4e6)) / std::sqrt(1e5) + 8 * e / 1e5)),
              1e-14);
}

TEST(Shuffling, ExactRandomizedResponseAgreesWithTheSpelledOutSum) {
  for (const std::uint64_t n : {1u, 2u, 3u, 10u, 200u}) {
    for (const std::uint64_t ones : {std::uint64_t{0}, (n - 1) / 2, n - 1}) {
      const props::oracle::ShuffledRandomizedResponse spelled_out(0.9, n, ones);
      for (const double epsilon : {0.0, 0.05, 0.4}) {
        EXPECT_NEAR(shuffled_randomized_response_delta(0.9, n, ones, epsilon).estimate(), spelled_out.delta(epsilon),
                    1e-12)
            << n << ' ' << ones << ' ' << epsilon;
      }
    }
  }
  // One user alone: plain randomized response, p - e^epsilon (1 - p).
  EXPECT_NEAR(shuffled_randomized_response_delta(1.0, 1, 0, 0.25).estimate(),
              (std::exp(1.0) - std::exp(0.25)) / (1 + std::exp(1.0)), 1e-15);
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
          const double p = truth * mass(true) + (1 - truth) * mass(false),
                       q = (1 - truth) * mass(true) + truth * mass(false);
          expected += outer * std::max(0.0, p - std::exp(epsilon) * q);
        }
      }
      EXPECT_TRUE(shuffling_clones_delta(epsilon0, n, epsilon).lower() <= expected + 1e-12 &&
                  shuffling_clones_delta(epsilon0, n, epsilon).upper() >= expected - 1e-12)
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
  EXPECT_EQ(message_of([] { (void)shuffling_clones_local_epsilon(10, 0.0, 0.1); }),
            "HS-101 shuffling_clones_local_epsilon: epsilon = 0 must be finite and > 0");
  EXPECT_THAT(message_of([] { (void)shuffling_clones_local_epsilon(10, 0.5, 1.0); }),
              testing::StartsWith("HS-101 shuffling_clones_local_epsilon: delta = 1"));
}

}  // namespace
}  // namespace hearsay::accounting
