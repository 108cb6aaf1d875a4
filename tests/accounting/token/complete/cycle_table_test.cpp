// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include <hearsay/accounting/token/complete/cycle_table.hpp>

namespace hearsay::accounting {
namespace {

using divergence::Side;

TEST(CycleTable, ListsCyclesOfEveryLengthWithTheirProbabilities) {
  for (const bool known : {false, true}) {
    const TokenQuestion q{.users = 12, .steps = 60, .known_neighbors = known};
    const auto table = cycle_table(q, 0.4, 1e-12, {.jobs = 1});
    const auto& later = table.cycles(Side::pessimistic).later;
    EXPECT_EQ(table.unit, 1.0);
    ASSERT_EQ(later.weight.size(), 60u);  // lengths 0 .. steps - 1, each by itself
    for (std::size_t m = 0; m < later.weight.size(); ++m) {
      EXPECT_NEAR(later.weight[m], q.observed() * std::pow(1.0 - q.observed(), static_cast<double>(m)), 1e-15);
      EXPECT_EQ(later.time[m], static_cast<double>(m + 1));
      for (const auto& losses : later.loss)
        EXPECT_NEAR(std::accumulate(losses[m].mass.begin(), losses[m].mass.end(), losses[m].infinite), 1.0, 1e-9);
    }
    EXPECT_EQ(table.cycles(Side::pessimistic).first.weight.empty(), !known);
  }
}

TEST(CycleTable, TailIsGeometric) {
  const TokenQuestion q{.users = 12, .steps = 60};
  const auto tail = cycle_table(q, 0.4, 1e-12, {.jobs = 1}).tail(Side::pessimistic);
  ASSERT_EQ(tail.size(), 61u);
  for (std::size_t l = 0; l < tail.size(); ++l)
    EXPECT_NEAR(tail[l], std::pow(1.0 - q.observed(), static_cast<double>(l)), 1e-13);
}

TEST(CycleTable, LongWalksAreCountedInUnitsWithSlackOnBothSides) {
  const TokenQuestion q{.users = 40'000, .steps = 100'000};
  const auto table = cycle_table(q, 0.4, 1e-9, {.jobs = 1});
  EXPECT_GT(table.unit, 1.0);
  const double units = static_cast<double>(q.steps) / table.unit;
  EXPECT_GE(static_cast<double>(table.steps(Side::pessimistic)), units + table.slack);
  EXPECT_LE(static_cast<double>(table.steps(Side::optimistic)), units - table.slack);
}

}  // namespace
}  // namespace hearsay::accounting
