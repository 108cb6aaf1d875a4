// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <optional>
#include <thread>
#include <type_traits>
#include <utility>

#include <hearsay/system/execution.hpp>
#include <hearsay/system/threads_used.hpp>

namespace hearsay::python {

/// How long Ctrl-C may go unnoticed.
inline constexpr std::chrono::milliseconds signal_latency{20};

/// How long work that was asked to stop is waited for: some of it, an eigendecomposition say, does not ask.
inline constexpr std::chrono::seconds patience{2};

/// The state of work that can be asked to stop, and of the Python function that is told how far it is. Work may outlive
/// it: then nobody is told any more.
class Listener {
 public:
  /// @param progress  a Python function of (done, total, what), or None.
  explicit Listener(const pybind11::object& progress) : state_(std::make_shared<State>()) {
    if (!progress.is_none()) state_->progress = progress;
  }
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;
  /// Waits for a worker that is telling: one that still wanted the interpreter's lock when Python ends would end the
  /// process. @pre the interpreter's lock is held: Python objects end here, not with the last worker.
  ~Listener() {
    state_->listening = false;
    {
      const pybind11::gil_scoped_release unlocked;
      while (state_->telling > 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    state_->progress = {};
    state_->failed.reset();
  }

  [[nodiscard]] Progress progress() const {
    if (!state_->progress) return {};
    return [state = state_](std::size_t done, std::size_t total, std::string_view what) {
      const Telling telling(state->telling);
      if (!state->listening) return;
      const pybind11::gil_scoped_acquire locked;
      const pybind11::object told = state->progress;
      if (!told || state->failed) return;
      try {
        told(done, total, pybind11::str(what.data(), what.size()));
      } catch (pybind11::error_already_set& error) {
        state->failed.emplace(std::move(error));
        state->asked = true;
      }
    };
  }
  [[nodiscard]] Stop stop() const {
    return [state = state_] { return state->asked.load(); };
  }
  [[nodiscard]] Execution execution(std::uint64_t seed, int jobs) const {
    return {.seed = {seed}, .jobs = jobs, .progress = progress(), .stop = stop()};
  }
  void ask() const { state_->asked = true; }
  /// @throws what the Python function threw.
  void rethrow() const {
    if (state_->failed) throw pybind11::error_already_set(*state_->failed);
  }

 private:
  struct State {
    std::atomic<bool> asked = false, listening = true;
    std::atomic<int> telling = 0;  ///< workers that have the interpreter's lock or will ask for it
    pybind11::object progress;
    std::optional<pybind11::error_already_set> failed;
  };
  class Telling {
   public:
    explicit Telling(std::atomic<int>& count) : count_(count) { ++count_; }
    Telling(const Telling&) = delete;
    Telling& operator=(const Telling&) = delete;
    ~Telling() { --count_; }

   private:
    std::atomic<int>& count_;
  };
  std::shared_ptr<State> state_;
};

/// work() on a thread of its own, without the interpreter's lock, while this thread looks for Ctrl-C.
///
/// Work with a listener is asked to stop and waited for, for so long as `patience`; KeyboardInterrupt follows. Work
/// that does not stop goes on, on its thread, until it is done; so `work` holds copies of all that it needs.
/// @pre called with the interpreter's lock.
/// @throws what work() throws; KeyboardInterrupt; what the listener's Python function threw.
template <class Work>
std::invoke_result_t<Work> interruptible(Work work, const Listener* listener = nullptr) {
  using Result = std::invoke_result_t<Work>;
  forget_threads_used();
  // What the work holds ends before its result is there.
  std::packaged_task<Result()> task([work = std::move(work)]() mutable {
    auto once = std::move(work);
    return once();
  });
  auto future = task.get_future();
  std::thread(std::move(task)).detach();
  const auto ready = [&] {
    const pybind11::gil_scoped_release unlocked;
    return future.wait_for(signal_latency) == std::future_status::ready;
  };
  while (!ready()) {
    if (PyErr_CheckSignals() == 0) continue;
    pybind11::error_already_set interrupt;
    if (listener != nullptr) {
      listener->ask();
      const auto until = std::chrono::steady_clock::now() + patience;
      while (!ready() && std::chrono::steady_clock::now() < until) {
      }
    }
    throw std::move(interrupt);
  }
  if (listener != nullptr) listener->rethrow();
  return future.get();
}

}  // namespace hearsay::python
