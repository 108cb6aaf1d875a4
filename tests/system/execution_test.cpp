// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/system/execution.hpp>

namespace hearsay {
namespace {

TEST(Execution, APartStopsWithTheWholeAndIsToldToNobody) {
  bool stopped = false;
  const Execution whole{.seed = {7},
                        .jobs = 4,
                        .progress = [](std::size_t, std::size_t, std::string_view) {},
                        .stop = [&] { return stopped; }};
  const auto part = whole.part(1);
  EXPECT_EQ(part.seed.value, 7u);
  EXPECT_EQ(part.jobs, 1);
  EXPECT_EQ(whole.part().jobs, 4);
  EXPECT_FALSE(part.progress);
  EXPECT_FALSE(part.stop());
  stopped = true;
  EXPECT_TRUE(part.stop());
}

TEST(Execution, UnstoppedStillTells) {
  const Execution whole{
      .jobs = 2, .progress = [](std::size_t, std::size_t, std::string_view) {}, .stop = [] { return true; }};
  EXPECT_FALSE(whole.unstopped().stop);
  EXPECT_TRUE(whole.unstopped().progress);
  EXPECT_EQ(whole.unstopped().jobs, 2);
}

}  // namespace
}  // namespace hearsay
