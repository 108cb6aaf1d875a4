// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>
#include <boost/math/special_functions/binomial.hpp>

#include <hearsay/core/error.hpp>
#include <hearsay/stats/error_budget.hpp>

namespace hearsay::stats {
namespace {

TEST(ErrorBudget, ThrowsInsteadOfOverdrawing) {
  ErrorBudget budget(1e-6);
  EXPECT_EQ(budget.take(6e-7), 6e-7);
  EXPECT_THROW(budget.take(5e-7), Error);
  EXPECT_NEAR(budget.left(), 4e-7, 1e-20);
  budget.take(4e-7);
  EXPECT_EQ(budget.left(), 0.0);
}

}  // namespace
}  // namespace hearsay::stats
