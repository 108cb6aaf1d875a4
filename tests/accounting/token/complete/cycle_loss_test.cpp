// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>

#include <hearsay/accounting/token/complete/cycle_loss.hpp>

namespace hearsay::accounting {
namespace {

/// Mass of N(0, 1) on [a, b], from the side on which the tails are small.
long double normal_mass(long double a, long double b) {
  if (a + b < 0.0L) return normal_mass(-b, -a);
  return 0.5L * (std::erfc(a / std::sqrt(2.0L)) - std::erfc(b / std::sqrt(2.0L)));
}

// One contribution: N(mu, 1) against N(0, 1), whose loss mu x - mu^2 / 2 says where each cell lies.
TEST(CycleCells, HaveTheMassesOfTheGaussiansTheyCut) {
  const double mu = 0.8;
  const CycleMixture cycle{.length = 1.0, .mu = mu, .weight = {1.0}, .first = 1, .missing = 0.0};
  for (const double step : {0.004, 0.1, 0.6}) {
    const auto cut = cycle_cells(cycle, step, 1e-16);
    ASSERT_GT(cut.cells.size(), 10u);
    for (const auto& cell : cut.cells) {
      const long double left = cell.low / static_cast<long double>(mu) + 0.5L * mu,
                        right = cell.high / static_cast<long double>(mu) + 0.5L * mu;
      const auto q = static_cast<double>(normal_mass(left, right)),
                 p = static_cast<double>(normal_mass(left - mu, right - mu));
      // 1e-12, and where each end lies, to 1e-12 of a step
      EXPECT_NEAR(cell.q, q, 4e-12 * q) << "step " << step << ", loss " << cell.low << " to " << cell.high;
      EXPECT_NEAR(cell.p, p, 4e-12 * p) << "step " << step << ", loss " << cell.low << " to " << cell.high;
    }
  }
}

}  // namespace
}  // namespace hearsay::accounting
