// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/system/line_process.hpp>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <thread>
#include <utility>

#include <hearsay/core/error.hpp>
#include <hearsay/system/process_guard.hpp>

namespace hearsay {

namespace {

/// A pipe whose ends no other program inherits.
struct Pipe {
  std::array<int, 2> ends = {-1, -1};  ///< to read, to write

  Pipe() {
    if (pipe2(ends.data(), O_CLOEXEC) != 0) throw Error(Errc::file, "pipe", std::strerror(errno));
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    for (const int end : ends) {
      if (end >= 0) close(end);
    }
  }
  /// Hands over one end, which no longer blocks.
  int keep(int which) {
    const int end = std::exchange(ends[static_cast<std::size_t>(which)], -1);
    fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK);
    return end;
  }
};

/// Starts a program as the leader of a new process group, with the default actions of signals that we catch or ignore.
/// @return 0, or the number of the error.
int spawn(pid_t& process, const std::vector<std::string>& command, const std::array<int, 3>& streams) {
  std::vector<char*> words;
  for (const auto& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  for (int i = 0; i < 3; ++i) posix_spawn_file_actions_adddup2(&actions, streams[static_cast<std::size_t>(i)], i);
  sigset_t defaults;
  sigemptyset(&defaults);
  for (const int number : {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGXFSZ}) sigaddset(&defaults, number);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
  const int failed = posix_spawnp(&process, words[0], &actions, &attributes, words.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return failed;
}

}  // namespace

LineProcess::LineProcess(const std::vector<std::string>& command) {
  auto& guard = ProcessGuard::instance();
  Pipe input, output, errors;
  if (const int failed = spawn(process_, command, {input.ends[0], output.ends[1], errors.ends[1]}); failed != 0)
    throw Error(Errc::file, command[0], fmt::format("cannot be started: {}", std::strerror(failed)));
  ends_ = {input.keep(1), output.keep(0), errors.keep(0)};
  try {
    guard.watch(process_);
  } catch (const Error&) {
    end_group();
    throw;
  }
}

LineProcess::~LineProcess() { end_group(); }

void LineProcess::end_group() {
  constexpr std::chrono::milliseconds patience(500);
  close_end(0);
  kill(-process_, SIGTERM);
  static_cast<void>(wait_for_end(Clock::now() + patience));
  kill(-process_, SIGKILL);
  for (int i = 0; i < 3; ++i) close_end(i);
  while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
  ProcessGuard::instance().forget(process_);
}

void LineProcess::close_end(int which) {
  auto& end = ends_[static_cast<std::size_t>(which)];
  if (end >= 0) close(end);
  end = -1;
}

LineAnswer LineProcess::ask(std::string_view line, std::chrono::duration<double> timeout, const Stop& stop) {
  const auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(timeout);
  const std::string sent = std::string(line) + "\n";
  std::string_view pending = sent;
  std::size_t searched = 0;
  while (true) {
    if (const auto end = unread_.find('\n', searched); end != unread_.npos) {
      LineAnswer answer{.kind = LineAnswer::Kind::line, .text = unread_.substr(0, end)};
      unread_.erase(0, end + 1);
      return answer;
    }
    searched = unread_.size();
    if (searched > longest_line) return {.kind = LineAnswer::Kind::too_long, .text = {}};
    if (ends_[1] < 0) return {.kind = LineAnswer::Kind::ended, .text = wait_for_end(deadline)};
    if (stop && stop()) return {.kind = LineAnswer::Kind::stopped, .text = {}};
    if (!exchange(pending, deadline)) return {.kind = LineAnswer::Kind::timed_out, .text = {}};
  }
}

bool LineProcess::exchange(std::string_view& pending, Clock::time_point deadline) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
  if (left <= 0) return false;
  std::array<pollfd, 3> waiting = {{{.fd = pending.empty() ? -1 : ends_[0], .events = POLLOUT, .revents = 0},
                                    {.fd = ends_[1], .events = POLLIN, .revents = 0},
                                    {.fd = ends_[2], .events = POLLIN, .revents = 0}}};
  constexpr long long longest = 100;  // then it is asked whether to stop
  if (poll(waiting.data(), waiting.size(), static_cast<int>(std::min<long long>(left, longest))) <= 0) return true;
  if (waiting[0].revents != 0) {
    const auto written = write(ends_[0], pending.data(), pending.size());
    if (written > 0) pending.remove_prefix(static_cast<std::size_t>(written));
    if (written < 0 && errno == EPIPE) pending = {};  // what it has said before counts
  }
  if (waiting[2].revents != 0) read_errors();
  if (waiting[1].revents != 0) read_output();
  return true;
}

void LineProcess::read_output() {
  std::array<char, 65536> block;
  const auto got = read(ends_[1], block.data(), block.size());
  if (got > 0) unread_.append(block.data(), static_cast<std::size_t>(got));
  if (got == 0) close_end(1);
}

void LineProcess::read_errors() {
  constexpr std::size_t kept = 2000;
  std::array<char, 4096> block;
  ssize_t got = 0;
  while (ends_[2] >= 0 && (got = read(ends_[2], block.data(), block.size())) > 0) {
    errors_.append(block.data(), static_cast<std::size_t>(got));
    if (errors_.size() > kept) errors_.erase(0, errors_.size() - kept);
  }
  if (got == 0) close_end(2);
}

bool LineProcess::ended(siginfo_t& how) const {
  how = {};
  // Left to be waited for: until then nobody else gets its number, which is that of the group.
  return waitid(P_PID, static_cast<id_t>(process_), &how, WEXITED | WNOHANG | WNOWAIT) == 0 && how.si_pid == process_;
}

std::string LineProcess::wait_for_end(Clock::time_point deadline) {
  siginfo_t end;
  while (!ended(end)) {
    if (Clock::now() >= deadline) return "it closed its standard output";
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    read_errors();  // whoever writes more than a pipe holds, or to one that is closed, could not go on to its end
    if (ends_[1] >= 0) read_output();
    unread_.clear();
  }
  read_errors();
  return end.si_code == CLD_EXITED ? fmt::format("exit code {}", end.si_status)
                                   : fmt::format("signal {}", end.si_status);
}

void LineProcess::let_end(std::chrono::duration<double> patience) {
  close_end(0);
  static_cast<void>(wait_for_end(Clock::now() + std::chrono::duration_cast<Clock::duration>(patience)));
}

}  // namespace hearsay
