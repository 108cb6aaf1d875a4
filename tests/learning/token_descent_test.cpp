// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>

#include <hearsay/learning/token_descent.hpp>

namespace hearsay::learning {
namespace {

TEST(Walk, StepsByHand) {
  const QuadraticProblem problem(RowMatrix::Ones(1, 1), RowMatrix::Constant(1, 1, 8.0));
  // theta_1 = 8 eta; theta_2 = theta_1 + eta_2 (8 - theta_1).
  EXPECT_DOUBLE_EQ(walk(problem, {.iterations = 2, .step = 0.5, .noise = 0.0}, {1}, 0)[0], 6.0);
  EXPECT_DOUBLE_EQ(walk(problem, {.iterations = 2, .step = 0.5, .decaying = true, .noise = 0.0}, {1}, 0)[0],
                   4.0 + 0.5 / std::sqrt(2.0) * 4.0);
  EXPECT_DOUBLE_EQ(walk(problem, {.iterations = 2, .step = 0.5, .noise = 0.0, .diameter = 6.0}, {1}, 0)[0], 3.0);
  EXPECT_DOUBLE_EQ(walk(problem, {.iterations = 2, .step = 0.5, .noise = 0.0, .clip = 2.0}, {1}, 0)[0], 2.0);
  EXPECT_DOUBLE_EQ(walk(problem, {.iterations = 9, .step = 0.5, .noise = 0.0, .budget = 1}, {1}, 0)[0], 4.0);
}

TEST(Walk, ASpentBudgetLeavesNoiseOrNothing) {
  const QuadraticProblem problem(RowMatrix::Ones(2, 1), RowMatrix::Zero(2, 1));
  const TokenOptions forward{.iterations = 100, .noise = 1.0, .budget = 0, .spent = TokenOptions::Spent::forward};
  EXPECT_EQ(walk(problem, forward, {1}, 0)[0], 0.0);
  auto noise = forward;
  noise.spent = TokenOptions::Spent::noise_only;
  noise.step = 1.0;
  double squares = 0.0;
  for (std::uint32_t trial = 0; trial < 400; ++trial)
    squares += std::pow(walk(problem, noise, {1}, trial)[0], 2) / 400.0;
  EXPECT_NEAR(squares, 100.0, 6.0 * 100.0 * std::sqrt(2.0 / 400.0));
}

}  // namespace
}  // namespace hearsay::learning
