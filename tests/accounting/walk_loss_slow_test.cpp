#include <gtest/gtest.h>

#include <hearsay/accounting/walk_loss.hpp>

#include "tests/accounting/walk_two_users.hpp"

namespace hearsay::accounting {
namespace {

TEST(WalkLoss, TenThousandVisitsAreTighterThanOnePercent) {
  const int steps = 20'000;
  const double mu = 0.01, epsilon = 4.5, delta = two_users_delta(steps, mu, epsilon);
  expect_contains(WalkLoss({.users = 2, .steps = steps}, mu, 1e-6 * delta).epsilon(delta), epsilon, 0.01, "20000 steps");
}

TEST(WalkLoss, RoundedTimesKeepTheTruth) {
  // 2^17 + 1 steps do not fit the 2^17 units of time, and 65000 visits add up to a slack of 1059 units.
  const int steps = (1 << 17) + 1;
  const double mu = 0.004, epsilon = 4.5, delta = two_users_delta(steps, mu, epsilon);
  expect_contains(WalkLoss({.users = 2, .steps = steps}, mu, 1e-6 * delta).epsilon(delta), epsilon, 0.02, "2^17 + 1 steps");
}

}  // namespace
}  // namespace hearsay::accounting
