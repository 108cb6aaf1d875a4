// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <hearsay/report/closing.hpp>
#include <hearsay/report/sink.hpp>
#include <hearsay/report/terminal_text.hpp>

namespace hearsay::report {

/// A run of many claims on one screen or two: a line a family (the first part of the ids), then the refuted published
/// statements, each with the two numbers of the smallest witness, then every claim whose verdict is not the expected
/// one.
class Overview final : public Sink {
 public:
  /// @param colored  whether titles stand out on a terminal.
  explicit Overview(bool colored = false) : colored_(colored) {}
  void begin(const RunInfo& info) override;
  void row(const run::Row& row) override;
  void end(const run::Summary& summary) override;
  [[nodiscard]] const TerminalText& text() const { return text_; }

 private:
  struct Family {
    std::string_view name;
    std::vector<std::string_view> papers;  ///< their keys in docs/references.bib
    int rows = 0, hold = 0, refuted = 0, unexpected = 0;
    double seconds = 0.0;  ///< of wall time of the claims, summed
  };

  Family& family_of(const run::Row& row);
  [[nodiscard]] TerminalText families() const;
  [[nodiscard]] TerminalText refutations() const;

  bool colored_;
  std::vector<Family> families_;
  std::vector<run::Row> refuted_;
  std::vector<std::string> unexpected_;
  Closing closing_;
  TerminalText text_;
};

}  // namespace hearsay::report
