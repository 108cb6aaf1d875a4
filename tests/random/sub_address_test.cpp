// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/random/sub_address.hpp>

#include "tests/error_message.hpp"

namespace hearsay::random {
namespace {

TEST(SubAddress, HoldsBothNumbers) {
  EXPECT_EQ(sub_address(0, 7, 20), 7u);
  EXPECT_EQ(sub_address(3, 7, 20), 3u * 1048576u + 7u);
  EXPECT_EQ(sub_address(3, (1u << 30) - 1, 30), 0xffffffffu);
}

TEST(SubAddress, RefusesNumbersThatWouldMeetAnotherAddress) {
  EXPECT_EQ(tests::message_of([] { (void)sub_address(0, 1u << 20, 20); }),
            "HS-401 sub_address: 0 and 1048576 do not fit into 12 and 20 bits");
  EXPECT_EQ(tests::message_of([] { (void)sub_address(4, 0, 30); }),
            "HS-401 sub_address: 4 and 0 do not fit into 2 and 30 bits");
}

}  // namespace
}  // namespace hearsay::random
