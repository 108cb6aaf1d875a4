// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/overview.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <hearsay/report/search_verdict.hpp>
#include <hearsay/report/table.hpp>
#include <hearsay/report/text_table.hpp>

namespace hearsay::report {

namespace {

constexpr auto left = TextColumn::Align::left;

/// The keys of two papers, or how many papers there are.
std::string papers_text(const std::vector<std::string_view>& papers) {
  return papers.size() > 2 ? fmt::format("{} papers", papers.size()) : fmt::format("{}", fmt::join(papers, ", "));
}

}  // namespace

void Overview::begin(const RunInfo& info) {
  *this = Overview(colored_);
  closing_ = Closing(info);
}

Overview::Family& Overview::family_of(const run::Row& row) {
  const auto name = row.claim->id.substr(0, row.claim->id.find('.'));
  auto found = std::ranges::find(families_, name, &Family::name);
  if (found == families_.end()) {
    families_.push_back({.name = name, .papers = {}});
    found = families_.end() - 1;
  }
  return *found;
}

void Overview::row(const run::Row& row) {
  closing_.add(row);
  const auto verdict = row.finding.verdict;
  auto& family = family_of(row);
  ++family.rows;
  family.hold += verdict == Verdict::holds ? 1 : 0;
  family.refuted += verdict == Verdict::refuted ? 1 : 0;
  family.unexpected += row.as_expected() ? 0 : 1;
  family.seconds += row.seconds;
  const auto paper = row.claim->source.substr(0, row.claim->source.find(','));
  if (!paper.starts_with("hearsay") && std::ranges::find(family.papers, paper) == family.papers.end())
    family.papers.push_back(paper);
  if (verdict == Verdict::refuted && row.claim->level != claims::Level::ours) refuted_.push_back(row);
  if (!row.as_expected()) {
    unexpected_.push_back(fmt::format("{}: {}, expected {}. {}", row.claim->id, search_verdict(verdict),
                                      search_verdict(row.claim->expected), row.finding.note));
  }
}

TerminalText Overview::families() const {
  TextTable table({{.title = "claims", .align = left},
                   {.title = "rows"},
                   {.title = "not refuted"},
                   {.title = "refuted"},
                   {.title = "unexpected"},
                   {.title = "seconds"},
                   {.title = "papers", .align = left, .fit = Fit::wrap}});
  for (const auto& family : families_) {
    table.row({fmt::format("{}.*", family.name), std::to_string(family.rows), std::to_string(family.hold),
               std::to_string(family.refuted), std::to_string(family.unexpected), fmt::format("{:.1f}", family.seconds),
               papers_text(family.papers)});
  }
  return table.text(page_width, colored_);
}

TerminalText Overview::refutations() const {
  if (refuted_.empty()) return {};
  TextTable table({{.title = "refuted", .align = left, .fit = Fit::cut, .least = 20},
                   {.title = "smallest counterexample", .align = left, .fit = Fit::wrap}});
  int longest = 0;
  for (const auto& row : refuted_) longest = std::max(longest, display_width(row.claim->id));
  const int room = std::max(page_width - longest - 2, 40);
  for (const auto& row : refuted_)
    table.row({std::string(row.claim->id), row.finding.witness ? numbers_first(*row.finding.witness, room) : ""});
  return terminal_text("\n{}", table.text(page_width, colored_));
}

void Overview::end(const run::Summary& summary) {
  text_ = families() + refutations();
  if (!unexpected_.empty()) {
    text_ += terminal_text("\nunexpected verdicts\n");
    for (const auto& line : unexpected_) text_ += terminal_text("{}\n", TerminalText(line).wrapped());
  }
  text_ += terminal_text("\n") + closing_.text(summary, false);
}

}  // namespace hearsay::report
