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
  info_ = info;
  rows_ = statistical_ = 0;
  headline_ = Headline{};
  using Align = TextColumn::Align;
  table_ = TextTable({{.title = "claim", .align = Align::left, .fit = Fit::cut, .least = 20},
                      {.title = "verdict", .align = Align::left},
                      {.title = "level", .align = Align::left},
                      {.title = "evidence", .align = Align::left},
                      {.title = "instances"},
                      {.title = "slack"}});
}

void Table::row(const run::Row& row) {
  ++rows_;
  headline_.add(row);
  if (row.error_level) ++statistical_;
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

void Table::end(const run::Summary& s) {
  text_ = terminal_text("{}\n{} claim{}.\n", table_.text(page_width, colored_), rows_, rows_ == 1 ? "" : "s");
  const auto paragraph = [this](const TerminalText& words) { text_ += terminal_text("{}\n", words.wrapped()); };
  for (const auto& sentence : headline_.sentences(s)) paragraph(sentence);
  if (statistical_ > 0) {
    paragraph(terminal_text("Some false alarm in {} statistical claim{}: probability at most {:g}, {:.2g} each.",
                            statistical_, statistical_ == 1 ? "" : "s", info_.family_error,
                            info_.family_error / static_cast<double>(statistical_)));
  }
  text_ += terminal_text("Effort {}, seed {}, {:.1f} s.\n", to_string(info_.effort), info_.seed, info_.seconds);
  paragraph(
      "`holds` means that no counterexample was found among the instances. `slack` is the factor by which the "
      "statement could be strengthened before the instances refute it; 1 is equality, and below 1 is a violation. "
      "Slack is defined for inequalities only.");
}

}  // namespace hearsay::report
