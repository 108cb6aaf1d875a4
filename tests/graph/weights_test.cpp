// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/core/error.hpp>
#include <hearsay/graph/spec.hpp>
#include <hearsay/graph/weights.hpp>

#include "tests/error_message.hpp"

namespace hearsay::graph {
namespace {

TEST(Spec, WeightsHaveTwoNames) {
  EXPECT_EQ(weights_from_name("metropolis"), Weights::metropolis);
  EXPECT_EQ(weights_from_name("min-degree"), Weights::min_degree);
  EXPECT_THROW((void)weights_from_name("uniform"), Error);
}

}  // namespace
}  // namespace hearsay::graph
