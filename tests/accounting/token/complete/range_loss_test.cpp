// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include <hearsay/accounting/token/complete/cycle.hpp>
#include <hearsay/accounting/token/complete/range_loss.hpp>

namespace hearsay::accounting {
namespace {

using divergence::Pld;

double total(const Pld::Grid& grid) { return std::accumulate(grid.mass.begin(), grid.mass.end(), grid.infinite); }

/// Hockey-stick divergence of a grid law of losses at e^epsilon.
double delta_of(const Pld::Grid& grid, double step, double epsilon) {
  double sum = grid.infinite;
  for (std::size_t i = 0; i < grid.mass.size(); ++i) {
    const double loss = step * static_cast<double>(grid.first + static_cast<std::int64_t>(i));
    if (loss > epsilon) sum += grid.mass[i] * -std::expm1(epsilon - loss);
  }
  return sum;
}

constexpr CycleKind ordinary{CyclePosition::later, KnownContributions::none};

TEST(RangeLoss, BracketsTheDivergenceOfOneCycle) {
  const TokenQuestion q{.users = 10, .steps = 100};
  const double mu = 0.7, step = 0.01;
  for (const std::int64_t length : {1, 4, 30}) {
    const auto losses = range_loss(q, mu, {length, length}, ordinary, step, 1e-15);
    for (const double epsilon : {0.1, 0.5}) {
      const auto exact = cycle_delta(CycleMixture::binomial(length, q.inclusion(), mu), epsilon);
      const auto& [pessimistic, optimistic] = losses.grid;
      EXPECT_GE(delta_of(pessimistic[RangeLoss::forward], step, epsilon), exact.forward.lower());
      EXPECT_LE(delta_of(optimistic[RangeLoss::forward], step, epsilon), exact.forward.upper());
      EXPECT_GE(delta_of(pessimistic[RangeLoss::backward], step, epsilon), exact.backward.lower());
      EXPECT_LE(delta_of(optimistic[RangeLoss::backward], step, epsilon), exact.backward.upper());
    }
  }
}

TEST(RangeLoss, OfARangeBracketsEachOfItsLengths) {
  const TokenQuestion q{.users = 10, .steps = 100};
  const double mu = 0.7, step = 0.01;
  const auto losses = range_loss(q, mu, {10, 12}, ordinary, step, 1e-15);
  for (const std::int64_t length : {10, 11, 12}) {
    const auto exact = cycle_delta(CycleMixture::binomial(length, q.inclusion(), mu), 0.2);
    EXPECT_GE(delta_of(losses.grid[0][RangeLoss::forward], step, 0.2), exact.forward.lower()) << length;
    EXPECT_LE(delta_of(losses.grid[1][RangeLoss::forward], step, 0.2), exact.forward.upper()) << length;
  }
}

TEST(CycleCases, AddUpToOneOverTheKnownContributions) {
  TokenQuestion q{.users = 10, .steps = 100};
  EXPECT_EQ(cycle_cases(q, 0.5, 6, 6, ordinary).size(), 1u);
  q.known_neighbors = true;
  for (const auto& [position, cases] : {std::pair{CyclePosition::first, 1u}, {CyclePosition::later, 2u}}) {
    double chance = cycle_cases(q, 0.5, 6, 6, {position, KnownContributions::none}).front().chance;
    const auto some = cycle_cases(q, 0.5, 6, 6, {position, KnownContributions::some});
    EXPECT_EQ(some.size(), cases);
    for (const auto& one : some) chance += one.chance;
    EXPECT_NEAR(chance, 1.0, 1e-14);
  }
}

TEST(AddScaled, MakesRoomOnBothSides) {
  Pld::Grid sum{.first = 3, .mass = {1.0, 2.0}, .infinite = 0.0};
  add_scaled(sum, {.first = 1, .mass = {4.0}, .infinite = 0.5}, 0.5);
  add_scaled(sum, {.first = 6, .mass = {8.0}, .infinite = 0.0}, 0.25);
  EXPECT_EQ(sum.first, 1);
  EXPECT_EQ(sum.mass, (std::vector<double>{2.0, 0.0, 1.0, 2.0, 0.0, 2.0}));
  EXPECT_EQ(total(sum), 7.25);
}

}  // namespace
}  // namespace hearsay::accounting
