#include "cli/interrupt.hpp"

#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <string_view>

namespace hearsay::cli {

namespace {

std::atomic<bool> asked = false;
static_assert(std::atomic<bool>::is_always_lock_free);  // else no signal handler may touch it

void ask(int) {
  constexpr std::string_view message = "\nhearsay: stopping after the running step; Ctrl-C again stops at once\n";
  asked = true;
  [[maybe_unused]] const auto written = write(STDERR_FILENO, message.data(), message.size());
}

}  // namespace

void catch_interrupts() {
  struct sigaction action = {};
  action.sa_handler = ask;
  action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
}

bool interrupted() { return asked; }

Progress stoppable(Progress progress) {
  return [progress = std::move(progress)](std::size_t done, std::size_t total, std::string_view what) {
    if (interrupted()) throw Interrupted();
    if (progress) progress(done, total, what);
  };
}

}  // namespace hearsay::cli
