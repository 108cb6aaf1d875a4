// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/system/process_guard.hpp>

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>

#include <hearsay/core/error.hpp>

namespace hearsay {

namespace {

/// Groups that are watched, in the guard's own process. No memory is allocated there: other threads of the process that
/// it was copied from may have held the allocator.
struct WatchedGroups {
  std::array<pid_t, 65536> groups;
  std::size_t count;

  void hear(pid_t message) {
    if (message > 0 && count < groups.size()) groups[count++] = message;
    if (message < 0)
      count = static_cast<std::size_t>(std::remove(groups.data(), groups.data() + count, -message) - groups.data());
  }
  [[nodiscard]] bool send(int signal) const {
    bool any = false;
    for (std::size_t i = 0; i < count; ++i) any = kill(-groups[i], signal) == 0 || any;
    return any;
  }
};

/// The life of the guard. Only functions that are safe after fork() in a process of several threads.
[[noreturn]] void stand_guard(int pipe) {
  static WatchedGroups watched;
  setsid();
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGTSTP}) signal(number, SIG_IGN);
  dup2(pipe, STDIN_FILENO);
  closefrom(STDOUT_FILENO);  // no reader waits for what this process never writes
  pid_t message = 0;
  while (true) {
    const auto got = read(STDIN_FILENO, &message, sizeof message);
    if (got == static_cast<ssize_t>(sizeof message)) {
      watched.hear(message);
    } else if (got == 0 || errno != EINTR) {
      break;
    }
  }
  constexpr int moments = 30;
  constexpr timespec moment = {.tv_sec = 0, .tv_nsec = 10'000'000};
  bool left = watched.send(SIGTERM);
  for (int i = 0; i < moments && left; ++i) {
    nanosleep(&moment, nullptr);
    left = watched.send(0);
  }
  static_cast<void>(watched.send(SIGKILL));
  _exit(0);
}

}  // namespace

ProcessGuard& ProcessGuard::instance() {
  static auto* const guard = new ProcessGuard;  // as long as the process: whoever ends last may still need it
  return *guard;
}

ProcessGuard::ProcessGuard() {
  std::array<int, 2> ends = {-1, -1};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw Error(Errc::file, "pipe", std::strerror(errno));
  const pid_t process = fork();
  if (process == 0) stand_guard(ends[0]);
  close(ends[0]);
  pipe_ = ends[1];
  if (process < 0) {
    close(pipe_);
    throw Error(Errc::file, "fork", std::strerror(errno));
  }
}

void ProcessGuard::watch(pid_t group) {
  ssize_t sent = 0;
  do {
    sent = write(pipe_, &group, sizeof group);
  } while (sent < 0 && errno == EINTR);
  if (sent != static_cast<ssize_t>(sizeof group))
    throw Error(Errc::file, "the process that guards programs", fmt::format("is gone: {}", std::strerror(errno)));
}

void ProcessGuard::forget(pid_t group) noexcept {
  const pid_t message = -group;
  while (write(pipe_, &message, sizeof message) < 0 && errno == EINTR) {
  }
}

}  // namespace hearsay
