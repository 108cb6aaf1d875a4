// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/table.hpp>

#include <fmt/format.h>

#include <hearsay/report/search_verdict.hpp>

namespace hearsay::report {

namespace {

Emphasis emphasis_of(Verdict verdict) {
  return verdict == Verdict::holds ? Emphasis::good : verdict == Verdict::refuted ? Emphasis::bad : Emphasis::doubtful;
}

}  // namespace

TerminalText colored(Verdict verdict) { return emphasized(to_string(verdict), emphasis_of(verdict)); }

void Table::begin(const RunInfo& info) {
  closing_ = Closing(info);
  info_ = info;
  using Align = TextColumn::Align;
  table_ = TextTable({{.title = "claim", .align = Align::left, .fit = Fit::cut, .least = 20},
                      {.title = "verdict", .align = Align::left},
                      {.title = "level", .align = Align::left},
                      {.title = "evidence", .align = Align::left},
                      {.title = "tried"},
                      {.title = "slack"}});
}

void Table::row(const run::Row& row) {
  closing_.add(row);
  const auto& finding = row.finding;
  table_.row({std::string(row.claim->id),
              colored_ ? emphasized(search_verdict(finding.verdict), emphasis_of(finding.verdict))
                       : TerminalText(search_verdict(finding.verdict)),
              std::string(to_string(row.claim->level)), std::string(to_string(row.claim->evidence)),
              std::to_string(finding.instances), finding.slack ? fmt::format("{:.3g}", *finding.slack) : "-"});
  if (!row.as_expected()) table_.below(fmt::format("<- expected {}", search_verdict(row.claim->expected)));
  if (finding.witness) {
    table_.below(fmt::format("{} ({})", witness_line(*finding.witness), to_string(finding.witness->certificate)));
    if (const auto command = command_of(info_, row); !command.empty()) table_.below_whole(command);
    if (!row.claim->repaired_by.empty()) table_.below(fmt::format("repaired by {}", row.claim->repaired_by));
  }
  if (!row.as_expected() && !finding.note.empty()) table_.below(finding.note);
}

void Table::end(const run::Summary& summary) {
  text_ = terminal_text("{}\n", table_.text(page_width, colored_)) + closing_.text(summary, true);
}

}  // namespace hearsay::report
