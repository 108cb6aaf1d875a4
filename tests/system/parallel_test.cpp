// SPDX-License-Identifier: GPL-3.0-or-later
#include <atomic>
#include <chrono>
#include <stdexcept>

#include <hearsay/core/error.hpp>
#include <hearsay/system/parallel.hpp>
#include <hearsay/system/parallel_map.hpp>
#include <hearsay/system/threads_used.hpp>

namespace hearsay {
namespace {

TEST(ParallelFor, CallsEachBodyOnceOnAnyNumberOfThreads) {
  for (const int jobs : {0, 1, 2, 7}) {
    std::vector<std::atomic<int>> calls(100);
    parallel_for(calls.size(), {.jobs = jobs}, [&](std::size_t i) { ++calls[i]; });
    for (const auto& count : calls) EXPECT_EQ(count, 1);
  }
}

TEST(ParallelFor, CountsTheThreadsItUsed) {
  const auto used = [](std::size_t count, int jobs) {
    forget_threads_used();
    parallel_for(count, {.jobs = jobs}, [](std::size_t) {});
    return threads_used();
  };
  EXPECT_EQ(used(10, 3), 3);
  EXPECT_EQ(used(10, 1), 1);
  EXPECT_EQ(used(2, 7), 2);
  EXPECT_EQ(used(0, 7), 1);
}

TEST(ParallelFor, TellsProgressHowManyAreDone) {
  std::size_t last = 0;
  const Execution execution{.jobs = 3, .progress = [&](std::size_t done, std::size_t total, std::string_view what) {
                              EXPECT_EQ(done, last + 1);
                              EXPECT_EQ(total, 50u);
                              EXPECT_EQ(what, "things");
                              last = done;
                            }};
  parallel_for(50, execution, "things", [](std::size_t) {});
  EXPECT_EQ(last, 50u);
}

TEST(ParallelFor, StartsNoMoreOnceItIsToStop) {
  for (const int jobs : {1, 3}) {
    std::atomic<int> started = 0;
    const Execution execution{.jobs = jobs, .stop = [&] { return started >= 5; }};
    EXPECT_THROW(parallel_for(100, execution, [&](std::size_t) { ++started; }), Interrupted) << jobs;
    EXPECT_GE(started, 5);
    EXPECT_LT(started, 5 + jobs);
    started = 0;
    EXPECT_NO_THROW(parallel_for(100, execution.unstopped(), [&](std::size_t) { ++started; })) << jobs;
    EXPECT_EQ(started, 100);
  }
}

TEST(ParallelFor, ThrowsWhatABodyThrewAndStartsNoMore) {
  for (const int jobs : {1, 4}) {
    std::atomic<int> started = 0;
    EXPECT_THROW(parallel_for(1000, {.jobs = jobs},
                              [&](std::size_t i) {
                                ++started;
                                if (i == 0) throw std::runtime_error("no");
                                std::this_thread::sleep_for(std::chrono::milliseconds(1));
                              }),
                 std::runtime_error);
    EXPECT_LT(started, 1000);
  }
}

}  // namespace
}  // namespace hearsay
