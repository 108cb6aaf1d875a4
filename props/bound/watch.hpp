// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <hearsay/run/finding.hpp>
#include <hearsay/system/progress.hpp>

namespace hearsay::props::bound {

/// Who looks on while a statement is tried, and may end it.
struct Watch {
  Progress progress = {};
  Stop stop = {};  ///< asked before every instance
};

/// Counts the instances of one search for those who look on.
class Watched {
 public:
  Watched(Watch watch, std::size_t total) : watch_(std::move(watch)), total_(total) {}
  ~Watched() {
    if (watch_.progress) watch_.progress(total_, total_, what_);
  }
  Watched(const Watched&) = delete;
  Watched& operator=(const Watched&) = delete;

  /// Whether the next instance is to be tried; once not, none is any more.
  [[nodiscard]] bool next() {
    if (!stopped_ && watch_.stop && watch_.stop()) stopped_ = true;
    if (stopped_) return false;
    const std::size_t stride = total_ / 200 + 1;
    if (done_ < total_ && done_++ % stride == 0 && watch_.progress) watch_.progress(done_ - 1, total_, what_);
    return true;
  }

  /// What was cut short holds nothing.
  void conclude(run::Finding& finding) const {
    if (!stopped_) return;
    if (finding.verdict == Verdict::refuted) {
      finding.note = "the search was stopped early: there may be a smaller counterexample";
      return;
    }
    finding.verdict = Verdict::inconclusive;
    finding.note = "the search was stopped early: not all instances were tried";
  }

 private:
  static constexpr std::string_view what_ = "instances";
  Watch watch_;
  std::size_t total_, done_ = 0;
  bool stopped_ = false;
};

}  // namespace hearsay::props::bound
