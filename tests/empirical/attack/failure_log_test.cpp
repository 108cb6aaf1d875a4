// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/attack/failure_log.hpp"

#include <gtest/gtest.h>

namespace {

using hearsay::empirical::FailureLog;

TEST(FailureLog, CountsKindsAndKeepsTheFirstOfEach) {
  FailureLog log;
  log.add(3, "exit code 1", "oh");
  log.add(4, "garbage", "hello");
  log.answered();
  log.add(9, "exit code 1", "later");
  ASSERT_EQ(log.kinds().size(), 2u);
  EXPECT_EQ(log.kinds()[0].trials, 2u);
  EXPECT_EQ(log.kinds()[0].first, 3u);
  EXPECT_EQ(log.kinds()[0].said, "oh");
  EXPECT_EQ(log.total(), 3u);
  EXPECT_EQ(log.in_a_row(), 1u);
  EXPECT_EQ(log.first().how, "exit code 1");
}

TEST(FailureLog, ManyKindsBecomeOne) {
  FailureLog log;
  for (std::uint32_t i = 0; i < 1000; ++i) log.add(i, "exit code " + std::to_string(i), "");
  EXPECT_EQ(log.kinds().size(), FailureLog::most_kinds);
  EXPECT_EQ(log.total(), 1000u);
  EXPECT_EQ(log.in_a_row(), 1000u);
  EXPECT_EQ(log.kinds().back().how, "otherwise");
}

TEST(FailureLog, IsRestored) {
  const auto log =
      FailureLog::restored({{.how = "a", .trials = 2, .first = 5}, {.how = "b", .trials = 1, .first = 1}}, 2);
  EXPECT_EQ(log.total(), 3u);
  EXPECT_EQ(log.in_a_row(), 2u);
  EXPECT_EQ(log.first().how, "b");
}

}  // namespace
