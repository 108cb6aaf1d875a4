// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <vector>

#include <hearsay/system/memory.hpp>

namespace hearsay {
namespace {

TEST(Memory, SomeIsFree) { EXPECT_GT(available_memory(), 1e6); }

// A hint: what is in the memory, and what is next to it, stays.
TEST(Memory, AskingForLargePagesChangesNothing) {
  std::vector<unsigned char> small(100, 7), large((std::size_t{64} << 20) + 5000, 9);
  prefer_huge_pages(small.data(), small.size());
  prefer_huge_pages(large.data() + 1, large.size() - 2);
  EXPECT_EQ(small, std::vector<unsigned char>(100, 7));
  EXPECT_EQ(large.front(), 9);
  EXPECT_EQ(large.back(), 9);
  EXPECT_EQ(large[large.size() / 2], 9);
}

}  // namespace
}  // namespace hearsay
