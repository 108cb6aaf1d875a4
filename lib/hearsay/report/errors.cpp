// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/errors.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

namespace hearsay::report {

void Errors::add(const run::Row& row) {
  if (row.finding.verdict != Verdict::refuted) return;
  ++rows_;
  const auto& claim = *row.claim;
  const auto [entry, fresh] = by_root_.try_emplace(claim.root.empty() ? claim.id : claim.root, claim.level);
  if (!fresh) entry->second = std::min(entry->second, claim.level);
}

int Errors::count(claims::Level level) const {
  return static_cast<int>(
      std::ranges::count_if(by_root_, [level](const auto& error) { return error.second == level; }));
}

int Errors::published() const {
  return count(claims::Level::theorem) + count(claims::Level::step) + count(claims::Level::table);
}

std::string Errors::text() const {
  if (rows_ == 0) return {};
  std::vector<std::string> parts;
  const auto part = [&](int number, std::string_view one, std::string_view many) {
    if (number > 0) parts.push_back(fmt::format("{} {}", number, number == 1 ? one : many));
  };
  using claims::Level;
  part(published(), "published claim refuted (theorem, step of a proof or table)",
       "published claims refuted (theorems, steps of proofs, tables)");
  part(count(Level::definition), "definition", "definitions");
  part(count(Level::prose) + count(Level::figure), "of prose and figures", "of prose and figures");
  part(count(Level::code), "of released code", "of released code");
  part(count(Level::misprint), "misprint", "misprints");
  part(count(Level::ours) + count(Level::unset), "that no paper says", "that no paper says");
  return fmt::format("{} row{} refuted, {} independent error{}: {}", rows_, rows_ == 1 ? "" : "s", by_root_.size(),
                     by_root_.size() == 1 ? "" : "s", fmt::join(parts, ", "));
}

}  // namespace hearsay::report
