// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include <hearsay/report/text.hpp>
#include <hearsay/system/stopwatch.hpp>
#include "cli/common/verb.hpp"

namespace hearsay::cli {

namespace {

constexpr double first_after = 1.0;     ///< seconds: shorter work shows nothing
constexpr double between_shown = 0.1;   ///< on a terminal
constexpr double between_lines = 10.0;  ///< elsewhere
constexpr std::size_t usual_width = 80;

/// Columns of the terminal on stderr.
std::size_t terminal_width() {
  struct winsize size = {};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : usual_width;
}

/// What has been done so far, and when that was last told.
class ProgressLine {
 public:
  explicit ProgressLine(bool terminal) : terminal_(terminal) {}

  void tell(std::size_t done, std::size_t total, std::string_view what) {
    if (what != what_) {  // other work, with a pace of its own
      if (!what_.empty()) pace_ = {};
      what_ = what;
    }
    const double now = since_.seconds();
    if (terminal_ && done >= total) {
      show_progress("");
      told_ = now - between_shown;
    } else if (now >= first_after && now - told_ >= (terminal_ ? between_shown : between_lines)) {
      told_ = now;
      const auto left = time_left(done, total, pace_.seconds());
      if (terminal_) {
        show_progress(progress_line(done, total, what, left, terminal_width()));
      } else {
        say(fmt::format("{}/{} {}{}", done, total, what, left));
      }
    }
  }

 private:
  bool terminal_;
  Stopwatch since_, pace_;
  double told_ = 0.0;
  std::string what_;
};

}  // namespace

std::string time_left(std::size_t done, std::size_t total, double seconds) {
  if (done == 0 || seconds < 2.0) return {};
  const double left = seconds * static_cast<double>(total - std::min(done, total)) / static_cast<double>(done);
  return left < 90.0 ? fmt::format(", about {:.0f} s left", left) : fmt::format(", about {:.0f} min left", left / 60.0);
}

std::string progress_line(std::size_t done, std::size_t total, std::string_view what, std::string_view left,
                          std::size_t width) {
  constexpr std::size_t bar = 30, text_beside_it = 20;
  const auto text = fmt::format("{}/{} {}{}", done, total, what, left);
  const std::size_t filled = total == 0 ? bar : bar * std::min(done, total) / total;
  const auto line =
      width < bar + 2 + text_beside_it ? text : fmt::format("[{:#<{}}{:.<{}}] {}", "", filled, "", bar - filled, text);
  // The last column stays free: a terminal may begin a new line when it is written.
  return report::shortened(line, static_cast<int>(std::max<std::size_t>(width, 2)) - 1);
}

Progress stderr_progress() {
  const char* wanted = std::getenv("HEARSAY_PROGRESS");
  if (wanted != nullptr && std::string_view(wanted) == "never") return {};
  return [line = std::make_shared<ProgressLine>(isatty(STDERR_FILENO) != 0)](
             std::size_t done, std::size_t total, std::string_view what) { line->tell(done, total, what); };
}

}  // namespace hearsay::cli
