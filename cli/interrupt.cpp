// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/interrupt.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <string_view>

#include <hearsay/system/ranks.hpp>

namespace hearsay::cli {

namespace {

std::atomic<bool> stopping = false;
static_assert(std::atomic<bool>::is_always_lock_free);  // else no signal handler may touch it

void ask(int) {
  constexpr std::string_view message = "\nhearsay: stopping after the running step; Ctrl-C again stops at once\n";
  stopping = true;
  [[maybe_unused]] const auto written = write(STDERR_FILENO, message.data(), message.size());
}

}  // namespace

void catch_interrupts() {
  if (ranks::count() > 1) return;
  struct sigaction action = {};
  action.sa_handler = ask;
  action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
}

bool interrupted() { return stopping; }

Progress stoppable(Progress progress) {
  return [progress = std::move(progress)](std::size_t done, std::size_t total, std::string_view what) {
    if (interrupted()) throw Interrupted();
    if (progress) progress(done, total, what);
  };
}

int write_runs(const Common& common, nlohmann::ordered_json result, std::uint64_t finished, std::uint64_t asked) {
  const bool partial = finished < asked;
  if (partial) {
    result["partial"] = {{"runs", finished}};
    say(fmt::format("cut short: the result is partial, of the first {} of {} runs", finished, asked));
  }
  write_json(common, result);
  return partial ? 3 : 0;
}

}  // namespace hearsay::cli
