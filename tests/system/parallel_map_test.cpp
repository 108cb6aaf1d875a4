// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include <hearsay/system/parallel_map.hpp>

namespace hearsay {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

const auto square = [](std::size_t i) { return i * i; };

TEST(ParallelMap, KeepsTheOrderOnAnyNumberOfThreads) {
  for (const int jobs : {0, 1, 2, 7})
    EXPECT_THAT(parallel_map<std::size_t>(4, {.jobs = jobs}, "", square), ElementsAre(0, 1, 4, 9));
}

TEST(ParallelMap, StopsBeforeTheFirstItemThatIsNotFinished) {
  int asked = 0;
  EXPECT_THAT(parallel_map<std::size_t>(100, {.jobs = 1, .stop = [&] { return ++asked > 3; }}, "", square),
              ElementsAre(0, 1, 4));
}

TEST(ParallelMap, SaysThatNothingIsFinished) {
  EXPECT_THROW((void)parallel_map<std::size_t>(10, {.jobs = 2, .stop = [] { return true; }}, "", square), Interrupted);
  EXPECT_THAT(parallel_map<std::size_t>(0, {.jobs = 2, .stop = [] { return true; }}, "", square), SizeIs(0));
}

}  // namespace
}  // namespace hearsay
