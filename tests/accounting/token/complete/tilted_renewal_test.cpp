// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>

#include <hearsay/accounting/token/complete/cycle_table.hpp>
#include <hearsay/accounting/token/complete/tilted_renewal.hpp>

namespace hearsay::accounting {
namespace {

using divergence::Side;

/// Every cycle takes one step; its loss is `step` or -`step`, as if by randomized response with odds e^step.
CycleTable coin_table(double step, std::int64_t steps) {
  const double up = std::exp(step) / (1.0 + std::exp(step));
  CycleTable table{.question = {.users = 2, .steps = steps}, .step = step};
  table.pessimistic.later = {.weight = {1.0}, .time = {1.0}, .loss = {}};
  for (auto& loss : table.pessimistic.later.loss) loss = {{.first = -1, .mass = {1.0 - up, 0.0, up}, .infinite = 0.0}};
  return table;
}

TEST(Renewal, MomentOfEqualCyclesIsAPower) {
  const double step = 0.3, up = std::exp(step) / (1.0 + std::exp(step));
  const auto table = coin_table(step, 10);
  const Renewal renewal(table, Side::pessimistic, RangeLoss::forward);
  for (const double tilt : {0.5, 1.0, 4.0}) {
    const double one = up * std::exp(tilt * step) + (1.0 - up) * std::exp(-tilt * step);
    EXPECT_NEAR(renewal.tilted(tilt).moment.later.at(0), one, 1e-12 * one);
    EXPECT_NEAR(renewal.tilted(tilt).bound.log_growth, std::log(one), 1e-9);
    EXPECT_GE(renewal.log_moment(tilt), 10.0 * std::log(one) - 1e-9);
  }
}

TEST(Renewal, WindowHoldsEveryTotalThatIsLikely) {
  const double step = 0.3;
  const auto table = coin_table(step, 10);
  const Renewal renewal(table, Side::pessimistic, RangeLoss::forward);
  const auto [low, high] = renewal.window(1.0, renewal.tilted(1.0).bound.log_growth * renewal.last());
  EXPECT_LE(low, -10.0 * step);  // e^-10 is far above what may lie outside
  EXPECT_GE(high, 10.0 * step);
}

TEST(BestTilt, MinimizesChernoffsBound) {
  const auto table = coin_table(0.3, 50);
  const Renewal renewal(table, Side::pessimistic, RangeLoss::forward);
  const double epsilon = 5.0;
  const auto bound = [&](double tilt) { return renewal.log_moment(tilt) - tilt * epsilon; };
  const double best = best_tilt(renewal, [&](double tilt, double log_moment) { return log_moment - tilt * epsilon; });
  for (const double other : {0.5 * best, 0.9 * best, 1.1 * best, 2.0 * best})
    EXPECT_LE(bound(best), bound(other) + 1e-9);
}

TEST(Renewal, HasNoBoundWhereAMomentOverflows) {
  const auto table = coin_table(0.3, 10);
  EXPECT_EQ(Renewal(table, Side::pessimistic, RangeLoss::forward).log_moment(1e5),
            std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace hearsay::accounting
