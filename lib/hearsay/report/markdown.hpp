// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>

#include <hearsay/claims/claim.hpp>
#include <hearsay/report/headline.hpp>
#include <hearsay/report/sink.hpp>

namespace hearsay::report {

/// The verdict table of the README: a row a claim, with the witness of a refuted one. No timing, so that the table is
/// a function of (version, seed, effort).
class Markdown final : public Sink {
 public:
  void begin(const RunInfo& info) override;
  void row(const run::Row& row) override;
  void end(const run::Summary& summary) override;
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  RunInfo info_;
  Headline headline_;
  std::string text_;
};

/// Every claim in full, paper by paper.
/// @param made_by  what makes the page, for its head: "`program --option FILE`".
[[nodiscard]] std::string catalogue_page(std::span<const claims::Claim* const> claims, std::string_view made_by);

}  // namespace hearsay::report
