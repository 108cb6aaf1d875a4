// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "api/account_relay.hpp"

namespace hearsay::api {
namespace {

TEST(AccountRelay, FourNodesHideAsTwiceTheNoise) {
  const auto answer = account_relay({.nodes = 4, .sigma = 1.0, .sensitivity = 1.0});
  EXPECT_DOUBLE_EQ(answer.mu, 0.5);
  EXPECT_EQ(to_json(answer, {}).at("mu"), answer.mu);
}

}  // namespace
}  // namespace hearsay::api
