// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <utility>
#include <vector>

#include <hearsay/system/joint_progress.hpp>
#include <hearsay/system/parallel.hpp>
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

TEST(JointProgress, IsTheSumOfItsParts) {
  std::vector<std::pair<std::size_t, std::size_t>> told;
  const Progress progress = [&](std::size_t done, std::size_t total, std::string_view what) {
    EXPECT_EQ(what, "steps");
    told.emplace_back(done, total);
  };
  JointProgress joint(progress, 2, 10, "steps");
  const auto first = joint.part(0), second = joint.part(1);
  first(1, 10, "of a part");
  second(4, 10, "of a part");
  first(2, 10, "of a part");
  second(1, 10, "of a part");  // begins anew
  second(4, 10, "of a part");
  second(5, 10, "of a part");
  EXPECT_EQ(told, (std::vector<std::pair<std::size_t, std::size_t>>{{1, 20}, {5, 20}, {6, 20}, {7, 20}}));
  EXPECT_FALSE(JointProgress({}, 2, 10, "steps").part(0));
}

TEST(JointProgress, IsToldByOneThreadAtATime) {
  int inside = 0;  // no atomic: the thread sanitizer looks at it too
  std::size_t last = 0;
  JointProgress joint(
      [&](std::size_t done, std::size_t, std::string_view) {
        EXPECT_EQ(++inside, 1);
        EXPECT_EQ(done, last + 1);
        last = done;
        --inside;
      },
      4, 1000, "steps");
  parallel_for(4, {.jobs = 4}, [&](std::size_t i) {
    const auto part = joint.part(i);
    for (std::size_t t = 1; t <= 1000; ++t) part(t, 1000, "steps");
  });
  EXPECT_EQ(last, 4000u);
}

}  // namespace
}  // namespace hearsay
