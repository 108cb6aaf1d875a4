// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include <hearsay/accounting/generic/shuffling.hpp>
#include <hearsay/accounting/token/complete/cycle.hpp>
#include <hearsay/accounting/token/guarantee.hpp>
#include <hearsay/accounting/token/realized.hpp>
#include <hearsay/divergence/composition.hpp>
#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/protocol/token/token.hpp>

#include "props/oracle/walk_oracle.hpp"
#include "tests/error_message.hpp"

namespace hearsay::accounting {
namespace {

using tests::message_of;

using testing::HasSubstr;

/// The definition: every cycle of every observer, one list a pair.
std::vector<double> realized_by_lists(const std::vector<std::uint32_t>& walk, const RealizedQuestion& q) {
  const auto n = static_cast<std::size_t>(q.users);
  std::vector<double> result(n * n, 0.0);
  for (std::size_t v = 0; v < n; ++v) {
    for (std::size_t u = 0; u < n; ++u) {
      if (u == v) continue;
      double sum = 0.0, square = 0.0, drift = 0.0;
      std::size_t begin = 0;
      bool first = true;
      for (std::size_t t = 0; t < walk.size(); ++t) {
        if (walk[t] != v) continue;
        if (t > begin) {
          const double m = static_cast<double>(t - begin), each = q.epsilon / std::sqrt(m);
          int spotted = q.known_neighbors && walk[t - 1] == u ? 1 : 0;
          if (q.known_neighbors && !first && t - begin > 1 && walk[begin] == u) ++spotted;
          const double p = 1.0 / (static_cast<double>(q.users) - 1.0);
          double epsilon = (m - spotted) * std::log(1.0 + p * (std::exp(each) - 1.0)) + spotted * each;
          if (q.rule == CycleRule::published)
            epsilon = spotted > 0 ? spotted * each
                                  : std::log(1.0 + (1.0 - std::pow(1.0 - 1.0 / static_cast<double>(q.users), m)) *
                                                       (std::exp(each) - 1.0));
          sum += epsilon, square += epsilon * epsilon,
              drift += epsilon * (std::exp(epsilon) - 1.0) / (std::exp(epsilon) + 1.0);
        }
        begin = t + 1;
        first = false;
      }
      const double level =
          std::min(std::log(1.0 / q.delta_prime), std::log(std::exp(1.0) + std::sqrt(square) / q.delta_prime));
      result[u * n + v] = std::min(sum, drift + std::sqrt(2.0 * square * level));
    }
  }
  return result;
}

TEST(WalkRealized, AgreesWithTheDefinitionForEveryPair) {
  random::Stream stream({5}, random::Purpose::activation, 0);
  for (const auto rule : {CycleRule::published, CycleRule::repaired}) {
    for (const bool known : {true, false}) {
      const RealizedQuestion q{
          .users = 7, .epsilon = 0.4, .delta = 1e-7, .delta_prime = 1e-7, .rule = rule, .known_neighbors = known};
      const auto walk = protocol::uniform_walk(7, 300, stream);
      const auto found = realized_losses(walk, q);
      const auto expected = realized_by_lists(walk, q);
      for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(found.epsilon[i], expected[i], 1e-10) << i;
    }
  }
}

TEST(WalkRealized, ShuffledCyclesTakeTheSmallestLossThatTheBlanketShows) {
  const double epsilon0 = 0.5, delta = 1e-4, gamma = 3.0 / (std::exp(epsilon0) + 2.0);
  const auto shown = [&](std::uint64_t m, double epsilon) {
    return std::min(shuffling_blanket_delta(epsilon0, gamma, m, epsilon, Concentration::hoeffding),
                    shuffling_blanket_delta(epsilon0, gamma, m, epsilon, Concentration::bennett));
  };
  const double many = shuffled_answers_epsilon(2000, epsilon0, 3, delta);
  EXPECT_LT(many, 0.6 * epsilon0);
  EXPECT_LE(shown(2000, many), delta);
  EXPECT_GT(shown(2000, many * (1.0 - 1e-9)), delta);
  // Cycles of 2 and 1 answers among 3 users: u = 1 is in the first with probability 1 - (2/3)^2, in the second with
  // 1/3.
  const std::vector<std::uint32_t> walk{1, 2, 0, 1, 0, 2};
  const auto found = realized_losses(walk, {.users = 3,
                                            .epsilon = epsilon0,
                                            .delta = delta,
                                            .delta_prime = delta,
                                            .rule = CycleRule::shuffled,
                                            .known_neighbors = false,
                                            .buckets = 3});
  const double first = std::log1p(5.0 / 9.0 * std::expm1(shuffled_answers_epsilon(2, epsilon0, 3, delta))),
               second = std::log1p(std::expm1(shuffled_answers_epsilon(1, epsilon0, 3, delta)) / 3.0);
  EXPECT_NEAR(found.at(1, 0), first + second, 1e-12);
  EXPECT_NEAR(found.delta[1 * 3 + 0], 3.0 * delta, 1e-15);
  EXPECT_THAT(message_of([&] { (void)realized_losses(walk, {.users = 3, .rule = CycleRule::shuffled}); }),
              HasSubstr("hidden neighbors"));
}

TEST(WalkRealized, LocalLossIsNoMoreThanPlainOrAdvancedComposition) {
  for (const auto& [count, epsilon] : {std::pair{1, 0.1}, {25, 0.1}, {400, 0.1}, {25, 2.0}}) {
    // User 1 holds the token `count` times: its local loss does not depend on when.
    const std::vector<std::uint32_t> walk(static_cast<std::size_t>(count), 1);
    const auto found = realized_losses(walk, {.users = 3, .epsilon = epsilon, .delta = 1e-7, .delta_prime = 1e-7});
    const double plain = count * epsilon, total = (count + 1) * 1e-7;
    EXPECT_LE(found.local[1],
              std::min(plain, divergence::advanced_composition_epsilon(count, epsilon, 1e-7)) * (1.0 + 1e-14))
        << count;
    EXPECT_GE(found.local[1],
              divergence::OptimalComposition({epsilon, 1e-7}, static_cast<std::uint64_t>(count)).epsilon(total).lower())
        << count;
    EXPECT_EQ(found.local[2], 0.0);
    // The exact loss of the sum of that many Gaussian mechanisms, at the same delta.
    const double mu = std::sqrt(count) * epsilon / std::sqrt(2.0 * std::log(1.25 / 1e-7));
    EXPECT_NEAR(divergence::gaussian_delta(mu, found.local_gaussian[1]).estimate(), total, 1e-9 * total) << count;
  }
  EXPECT_EQ(realized_losses(std::vector<std::uint32_t>(25, 1), {.users = 3, .epsilon = 0.1}).local[1], 2.5);
}

TEST(WalkRealized, KnownPathIsSquaredContributionsOverLength) {
  // v = 0 visited at steps 3 and 6 of 1 1 0 1 2 0 1: cycles {1,1} and {1,2}; the last contribution is never seen.
  const std::vector<std::uint32_t> walk{1, 1, 0, 1, 2, 0, 1};
  const auto mu = realized_path_mu(walk, 3, 2.0);
  EXPECT_NEAR(mu[1 * 3 + 0], 2.0 * std::sqrt(4.0 / 2.0 + 1.0 / 2.0), 1e-14);
  EXPECT_NEAR(mu[2 * 3 + 0], 2.0 * std::sqrt(1.0 / 2.0), 1e-14);
}

}  // namespace
}  // namespace hearsay::accounting
