// SPDX-License-Identifier: GPL-3.0-or-later
#include <atomic>
#include <chrono>
#include <stdexcept>

#include <hearsay/system/parallel.hpp>
#include <hearsay/system/parallel_map.hpp>

namespace hearsay {
namespace {

TEST(ParallelFor, CallsEachBodyOnceOnAnyNumberOfThreads) {
  for (const int jobs : {0, 1, 2, 7}) {
    std::vector<std::atomic<int>> calls(100);
    parallel_for(calls.size(), jobs, [&](std::size_t i) { ++calls[i]; });
    for (const auto& count : calls) EXPECT_EQ(count, 1);
  }
}

TEST(ParallelFor, TellsProgressHowManyAreDone) {
  std::size_t last = 0;
  parallel_for(
      50, 3,
      [&](std::size_t done, std::size_t total, std::string_view what) {
        EXPECT_EQ(done, last + 1);
        EXPECT_EQ(total, 50u);
        EXPECT_EQ(what, "things");
        last = done;
      },
      "things", [](std::size_t) {});
  EXPECT_EQ(last, 50u);
}

TEST(ParallelFor, ThrowsWhatABodyThrewAndStartsNoMore) {
  for (const int jobs : {1, 4}) {
    std::atomic<int> started = 0;
    EXPECT_THROW(parallel_for(1000, jobs,
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
