// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/table.hpp>

#include <fmt/format.h>

namespace hearsay::report {

TerminalText colored(Verdict verdict) {
  const auto emphasis = verdict == Verdict::holds     ? Emphasis::good
                        : verdict == Verdict::refuted ? Emphasis::bad
                                                      : Emphasis::doubtful;
  return emphasized(to_string(verdict), emphasis);
}

void Table::begin(const RunInfo& info) {
  closing_ = Closing(info);
  using Align = TextColumn::Align;
  table_ = TextTable({{.title = "claim", .align = Align::left, .fit = Fit::cut, .least = 20},
                      {.title = "verdict", .align = Align::left},
                      {.title = "level", .align = Align::left},
                      {.title = "evidence", .align = Align::left},
                      {.title = "instances"},
                      {.title = "slack"}});
}

void Table::row(const run::Row& row) {
  closing_.add(row);
  const auto& finding = row.finding;
  table_.row({std::string(row.claim->id),
              colored_ ? colored(finding.verdict) : TerminalText(to_string(finding.verdict)),
              std::string(to_string(row.claim->level)), std::string(to_string(row.claim->evidence)),
              std::to_string(finding.instances), finding.slack ? fmt::format("{:.3g}", *finding.slack) : "-"});
  if (!row.as_expected()) table_.below(fmt::format("<- expected {}", to_string(row.claim->expected)));
  if (finding.witness) {
    table_.below(fmt::format("{} ({})", witness_line(*finding.witness), to_string(finding.witness->certificate)));
    if (!row.claim->repaired_by.empty()) table_.below(fmt::format("repaired by {}", row.claim->repaired_by));
  }
  if (!row.as_expected() && !finding.note.empty()) table_.below(finding.note);
}

void Table::end(const run::Summary& summary) {
  text_ = terminal_text("{}\n", table_.text(page_width, colored_)) + closing_.text(summary, true);
}

}  // namespace hearsay::report
