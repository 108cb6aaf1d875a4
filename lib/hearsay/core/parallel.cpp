#include <hearsay/core/parallel.hpp>

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

namespace hearsay {

void parallel_for(std::size_t count, int jobs, const std::function<void(std::size_t)>& body) {
  if (jobs == 1 || count <= 1) {
    for (std::size_t i = 0; i < count; ++i) body(i);
    return;
  }
  tbb::task_arena arena(jobs <= 0 ? tbb::task_arena::automatic : jobs);
  arena.execute([&] {
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, 1), [&](const tbb::blocked_range<std::size_t>& range) {
      for (auto i = range.begin(); i != range.end(); ++i) body(i);
    }, tbb::simple_partitioner{});
  });
}

}  // namespace hearsay
