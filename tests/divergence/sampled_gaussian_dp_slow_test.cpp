// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "tests/divergence/sampled_gaussian_reference.hpp"

namespace hearsay::divergence {
namespace {

TEST(SampledGaussianDpSlow, BracketsOfManyReleasesContainTheReference) {
  tests::expect_sampled_gaussian_reference(51, 1e9);
}

}  // namespace
}  // namespace hearsay::divergence
