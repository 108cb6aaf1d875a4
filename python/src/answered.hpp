// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <pybind11/pybind11.h>

#include <chrono>
#include <cstdint>
#include <utility>

#include "python/src/convert.hpp"
#include "python/src/interruptible.hpp"

namespace hearsay::python {

/// The answer of ask(execution), as the program writes it with --json; Ctrl-C stops it.
/// @param progress  a Python function of (done, total, what), or None.
template <class Ask>
[[nodiscard]] pybind11::object answered(Ask ask, std::uint64_t seed, int jobs, const pybind11::object& progress) {
  const Listener listener(progress);
  const auto start = std::chrono::steady_clock::now();
  const auto answer = interruptible(
      [ask = std::move(ask), execution = listener.execution(seed, jobs)] { return ask(execution); }, &listener);
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
  return shown(answer, seed, jobs, passed.count());
}

}  // namespace hearsay::python
