// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <hearsay/report/closing.hpp>
#include <hearsay/report/sink.hpp>
#include <hearsay/report/text_table.hpp>

namespace hearsay::report {

/// A verdict's word in its color.
[[nodiscard]] TerminalText colored(Verdict verdict);

/// The verdict table for a terminal, complete at the end of the run: one line a claim, a witness indented below a
/// refuted one.
class Table final : public Sink {
 public:
  /// @param colored  whether titles and verdicts stand out on a terminal.
  explicit Table(bool colored = false) : colored_(colored) {}
  void begin(const RunInfo& info) override;
  void row(const run::Row& row) override;
  void end(const run::Summary& summary) override;
  [[nodiscard]] const TerminalText& text() const { return text_; }

 private:
  bool colored_;
  Closing closing_;
  RunInfo info_;
  TextTable table_{std::vector<TextColumn>{}};
  TerminalText text_;
};

}  // namespace hearsay::report
