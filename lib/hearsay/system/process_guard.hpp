// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>

namespace hearsay {

/// Ends the programs that this process started when it ends without doing so itself: by a signal that cannot be caught,
/// a second Ctrl-C, a crash. A process of its own, in a session of its own, waits at a pipe whose other end only this
/// process holds; when that closes it sends SIGTERM to the groups that are still watched and, after a moment, SIGKILL.
/// Thread-safe.
class ProcessGuard {
 public:
  /// The guard of this process, started on first use. @throws Error(Errc::file) if it cannot be started.
  [[nodiscard]] static ProcessGuard& instance();

  ProcessGuard(const ProcessGuard&) = delete;
  ProcessGuard& operator=(const ProcessGuard&) = delete;

  /// From now on the process group `group` does not outlive this process. @throws Error(Errc::file) if the guard is
  /// gone.
  void watch(pid_t group);
  /// The group is no more.
  void forget(pid_t group) noexcept;

 private:
  ProcessGuard();
  ~ProcessGuard() = default;

  int pipe_ = -1;  ///< open until this process ends, however it does
};

}  // namespace hearsay
