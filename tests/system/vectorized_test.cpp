// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>

#include <hearsay/system/vectorized.hpp>

namespace hearsay {
namespace {

/// a x + y, lane by lane.
HEARSAY_VECTORIZED void add_scaled(double a, const double* x, double* y, int n) {
  for (int i = 0; i < n; ++i) y[i] += a * x[i];
}

// (1 + 2^-30)^2 - 1 loses 2^-60 when the product is rounded; a fused multiplication and addition would keep it.
TEST(Vectorized, RoundsEveryProductWhateverTheInstructionSet) {
  const double a = 1.0 + 0x1p-30;
  double x[9], y[9];
  for (int i = 0; i < 9; ++i) x[i] = a, y[i] = -1.0;
  add_scaled(a, x, y, 9);
  for (const double sum : y) EXPECT_EQ(sum, 0x1p-29);
}

}  // namespace
}  // namespace hearsay
