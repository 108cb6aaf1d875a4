// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <signal.h>
#include <sys/types.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <hearsay/system/progress.hpp>

namespace hearsay {

/// What a program answered to a line.
struct LineAnswer {
  enum class Kind {
    line,       ///< `text` is the line, without its end
    ended,      ///< the program ended first, or closed its output; `text` says how: "exit code 1", "signal 11"
    timed_out,  ///< no line in the time allowed
    too_long,   ///< a line beyond the limit
    stopped,    ///< the caller was asked to stop before there was one
  };
  Kind kind = Kind::line;
  std::string text;
};

/// A running program that answers lines on its standard input by lines on its standard output. It leads a process group
/// of its own, so Ctrl-C on the terminal does not reach it. When this object goes the group is sent SIGTERM and, after
/// half a second, SIGKILL; if this process ends without that, by itself or by any signal, ProcessGuard does it. What
/// makes itself a process group or session of its own is out of reach. The last lines of its standard error are kept.
/// @pre SIGPIPE is ignored: a program that ended would otherwise end its caller.
class LineProcess {
 public:
  /// Longest line that is taken for an answer, in bytes.
  static constexpr std::size_t longest_line = std::size_t{64} << 20;

  /// Starts command[0], looked up in PATH, with the other words as arguments. @pre command is not empty.
  /// @throws Error(Errc::file) if it cannot be started, or cannot be guarded.
  explicit LineProcess(const std::vector<std::string>& command);
  LineProcess(const LineProcess&) = delete;
  LineProcess& operator=(const LineProcess&) = delete;
  ~LineProcess();

  /// Sends `line` and waits for the answer, at most `timeout`, or until `stop` says so, which is asked ten times a
  /// second. After anything but a line the program is of no more use.
  [[nodiscard]] LineAnswer ask(std::string_view line, std::chrono::duration<double> timeout, const Stop& stop = {});

  /// Whether it has already said something that nobody asked for.
  [[nodiscard]] bool spoke_unasked() const { return !unread_.empty(); }

  /// What it has said that nobody asked for.
  [[nodiscard]] const std::string& unread() const noexcept { return unread_; }

  /// Closes its standard input, the sign to end.
  void close_input() { close_end(0); }
  /// Closes its standard input and lets it end by itself, for at most `patience`.
  void let_end(std::chrono::duration<double> patience);

  /// The last lines that it wrote to standard error, at most 2000 bytes.
  [[nodiscard]] const std::string& last_errors() const noexcept { return errors_; }

 private:
  using Clock = std::chrono::steady_clock;

  /// Sends and reads what is possible until `deadline` or until something happened. @return false: too late.
  bool exchange(std::string_view& pending, Clock::time_point deadline);
  void read_output();
  void read_errors();
  /// Whether the program itself has ended; it is left to be waited for.
  [[nodiscard]] bool ended(siginfo_t& how) const;
  /// Reads what it writes, and forgets it. @return how it ended.
  [[nodiscard]] std::string wait_for_end(Clock::time_point deadline);
  void close_end(int which);
  void end_group();

  pid_t process_ = -1;
  std::array<int, 3> ends_ = {-1, -1, -1};  ///< ours, of its standard input, output and error; -1: closed
  std::string unread_, errors_;
};

}  // namespace hearsay
