// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/generic/iteration.hpp>

namespace hearsay::accounting {
namespace {

TEST(Iteration, LastInputHasTheLocalLossAndEarlierOnesLess) {
  const NoisyDescent descent{.lipschitz = 2.0, .smoothness = 4.0, .rate = 0.5, .sigma = 3.0, .inputs = 10};
  EXPECT_DOUBLE_EQ(iteration_renyi(5.0, descent, 10), 2 * 5.0 * 4.0 / 9.0);
  EXPECT_DOUBLE_EQ(iteration_renyi(5.0, descent, 1), 2 * 5.0 * 4.0 / 9.0 / 10);
}

}  // namespace
}  // namespace hearsay::accounting
