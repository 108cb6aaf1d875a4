// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include <hearsay/accounting/token/complete/complete.hpp>
#include <hearsay/accounting/token/realized.hpp>
#include <hearsay/accounting/token/ring/ring.hpp>

#include "props/oracle/walk_oracle.hpp"
#include "tests/error_message.hpp"

namespace hearsay::accounting {
namespace {

using tests::message_of;

using testing::HasSubstr;

TEST(Walk, BadInputIsOneClearSentence) {
  EXPECT_EQ(message_of([] { (void)token_published({.users = 1, .steps = 10}); }),
            "HS-101 walk: users = 1 must be between 2 and 1000000000000");
  EXPECT_THAT(message_of([] { (void)token_published({.users = 10, .steps = 10, .colluders = 9}); }),
              HasSubstr("colluders = 9 must be between 1 and 8"));
  EXPECT_THAT(message_of([] { (void)token_published({.users = 10, .steps = 10, .epsilon = 0.0}); }),
              HasSubstr("epsilon = 0"));
  EXPECT_THAT(message_of([] { (void)token_published({.users = 10, .steps = 10, .delta_hat = 1.0}); }),
              HasSubstr("delta-hat = 1"));
  EXPECT_THAT(message_of([] { (void)ring_published({.users = 10, .rounds = 0}); }), HasSubstr("rounds = 0"));
  EXPECT_THAT(message_of([] { (void)realized_losses(std::vector<std::uint32_t>{3}, {.users = 3}); }),
              HasSubstr("walk[0] = 3 must be < users = 3"));
}

}  // namespace
}  // namespace hearsay::accounting
