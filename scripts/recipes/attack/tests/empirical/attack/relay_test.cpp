// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "empirical/attack/relay.hpp"

namespace hearsay::empirical {
namespace {

TEST(AttackRelay, RefutesTooSmallAPromiseAndNotTheTruth) {
  const double found = attack_relay(4, 50'000, 1e-6, {1}).value;
  EXPECT_GT(found, 0.4);
  EXPECT_LE(found, 0.5);  // 1 / sqrt(4)
}

}  // namespace
}  // namespace hearsay::empirical
