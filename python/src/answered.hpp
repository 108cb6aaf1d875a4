// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <utility>

#include <hearsay/system/stopwatch.hpp>
#include <hearsay/system/threads_used.hpp>
#include "python/src/convert.hpp"
#include "python/src/interruptible.hpp"

namespace hearsay::python {

/// An answer, and who asked.
template <class Answer>
struct Timed {
  Answer answer;
  api::Origin origin;
};

/// ask(execution) on a thread of its own, where Ctrl-C and `progress` may end it.
/// @param progress  a Python function of (done, total, what), or None.
template <class Ask>
[[nodiscard]] auto timed(Ask ask, std::uint64_t seed, int jobs, const pybind11::object& progress) {
  const Listener listener(progress);
  const Stopwatch watch;
  auto answer = interruptible(
      [ask = std::move(ask), execution = listener.execution(seed, jobs)]() mutable { return ask(execution); },
      &listener);
  return Timed<decltype(answer)>{
      .answer = std::move(answer),
      .origin = {.seed = seed, .jobs = threads_used(), .seconds = watch.seconds(), .command_line = {}}};
}

/// The answer of ask(execution), as the program writes it with --json.
template <class Ask>
[[nodiscard]] pybind11::object answered(Ask ask, std::uint64_t seed, int jobs, const pybind11::object& progress) {
  const auto [answer, origin] = timed(std::move(ask), seed, jobs, progress);
  return to_python(to_json(answer, origin));
}

}  // namespace hearsay::python
