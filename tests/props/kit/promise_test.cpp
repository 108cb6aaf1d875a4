// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>

#include <hearsay/core/infinity.hpp>
#include <hearsay/divergence/gaussian.hpp>

#include "props/kit/promise.hpp"

namespace hearsay::props {
namespace {

/// delta = e^-epsilon, exactly.
Bracket exponential(double epsilon) { return Bracket::exact(std::exp(-epsilon)); }

TEST(EpsilonFor, FindsTheEpsilonFromAbove) {
  for (const double most : {0.01, 0.5, 3.0, 1000.0}) {
    const double found = epsilon_for(exponential, std::exp(-1.25), most);
    EXPECT_GE(found, 1.25);
    EXPECT_LE(found, 1.25 * (1.0 + 1e-4));
  }
}

TEST(EpsilonFor, IsZeroOrInfiniteBeyondItsReach) {
  EXPECT_EQ(epsilon_for(exponential, 1.0, 1.0), 0.0);
  EXPECT_EQ(epsilon_for(exponential, std::exp(-100.0), 0.01), infinity);
}

TEST(KeepsPromise, StrengthenedBeyondItsSlackIsViolated) {
  const auto gaussian = [](double epsilon) { return divergence::gaussian_delta(0.3, epsilon); };
  const double promised = 2.0 * divergence::gaussian_epsilon(0.3, 1e-6).upper();
  const auto outcome = keeps_promise(gaussian, promised, 1e-6);
  EXPECT_FALSE(outcome.violated);
  EXPECT_FALSE(outcome.undecided);
  EXPECT_NEAR(outcome.slack, 2.0, 1e-3);
  EXPECT_FALSE(keeps_promise(gaussian, promised / outcome.slack * (1.0 + 1e-3), 1e-6).violated);
  const auto stronger = keeps_promise(gaussian, promised / outcome.slack * (1.0 - 1e-3), 1e-6);
  EXPECT_TRUE(stronger.violated);
  EXPECT_LT(stronger.slack, 1.0);
}

TEST(KeepsPromise, IsUndecidedWhereTheBracketHoldsDelta) {
  const auto wide = [](double epsilon) {
    const double delta = std::exp(-epsilon);
    return Bracket(0.9 * delta, delta, 1.1 * delta);
  };
  EXPECT_TRUE(keeps_promise(wide, 1.0, std::exp(-1.0)).undecided);
  EXPECT_FALSE(keeps_promise(wide, 1.0, std::exp(-1.0)).violated);
  EXPECT_FALSE(keeps_promise(wide, 1.2, std::exp(-1.0)).undecided);
  EXPECT_TRUE(keeps_promise(wide, 0.8, std::exp(-1.0)).violated);
}

}  // namespace
}  // namespace hearsay::props
