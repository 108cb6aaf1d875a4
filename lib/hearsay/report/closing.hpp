// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <hearsay/report/headline.hpp>
#include <hearsay/report/sink.hpp>
#include <hearsay/report/terminal_text.hpp>

namespace hearsay::report {

/// The end of every text on a run for a terminal: how many claims, the headline, false alarms, what the run was, what
/// the words mean.
class Closing {
 public:
  Closing() = default;
  explicit Closing(const RunInfo& info) : info_(info) {}
  void add(const run::Row& row);
  /// @param slack  whether the text above has a column of slack, which is then explained.
  [[nodiscard]] TerminalText text(const run::Summary& summary, bool slack) const;

 private:
  RunInfo info_;
  Headline headline_;
  int rows_ = 0, statistical_ = 0;
};

}  // namespace hearsay::report
