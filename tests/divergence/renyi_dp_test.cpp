// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/divergence/renyi_dp.hpp>

#include <gtest/gtest.h>

#include <cmath>

#include <hearsay/divergence/gaussian.hpp>

#include "tests/error_message.hpp"

namespace hearsay::divergence {
namespace {

double unit_gaussian_curve(double alpha) { return 0.5 * alpha; }  // mu = 1

TEST(RenyiDp, IsAnUpperBoundOfTheExactGaussianAndKnowsNoLowerOne) {
  const RenyiDp found(unit_gaussian_curve);
  const auto epsilon = found.epsilon(1e-6), delta = found.delta(3.0);
  EXPECT_GT(epsilon.upper(), gaussian_epsilon(1.0, 1e-6).upper());
  EXPECT_LT(epsilon.upper(), 1.2 * gaussian_epsilon(1.0, 1e-6).upper());
  EXPECT_GT(delta.upper(), gaussian_delta(1.0, 3.0).upper());
  EXPECT_EQ(epsilon.lower(), 0.0);
  EXPECT_EQ(delta.lower(), 0.0);
}

TEST(RenyiDp, WhatIsMissingIsAddedToDelta) {
  const RenyiDp whole(unit_gaussian_curve), part(unit_gaussian_curve, 1e-6);
  EXPECT_DOUBLE_EQ(part.delta(3.0).upper(), whole.delta(3.0).upper() + 1e-6);
  EXPECT_DOUBLE_EQ(part.epsilon(3e-6).upper(), whole.epsilon(2e-6).upper());
  EXPECT_EQ(RenyiDp(unit_gaussian_curve, 0.9).delta(0.0).upper(), 1.0);
}

TEST(RenyiDp, RefusesADeltaThatIsMissingAlready) {
  EXPECT_EQ(tests::message_of([] { RenyiDp(unit_gaussian_curve, 1.0); }),
            "HS-101 RenyiDp: missing = 1 must be in [0, 1)");
  EXPECT_EQ(tests::message_of([] { (void)RenyiDp(unit_gaussian_curve, 0.1).epsilon(0.1); }),
            "HS-101 best_rdp_to_dp_improved: delta = 0 must be in (0, 1)");
}

}  // namespace
}  // namespace hearsay::divergence
