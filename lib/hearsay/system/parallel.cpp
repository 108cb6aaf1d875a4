// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/system/parallel.hpp>

#ifdef HEARSAY_PLAIN_THREADS
#include <vector>
#else
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#endif

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

#include <hearsay/core/error.hpp>
#include <hearsay/system/end_if.hpp>
#include <hearsay/system/threads_used.hpp>

namespace hearsay {

namespace {

std::atomic<int> most_threads = 1;

void note_threads(int threads) {
  for (int known = most_threads; known < threads && !most_threads.compare_exchange_weak(known, threads);) {
  }
}

int cores() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

/// Calls work() once on each of `threads` threads.
void on_threads(int threads, const std::function<void()>& work) {
#ifdef HEARSAY_PLAIN_THREADS
  // The thread sanitizer cannot see how TBB's library synchronizes: plain threads, that it may see all the rest.
  std::vector<std::jthread> crew;
  for (int i = 1; i < threads; ++i) crew.emplace_back(work);
  work();
#else
  // More threads than cores are allowed: the answer is the same, and tests ask for it.
  const tbb::global_control control(tbb::global_control::max_allowed_parallelism,
                                    static_cast<std::size_t>(std::max(threads, cores())));
  tbb::task_arena arena(threads);
  arena.execute([&] {
    tbb::parallel_for(
        0, threads, [&](int) { work(); }, tbb::simple_partitioner{});
  });
#endif
}

}  // namespace

int threads_used() { return most_threads; }

void forget_threads_used() { most_threads = 1; }

std::size_t threads_for(std::size_t count, const Execution& execution) {
  return std::min(count, static_cast<std::size_t>(execution.jobs > 0 ? execution.jobs : cores()));
}

void parallel_for(std::size_t count, const Execution& execution, const std::function<void(std::size_t)>& body) {
  const auto run = [&](std::size_t i) {
    end_if(execution.stop);
    body(i);
  };
  if (execution.jobs == 1 || count <= 1) {
    for (std::size_t i = 0; i < count; ++i) run(i);
    return;
  }
  const auto threads = static_cast<int>(threads_for(count, execution));
  note_threads(threads);
  std::atomic<std::size_t> next = 0;
  std::exception_ptr failed;
  std::mutex failing;
  on_threads(threads, [&] {
    try {
      for (std::size_t i = next++; i < count; i = next++) run(i);
    } catch (...) {
      next = count;
      const std::scoped_lock lock(failing);
      if (!failed) failed = std::current_exception();
    }
  });
  if (failed) std::rethrow_exception(failed);
}

void parallel_for(std::size_t count, const Execution& execution, std::string_view what,
                  const std::function<void(std::size_t)>& body) {
  std::mutex one_at_a_time;
  std::size_t done = 0;
  parallel_for(count, execution, [&](std::size_t i) {
    body(i);
    if (!execution.progress) return;
    const std::scoped_lock lock(one_at_a_time);
    execution.progress(++done, count, what);
  });
}

}  // namespace hearsay
