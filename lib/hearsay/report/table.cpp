#include <hearsay/report/table.hpp>

#include <fmt/ostream.h>

namespace hearsay::report {

void Table::begin(const RunInfo& info) {
  info_ = info;
  rows_ = statistical_ = 0;
  fmt::print(out_, "{:<36} {:<13} {:<12} {:>10} {:>10}\n", "claim", "verdict", "evidence", "instances", "tightness");
}

void Table::row(const run::Row& row) {
  ++rows_;
  if (row.error_level) ++statistical_;
  const auto& finding = row.finding;
  const std::string tightness = finding.tightness ? fmt::format("{:.3g}", *finding.tightness + 0.0) : "-";
  const std::string surprise = row.as_expected() ? "" : fmt::format("   <- expected {}", to_string(row.claim->expected));
  fmt::print(out_, "{:<36} {:<13} {:<12} {:>10} {:>10}{}\n", row.claim->id, to_string(finding.verdict),
             to_string(row.claim->evidence), finding.instances, tightness, surprise);
  if (finding.witness) {
    fmt::print(out_, "    {} ({})\n", witness_line(*finding.witness), to_string(finding.witness->certificate));
    if (!row.claim->repaired_by.empty()) fmt::print(out_, "    repaired by {}\n", row.claim->repaired_by);
  }
  if (!row.as_expected() && !finding.note.empty()) fmt::print(out_, "    {}\n", finding.note);
}

void Table::end(const run::Summary& s) {
  fmt::print(out_, "\n{} claims: {} hold, {} refuted, {} inconclusive, {} broken; {} surprise{}.\n", rows_, s.holds,
             s.refuted, s.inconclusive, s.broken, s.surprises, s.surprises == 1 ? "" : "s");
  if (statistical_ > 0) {
    fmt::print(out_, "Some false alarm in {} statistical claim{}: probability at most {:g}, {:.2g} each.\n", statistical_, statistical_ == 1 ? "" : "s", info_.family_error,
               info_.family_error / static_cast<double>(statistical_));
  }
  fmt::print(out_, "Effort {}, seed {}, {:.1f} s. `holds` means: no counterexample among the instances tried.\n",
             to_string(info_.effort), info_.seed, info_.seconds);
}

}  // namespace hearsay::report
