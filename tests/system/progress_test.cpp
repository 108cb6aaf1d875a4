// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <vector>

#include <hearsay/system/parallel_map.hpp>
#include <hearsay/system/progress.hpp>

namespace hearsay {
namespace {

TEST(Progress, AnEmptyFunctionMeansNobodyListens) {
  EXPECT_FALSE(Progress{});
  EXPECT_FALSE(Stop{});
  EXPECT_EQ(parallel_map<int>(3, {.jobs = 1}, "items", [](std::size_t i) { return static_cast<int>(i); }).size(), 3u);
}

// Never concurrently, and to the end.
TEST(Progress, IsToldByOneThreadAtATime) {
  std::atomic<int> inside = 0;
  std::vector<std::size_t> told;
  const Progress progress = [&](std::size_t done, std::size_t total, std::string_view what) {
    EXPECT_EQ(inside++, 0);
    EXPECT_EQ(total, 200u);
    EXPECT_EQ(what, "items");
    told.push_back(done);
    --inside;
  };
  (void)parallel_map<int>(200, {.jobs = 4, .progress = progress}, "items",
                          [](std::size_t i) { return static_cast<int>(i); });
  ASSERT_FALSE(told.empty());
  EXPECT_EQ(told.back(), 200u);
}

}  // namespace
}  // namespace hearsay
