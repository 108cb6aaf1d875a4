// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ostream>

#include <hearsay/report/errors.hpp>
#include <hearsay/report/sink.hpp>
#include <hearsay/report/text_table.hpp>

namespace hearsay::report {

/// A verdict's word in its color.
[[nodiscard]] std::string colored(Verdict verdict);

/// The verdict table for a terminal, written at the end of the run: one line a claim, a witness indented below a
/// refuted one.
class Table final : public Sink {
 public:
  /// @param colored  whether titles and verdicts stand out on a terminal.
  explicit Table(std::ostream& out, bool colored = false) : out_(out), colored_(colored) {}
  void begin(const RunInfo& info) override;
  void row(const run::Row& row) override;
  void end(const run::Summary& summary) override;

 private:
  std::ostream& out_;
  bool colored_;
  RunInfo info_;
  Errors errors_;
  TextTable table_{std::vector<TextColumn>{}};
  int rows_ = 0, statistical_ = 0;
};

}  // namespace hearsay::report
