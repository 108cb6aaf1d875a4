// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include <hearsay/accounting/token/complete/visits.hpp>
#include <hearsay/protocol/token/token.hpp>
#include <hearsay/stats/binomial.hpp>

#include "props/oracle/walk_oracle.hpp"

namespace hearsay::accounting {
namespace {

TEST(WalkVisits, FormulasAreThePrintedOnes) {
  // T = 10^4, n = 100, delta = 1e-6: 100 + sqrt(300 ln 1e6) and 100 + sqrt(200 ln 1e6) + (2/3) ln 1e6, by hand.
  const double level = 6.0 * std::log(10.0);
  const auto chernoff = visits_chernoff(10'000.0, 0.01, 1e-6);
  EXPECT_NEAR(chernoff.value, 100.0 + std::sqrt(300.0 * level), 1e-9);
  EXPECT_TRUE(chernoff.valid);
  EXPECT_FALSE(visits_chernoff(1'000.0, 0.01, 1e-6).valid);
  EXPECT_NEAR(visits_bernstein(10'000.0, 0.01, 1e-6), 100.0 + std::sqrt(200.0 * level) + 2.0 * level / 3.0, 1e-9);
}

TEST(WalkVisits, ExactQuantileIsTheSmallestThatWorks) {
  const auto found = visits_exact(10'000, 0.01, 1e-6);
  EXPECT_LE(stats::binomial_above(10'000, 0.01, found), 1e-6);
  EXPECT_GT(stats::binomial_above(10'000, 0.01, found - 1), 1e-6);
  EXPECT_EQ(visits_exact(5, 1.0, 0.1), 5u);
  EXPECT_EQ(visits_exact(5, 0.0, 0.1), 0u);
}

TEST(WalkVisits, SpottedLawIsThatOfAllWalks) {
  std::vector<double> count(6, 0.0);
  props::oracle::every_walk(3, 5, [&](const std::vector<int>& walk) {
    count[static_cast<std::size_t>(props::oracle::spotted(walk, 1, 0))] += 1.0 / 243.0;
  });
  const auto law = spotted_law(3, 5, 5);
  for (std::size_t k = 0; k < 6; ++k) EXPECT_NEAR(law[k], count[k], 1e-15) << k;
}

}  // namespace
}  // namespace hearsay::accounting
