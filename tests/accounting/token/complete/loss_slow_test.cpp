// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/accounting/token/complete/loss.hpp>
#include <hearsay/accounting/token/complete/tight.hpp>

#include "tests/accounting/token/two_users.hpp"

namespace hearsay::accounting {
namespace {

TEST(TokenLoss, TenThousandVisitsAreTighterThanOnePercent) {
  const int steps = 20'000;
  const double mu = 0.01, epsilon = 4.5, delta = two_users_delta(steps, mu, epsilon);
  expect_contains(TokenLoss({.users = 2, .steps = steps}, mu, 1e-6 * delta).epsilon(delta), epsilon, 0.01,
                  "20000 steps");
}

TEST(TokenLoss, RoundedTimesKeepTheTruth) {
  // 2^17 + 1 steps do not fit the 2^17 units of time, and 65000 visits add up to a slack of 1059 units.
  const int steps = (1 << 17) + 1;
  const double mu = 0.004, epsilon = 4.5, delta = two_users_delta(steps, mu, epsilon);
  expect_contains(TokenLoss({.users = 2, .steps = steps}, mu, 1e-6 * delta).epsilon(delta), epsilon, 0.02,
                  "2^17 + 1 steps");
}

TEST(TokenLoss, KnownNeighborsOfManyUsersAreTighterThanOnePercent) {
  const TokenQuestion q{.users = 500,
                        .steps = 50'000,
                        .epsilon = 0.5,
                        .delta = 1e-7,
                        .delta_prime = 1e-7,
                        .delta_hat = 1e-7,
                        .known_neighbors = true};
  const double delta = 2.7e-5;
  const auto found = TokenLoss(q, signal_to_noise(q.calibration, q.epsilon, q.delta), 1e-5 * delta).epsilon(delta);
  EXPECT_LT(found.width(), 0.01 * found.upper()) << found.lower() << " .. " << found.upper();
  EXPECT_LT(found.upper(),
            walk_tight(q, delta).value.epsilon);  // the Renyi bound, which shares no code beyond one cycle's mixture
}

}  // namespace
}  // namespace hearsay::accounting
