// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/accounting/gossip/relay.hpp>

namespace hearsay::accounting {
namespace {

TEST(RelayMu, FourNodesHideAsTwiceTheNoise) {
  EXPECT_DOUBLE_EQ(relay_mu(1, 2.0, 3.0), 1.5);
  EXPECT_DOUBLE_EQ(relay_mu(4, 2.0, 3.0), relay_mu(1, 4.0, 3.0));
}

}  // namespace
}  // namespace hearsay::accounting
