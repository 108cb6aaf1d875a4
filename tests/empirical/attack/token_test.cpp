// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/attack/token.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include <hearsay/accounting/token/complete/cycle.hpp>
#include <hearsay/divergence/gaussian.hpp>

namespace hearsay::empirical {
namespace {

TEST(WalkAttack, LogRatioIsTheSumOfTheCyclesLosses) {
  const WalkAttack attack{.users = 4, .steps = 10, .mu = 0.7};
  double expected = 0.0;
  for (const auto& [x, m] : {std::pair{0.3, 2}, {-1.2, 5}})
    expected += accounting::CycleMixture::binomial(m, 1.0 / 3.0, 0.7).loss(x);
  EXPECT_NEAR(walk_log_ratio(attack, {0.3, -1.2}, {2, 5}), expected, 1e-12);
}

TEST(WalkAttack, StaysBelowWhatIsTrueAndFindsHalfOfIt) {
  // n = 2, T = 2: v learns u's contribution iff u comes first and v second, with probability 1/4, else nothing.
  const double mu = 1.0, delta = 0.05;
  const auto found = attack_walk({.users = 2,
                                  .steps = 2,
                                  .mu = mu,
                                  .delta = delta,
                                  .runs = 20'000,
                                  .confidence = 0.999,
                                  .execution = {.seed = {1}, .jobs = 1}});
  double low = 0.0, high = 50.0;
  while (high - low > 1e-9) {
    const double middle = 0.5 * (low + high);
    (0.25 * divergence::gaussian_delta(mu, middle).estimate() > delta ? low : high) = middle;
  }
  EXPECT_LE(found.epsilon_lower, high);
  EXPECT_GT(found.epsilon_lower, 0.5 * high);
}

}  // namespace
}  // namespace hearsay::empirical
