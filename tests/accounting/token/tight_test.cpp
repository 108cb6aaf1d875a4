// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>

#include <hearsay/accounting/token/complete.hpp>
#include <hearsay/accounting/token/tight.hpp>
#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/protocol/token/token.hpp>
#include <hearsay/stats/binomial.hpp>

namespace hearsay::accounting {
namespace {

TEST(WalkTight, BoundsTheExactLossOfTwoUsersFromAbove) {
  // n = 2: v learns exactly the contributions of u before its last visit; s - 1 free steps before a last visit at s.
  const TokenQuestion q{.users = 2, .steps = 40, .epsilon = 0.9, .delta = 1e-3};
  const double mu = 0.9 / std::sqrt(2.0 * std::log(1.25e3)), delta = 1e-3;
  const auto exact = [&](double epsilon) {
    double sum = 0.0;
    for (int s = 1; s <= 40; ++s) {
      for (int k = 1; k < s; ++k) {
        sum += std::ldexp(1.0, s - 41) *
               stats::binomial_mass(static_cast<std::uint64_t>(s - 1), 0.5, static_cast<std::uint64_t>(k)) *
               divergence::gaussian_delta(mu * std::sqrt(k), epsilon).estimate();
      }
    }
    return sum;
  };
  const double found = walk_tight(q, delta).value.epsilon;
  EXPECT_LE(exact(found), delta);
  EXPECT_GT(exact(found / 1.3), delta);
}

TEST(WalkTight, KnownNeighborsCostMoreAndSoDoMoreSteps) {
  TokenQuestion q{.users = 20, .steps = 2000, .epsilon = 0.5, .delta = 1e-6};
  const double hidden = walk_tight(q, 1e-5).value.epsilon;
  q.known_neighbors = true;
  EXPECT_GT(walk_tight(q, 1e-5).value.epsilon, hidden);
  q.known_neighbors = false;
  q.steps = 4000;
  EXPECT_GT(walk_tight(q, 1e-5).value.epsilon, hidden);
}

}  // namespace
}  // namespace hearsay::accounting
