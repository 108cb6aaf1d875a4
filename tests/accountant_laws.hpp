// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include <hearsay/divergence/accountant.hpp>

namespace hearsay::tests {

/// What holds for every accountant: delta falls with epsilon, and epsilon(delta) is its inverse, safe at the upper end
/// and attained at the lower.
template <divergence::Accountant A>
void expect_accountant_laws(const A& accountant, const std::vector<double>& deltas) {
  constexpr double rounding = 1e-6;  // two questions are answered by two computations
  double before = 0.0;
  for (const double delta : deltas) {  // from large to small
    const Bracket epsilon = accountant.epsilon(delta);
    EXPECT_GE(epsilon.lower(), 0.0) << delta;
    EXPECT_GE(epsilon.upper(), before) << delta;
    before = epsilon.upper();
    EXPECT_LE(accountant.delta(epsilon.upper()).upper(), delta * (1.0 + rounding)) << delta;
    if (epsilon.lower() > 0.0) {
      EXPECT_GE(accountant.delta(epsilon.lower()).upper(), delta * (1.0 - rounding)) << delta;
    }
    const auto promise = divergence::promise_at(accountant, delta);
    EXPECT_EQ(promise.epsilon, epsilon.upper());
    EXPECT_EQ(promise.delta, delta);
    EXPECT_EQ(divergence::judge(accountant, promise), Verdict::holds) << delta;
    if (epsilon.lower() > 0.0) {
      EXPECT_EQ(divergence::judge(accountant, {0.99 * epsilon.lower(), delta}), Verdict::refuted) << delta;
    }
  }
  EXPECT_GT(before, 0.0) << "no question asked for an epsilon";
}

}  // namespace hearsay::tests
