#include <hearsay/core/parallel.hpp>

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

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
  // More threads than cores are allowed: the answer is the same, and tests ask for it.
  const tbb::global_control control(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(std::max(threads, cores)));
  tbb::task_arena arena(threads);
  arena.execute([&] {
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, 1), [&](const tbb::blocked_range<std::size_t>& range) {
      for (auto i = range.begin(); i != range.end(); ++i) body(i);
    }, tbb::simple_partitioner{});
  });
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
