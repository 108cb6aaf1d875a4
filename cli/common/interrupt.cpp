// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/common/interrupt.hpp"

#include <signal.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <string_view>

#include <hearsay/system/ranks.hpp>

namespace hearsay::cli {

namespace {

std::atomic<bool> stopping = false;
static_assert(std::atomic<bool>::is_always_lock_free);  // else no signal handler may touch it

constexpr std::array signals = {SIGINT, SIGTERM, SIGHUP};

void act(int number, void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigaction(number, &action, nullptr);
}

void ask(int) {
  constexpr std::string_view message = "\nhearsay: stopping after the running step; a second signal stops at once\n";
  stopping = true;
  for (const int number : signals) act(number, SIG_DFL);
  [[maybe_unused]] const auto written = write(STDERR_FILENO, message.data(), message.size());
}

void end(int) {
  constexpr std::string_view message = "\nhearsay: interrupted before any part was finished\n";
  [[maybe_unused]] const auto written = write(STDERR_FILENO, message.data(), message.size());
  _exit(3);
}

/// Whether the program was started with a signal ignored, as `nohup` does with SIGHUP.
bool is_ignored(int number) {
  struct sigaction action = {};
  return sigaction(number, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

/// From now on the signals that are not ignored call `handler`.
void handle(void (*handler)(int)) {
  if (ranks::count() > 1) return;
  for (const int number : signals) {
    if (number == SIGINT || !is_ignored(number)) act(number, handler);
  }
}

}  // namespace

void catch_interrupts() { handle(ask); }

void end_at_interrupts() { handle(end); }

bool interrupted() { return stopping; }

}  // namespace hearsay::cli
