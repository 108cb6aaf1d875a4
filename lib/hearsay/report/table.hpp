// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ostream>

#include <hearsay/report/errors.hpp>
#include <hearsay/report/sink.hpp>
#include <hearsay/report/text_table.hpp>

namespace hearsay::report {

/// The verdict table for a terminal, written at the end of the run: one line a claim, a witness indented below a
/// refuted one.
class Table final : public Sink {
 public:
  explicit Table(std::ostream& out) : out_(out) {}
  void begin(const RunInfo& info) override;
  void row(const run::Row& row) override;
  void end(const run::Summary& summary) override;

 private:
  std::ostream& out_;
  RunInfo info_;
  Errors errors_;
  TextTable table_{std::vector<TextColumn>{}};
  int rows_ = 0, statistical_ = 0;
};

}  // namespace hearsay::report
