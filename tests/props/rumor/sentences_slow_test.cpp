// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>

#include "props/rumor/sentences.hpp"

namespace hearsay::props {
namespace {

// rumor.appendixB.eq4 and rumor.appendixB.attack at the paper's size, r = sqrt(n) = 256.
TEST(RealisticDelayedStart, IsNeitherAsPrintedNorAttackedPrecisely) {
  constexpr int n = 65536, f = 6553, r = 256;
  constexpr double b = static_cast<double>(f) / n;
  const auto seen = not_seen_again({n, f}, r).back();
  EXPECT_NEAR(seen.zero, 0.09965, 5e-6);
  // the factor 1 - e^{-rH} is 1 up to 1e-30
  EXPECT_NEAR(b * std::exp(2.0 * r * b * std::log1p(-1.0 / n)), 0.09991, 5e-6);
  EXPECT_NEAR(seen.zero / (seen.zero + (n - f - 1) * seen.one), 0.166, 5e-4);
}

}  // namespace
}  // namespace hearsay::props
