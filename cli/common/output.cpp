// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/common/output.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <hearsay/core/error.hpp>
#include <hearsay/core/printable.hpp>
#include <hearsay/report/table.hpp>
#include <hearsay/system/ranks.hpp>

namespace hearsay::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view standard_output = "standard output";
int color_choice = -1;    ///< of --color: -1 auto, 1 always, 0 never
int stdout_error = 0;     ///< why something that was printed was lost
bool line_shown = false;  ///< of show_progress(), on stderr

/// Remembers the first reason, if the last use of stdout failed.
void remember_stdout_error() {
  if (stdout_failed() && stdout_error == 0) stdout_error = errno;
}

std::string because(int error) {
  return fmt::format("cannot be written{}{}", error == 0 ? "" : ": ", error == 0 ? "" : std::strerror(error));
}

/// Whether `path` is the file, pipe or device that stdout writes to.
bool is_stdout(const std::string& path) {
  struct stat file {
  }, out{};
  if (path == "-") return true;
  return stat(path.c_str(), &file) == 0 && fstat(STDOUT_FILENO, &out) == 0 && file.st_dev == out.st_dev &&
         file.st_ino == out.st_ino;
}

/// The file that `path` leads to through symbolic links, which stay as they are.
std::string behind_links(const std::string& path) {
  std::error_code ignored;
  const auto target = fs::canonical(path, ignored);
  return ignored ? path : target.string();
}

/// A device, pipe or socket: nothing can be put in its place.
bool is_special(const std::string& path) {
  std::error_code ignored;
  return fs::is_other(path, ignored);
}

/// Writes all of `text` to a new or special file. @return 0, or why not.
int write_through(const std::string& path, int flags, std::string_view text) {
  const int file = open(path.c_str(), O_WRONLY | O_CLOEXEC | flags, 0666);
  if (file < 0) return errno;
  int failed = 0;
  while (!text.empty() && failed == 0) {
    const auto written = write(file, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      failed = errno;
    }
  }
  if (close(file) != 0 && failed == 0) failed = errno;
  return failed;
}

}  // namespace

void open_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) != -1) continue;
    if (open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY) != stream)
      std::_Exit(2);  // the wrong way round: using it fails
  }
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  constexpr std::size_t megabyte = 1 << 20;
  if (isatty(STDOUT_FILENO) == 0) std::setvbuf(stdout, nullptr, _IOFBF, megabyte);
}

bool stdout_failed() { return std::ferror(stdout) != 0; }

bool stdout_failed(const std::system_error& printing) {
  if (stdout_failed() && stdout_error == 0) stdout_error = printing.code().value();
  return stdout_failed();
}

void flush_stdout() {
  std::fflush(stdout);
  remember_stdout_error();
  if (stdout_error != 0 && stdout_error != EPIPE) throw Error(Errc::file, standard_output, because(stdout_error));
}

int end_output(int code) {
  std::fflush(stdout);
  remember_stdout_error();
  const bool failed = stdout_failed();
  if (std::fclose(stdout) != 0 && stdout_error == 0) stdout_error = errno;
  if (!failed && stdout_error == 0) return code;
  if (stdout_error == EPIPE) {
    std::signal(SIGPIPE, SIG_DFL);
    std::raise(SIGPIPE);
  }
  say(Error(Errc::file, standard_output, because(stdout_error)).what());
  return 2;
}

void say(std::string_view line) {
  clear_progress();
  const std::string text = fmt::format("hearsay: {}\n", error_line(line));
  std::fwrite(text.data(), 1, text.size(), stderr);
}

void show_progress(std::string_view text) {
  if (text.empty() && !line_shown) return;
  fmt::print(stderr, "\r\x1b[K{}", printable(text));
  std::fflush(stderr);
  line_shown = !text.empty();
}

void clear_progress() { show_progress({}); }

void put_text(const report::TerminalText& text) {
  clear_progress();
  fmt::print("{}", colored() ? text.string() : text.plain().string());
}

void set_color(std::string_view choice) { color_choice = choice == "auto" ? -1 : choice == "always" ? 1 : 0; }

bool colored() {
  if (color_choice >= 0) return color_choice == 1;
  const auto is = [](const char* name, auto&& wanted) {
    const char* value = std::getenv(name);
    return value != nullptr && wanted(std::string_view(value));
  };
  return isatty(STDOUT_FILENO) != 0 && !ranks::launched() &&
         !is("NO_COLOR", [](auto value) { return !value.empty(); }) &&
         !is("TERM", [](auto value) { return value == "dumb"; });
}

report::TerminalText verdict_word(Verdict verdict) {
  return colored() ? report::colored(verdict) : report::TerminalText(to_string(verdict));
}

void show(const report::TextTable& table) { put_text(table.text(report::page_width, colored())); }

CLI::Validator writable_file(bool or_stdout) {
  return CLI::Validator(
      [or_stdout](const std::string& given) -> std::string {
        if (given == "-") return or_stdout ? "" : "- is not a file; only --json writes to stdout";
        std::error_code ignored;
        if (fs::is_directory(given, ignored)) return given + " is a folder, not a file";
        const std::string path = behind_links(given);
        if (is_special(path)) return access(path.c_str(), W_OK) == 0 ? "" : given + " cannot be written";
        const auto folder = fs::path(path).has_parent_path() ? fs::path(path).parent_path() : fs::path(".");
        if (!fs::is_directory(folder, ignored)) return "folder " + folder.string() + " does not exist";
        const std::string probe = fmt::format("{}.{}.probe", path, getpid());
        const int failed = write_through(probe, O_CREAT | O_EXCL, "");
        if (failed == 0) std::remove(probe.c_str());
        return failed == 0 ? "" : given + " cannot be written";
      },
      "FILE");
}

void write_file(const std::string& given, const std::string& text) {
  if (!ranks::is_root()) return;
  clear_progress();
  if (is_stdout(given)) {
    std::fwrite(text.data(), 1, text.size(), stdout);
    remember_stdout_error();
    flush_stdout();
    return;
  }
  const std::string path = behind_links(given), temporary = fmt::format("{}.{}.partial", path, getpid());
  if (is_special(path)) {
    if (const int failed = write_through(path, 0, text)) throw Error(Errc::file, given, because(failed));
    return;
  }
  std::remove(temporary.c_str());  // of a process with this number, which was killed
  int failed = write_through(temporary, O_CREAT | O_EXCL, text);
  if (failed == 0 && std::rename(temporary.c_str(), path.c_str()) != 0) failed = errno;
  if (failed == 0) return;
  std::remove(temporary.c_str());
  throw Error(Errc::file, given, because(failed));
}

void make_folder(const std::string& path) {
  if (!ranks::is_root()) return;
  std::error_code failed;
  fs::create_directories(path, failed);
  if (failed || !fs::is_directory(path, failed)) throw Error(Errc::file, path, "is not a folder and cannot be created");
}

}  // namespace hearsay::cli
