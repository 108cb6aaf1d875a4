#include <hearsay/core/parallel.hpp>

#ifdef __SANITIZE_THREAD__
#include <atomic>
#include <exception>
#include <vector>
#else
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#endif

#include <algorithm>
#include <mutex>
#include <thread>

namespace hearsay {

void parallel_for(std::size_t count, int jobs, const std::function<void(std::size_t)>& body) {
  if (jobs == 1 || count <= 1) {
    for (std::size_t i = 0; i < count; ++i) body(i);
    return;
  }
  const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  const int threads = jobs <= 0 ? cores : jobs;
#ifdef __SANITIZE_THREAD__
  // The thread sanitizer cannot see how TBB's library synchronizes: plain threads, that it may see all the rest.
  std::atomic<std::size_t> next = 0;
  std::exception_ptr failed;
  std::mutex one_at_a_time;
  const auto work = [&] {
    try {
      for (std::size_t i = next++; i < count; i = next++) body(i);
    } catch (...) {
      next = count;
      const std::scoped_lock lock(one_at_a_time);
      if (!failed) failed = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> crew;
    for (int i = 1; i < threads; ++i) crew.emplace_back(work);
    work();
  }
  if (failed) std::rethrow_exception(failed);
#else
  // More threads than cores are allowed: the answer is the same, and tests ask for it.
  const tbb::global_control control(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(std::max(threads, cores)));
  tbb::task_arena arena(threads);
  arena.execute([&] {
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, 1), [&](const tbb::blocked_range<std::size_t>& range) {
      for (auto i = range.begin(); i != range.end(); ++i) body(i);
    }, tbb::simple_partitioner{});
  });
#endif
}

void parallel_for(std::size_t count, int jobs, const Progress& progress, std::string_view what, const std::function<void(std::size_t)>& body) {
  std::mutex one_at_a_time;
  std::size_t done = 0;
  parallel_for(count, jobs, [&](std::size_t i) {
    body(i);
    if (!progress) return;
    const std::scoped_lock lock(one_at_a_time);
    progress(++done, count, what);
  });
}

}  // namespace hearsay
