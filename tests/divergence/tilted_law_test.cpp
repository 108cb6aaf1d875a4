// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>

#include <hearsay/divergence/tilted_law.hpp>

namespace hearsay::divergence {
namespace {

/// Losses -1/2, 0, 1/2, 1 with chances 0.1, 0.2, 0.3, 0.4, tilted by 2, and 0.01 more at infinity.
TiltedLaw four_losses() {
  TiltedLaw law{.tilt = 2.0, .step = 0.5, .log_scale = 0.0, .first = -1, .mass = {}, .infinite = 0.01};
  double loss = -0.5;
  for (const double chance : {0.1, 0.2, 0.3, 0.4}) {
    law.mass.push_back(chance * std::exp(law.tilt * loss));
    loss += 0.5;
  }
  return law;
}

// delta(epsilon) = sum P(l) (1 - e^(epsilon - l))^+ and the infinite losses.
double by_hand(double epsilon) {
  double delta = 0.01, loss = -0.5;
  for (const double chance : {0.1, 0.2, 0.3, 0.4}) {
    delta += loss > epsilon ? chance * -std::expm1(epsilon - loss) : 0.0;
    loss += 0.5;
  }
  return delta;
}

TEST(TiltedLaw, DeltaUndoesTheTilt) {
  for (const double epsilon : {0.0, 0.3, 0.5, 0.9}) {
    EXPECT_NEAR(four_losses().delta(epsilon, Side::pessimistic), by_hand(epsilon), 1e-12) << epsilon;
    EXPECT_NEAR(four_losses().delta(epsilon, Side::optimistic), by_hand(epsilon), 1e-12) << epsilon;
  }
  EXPECT_LE(four_losses().delta(0.3, Side::optimistic), four_losses().delta(0.3, Side::pessimistic));
}

TEST(TiltedLaw, WhatWasRoundedCountsAgainstThePromise) {
  auto rounded = four_losses();
  rounded.error = 1e-3;
  EXPECT_GT(rounded.delta(0.3, Side::pessimistic), by_hand(0.3) + 1e-5);
  EXPECT_LT(rounded.delta(0.3, Side::optimistic), by_hand(0.3) - 1e-5);
}

TEST(TiltedLaw, EpsilonsInvertDelta) {
  const double delta = by_hand(0.7), safe = safe_epsilon(four_losses(), delta);
  EXPECT_NEAR(safe, 0.7, 1e-9);
  EXPECT_LE(four_losses().delta(safe, Side::pessimistic), delta);
  const double attained = attained_epsilon(four_losses(), delta, 0.8);
  EXPECT_NEAR(attained, 0.7, 1e-9);
  EXPECT_GE(four_losses().delta(attained, Side::optimistic), delta);
  EXPECT_EQ(attained_epsilon(four_losses(), 0.99, 0.8), 0.0);
}

TEST(Sum, KeepsWhatAPlainSumLoses) {
  Sum sum;
  double plain = 1.0;
  sum.add(1.0);
  for (int i = 0; i < 1000; ++i) sum.add(1e-17), plain += 1e-17;
  EXPECT_EQ(plain, 1.0);
  EXPECT_NEAR(sum.value() - 1.0, 1e-14, 3e-16);
}

}  // namespace
}  // namespace hearsay::divergence
