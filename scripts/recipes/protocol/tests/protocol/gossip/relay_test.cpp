// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/protocol/gossip/relay.hpp>

namespace hearsay::protocol {
namespace {

TEST(Relay, WithoutNoiseTheValueArrives) { EXPECT_EQ(relay(0.5, 7, 0.0, {1}, 0), 0.5); }

TEST(Relay, ARunHasItsOwnNoise) {
  EXPECT_EQ(relay(0.0, 3, 1.0, {1}, 4), relay(0.0, 3, 1.0, {1}, 4));
  EXPECT_NE(relay(0.0, 3, 1.0, {1}, 4), relay(0.0, 3, 1.0, {1}, 5));
}

}  // namespace
}  // namespace hearsay::protocol
