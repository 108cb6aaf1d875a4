// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/headline.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace hearsay::report {

using claims::Level;

void Headline::add(const run::Row& row) {
  const auto& claim = *row.claim;
  auto& verdicts = claim.level == Level::ours || claim.level == Level::unset ? ours_ : published_;
  if (row.finding.verdict == Verdict::holds) ++verdicts.hold;
  if (row.finding.verdict != Verdict::refuted) return;
  ++verdicts.refuted;
  const auto [entry, fresh] = by_root_.try_emplace(claim.root.empty() ? claim.id : claim.root, claim.level);
  if (!fresh) entry->second = std::min(entry->second, claim.level);
}

int Headline::errors(Level level) const {
  return static_cast<int>(
      std::ranges::count_if(by_root_, [level](const auto& error) { return error.second == level; }));
}

std::vector<std::string> Headline::sentences(const run::Summary& s) const {
  std::vector<std::string> all;
  if (published_.hold + published_.refuted > 0) {
    auto text = fmt::format("Published statements (papers and released code): {} not refuted, {} refuted.",
                            published_.hold, published_.refuted);
    std::vector<std::string> parts;
    int errors_in_all = 0;
    const auto part = [&](int number, std::string_view where) {
      errors_in_all += number;
      if (number > 0) parts.push_back(fmt::format("{} {}", number, where));
    };
    part(errors(Level::theorem) + errors(Level::step) + errors(Level::table),
         "in theorems, steps of proofs and tables");
    part(errors(Level::definition), "in definitions");
    part(errors(Level::prose) + errors(Level::figure), "in prose and figures");
    part(errors(Level::code), "in released code");
    part(errors(Level::misprint), errors(Level::misprint) == 1 ? "misprint" : "misprints");
    if (errors_in_all > 0) {
      text += fmt::format(" The refuted ones follow from {} independent error{}: {}.", errors_in_all,
                          errors_in_all == 1 ? "" : "s", fmt::join(parts, ", "));
    }
    all.push_back(std::move(text));
  }
  if (ours_.hold + ours_.refuted > 0) {
    all.push_back(
        fmt::format("Statements that no paper prints (repairs, conjectures, warnings): {} not refuted, {} refuted.",
                    ours_.hold, ours_.refuted));
  }
  all.push_back(fmt::format("{} inconclusive, {} broken; {} unexpected verdict{}.", s.inconclusive, s.broken,
                            s.surprises, s.surprises == 1 ? "" : "s"));
  return all;
}

std::string Headline::text(const run::Summary& s) const { return fmt::format("{}", fmt::join(sentences(s), " ")); }

}  // namespace hearsay::report
