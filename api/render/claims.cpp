// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/claims.hpp"

#include <fmt/format.h>

#include <hearsay/claims/catalogue.hpp>
#include <hearsay/report/json.hpp>
#include <hearsay/report/markdown.hpp>
#include <hearsay/report/search_verdict.hpp>
#include <hearsay/report/text_table.hpp>
#include "api/render/witness_command.hpp"

namespace hearsay::api {

namespace {

/// "name  text", the text wrapped under itself; nothing for an empty text.
report::TerminalText claim_field(std::string_view name, std::string_view text) {
  constexpr int indent = 14;
  if (text.empty()) return {};
  return report::terminal_text("{:<{}}{}\n", name, indent,
                               report::TerminalText(text).wrapped(report::page_width, indent));
}

report::TextTable claims_table() {
  using Align = report::TextColumn::Align;
  return report::TextTable({{.title = "claim", .align = Align::left, .fit = report::Fit::cut, .least = 24},
                            {.title = "expected", .align = Align::left},
                            {.title = "level", .align = Align::left},
                            {.title = "source", .align = Align::left, .fit = report::Fit::wrap}});
}

void add_row(report::TextTable& table, const claims::Claim& claim) {
  table.row({std::string(claim.id), std::string(report::search_verdict(claim.expected)),
             std::string(to_string(claim.level)), std::string(claim.source)});
}

/// @pre the answer says why.
report::Sentence no_derivation(const ExplainAnswer& answer) {
  return {fmt::format("No derivation of {}: {}.", answer.claims.front()->id, std::get<std::string>(answer.derivation))};
}

/// Several claims, with their statements.
report::TerminalText listed(const std::vector<const claims::Claim*>& claims) {
  auto table = claims_table();
  for (const auto* claim : claims) {
    add_row(table, *claim);
    table.below(std::string(claim->statement));
  }
  return table.text(report::page_width, true) +
         report::terminal_text("\n{} claims. `hearsay explain ID` shows one claim in full.\n", claims.size());
}

}  // namespace

nlohmann::ordered_json to_json(const ClaimsAnswer& answer, const Origin& /*origin*/) {
  auto result = envelope("claims");
  result["claims"] = nlohmann::ordered_json::array();
  for (const auto* claim : answer.chosen) result["claims"].push_back(report::to_json(*claim));
  return result;
}

report::TerminalText text(const ClaimsAnswer& answer) {
  auto table = claims_table();
  for (const auto* claim : answer.chosen) add_row(table, *claim);
  return table.text(report::page_width, true) +
         report::terminal_text("\n{} claims. `hearsay explain ID` shows one claim in full.\n", answer.chosen.size());
}

std::string markdown(const ClaimsAnswer& answer, std::string_view made_by) {
  return report::catalogue_page(answer.chosen, made_by);
}

nlohmann::ordered_json to_json(const ExplainAnswer& answer, const Origin& /*origin*/) {
  auto result = envelope("explain");
  if (answer.claims.size() == 1) {
    const auto& claim = *answer.claims.front();
    result["claim"] = report::to_json(claim);
    const auto command = witness_command(claim.id);
    result["shown_by"] = command ? nlohmann::ordered_json(*command) : nlohmann::ordered_json(nullptr);
  } else {
    result["place"] = answer.question.id;
    for (const auto* claim : answer.claims) result["claims"].push_back(report::to_json(*claim));
  }
  if (const auto* derivation = std::get_if<report::Derivation>(&answer.derivation))
    result["derivation"] = report::to_json(*derivation);
  if (const auto* why = std::get_if<std::string>(&answer.derivation)) {
    result["derivation"] = nullptr;
    result["no_derivation"] = *why;
  }
  return result;
}

std::string latex(const ExplainAnswer& answer) {
  if (const auto* derivation = std::get_if<report::Derivation>(&answer.derivation)) return report::latex(*derivation);
  return report::latex({.claim = std::string(answer.claims.front()->id), .blocks = {no_derivation(answer)}});
}

report::TerminalText text(const ExplainAnswer& answer) {
  if (const auto* derivation = std::get_if<report::Derivation>(&answer.derivation)) return report::text(*derivation);
  if (std::holds_alternative<std::string>(answer.derivation))
    return report::TerminalText(no_derivation(answer).text).wrapped() + report::TerminalText::lines("\n");
  if (answer.claims.size() > 1) return listed(answer.claims);
  const auto& claim = *answer.claims.front();
  auto told = report::terminal_text("{}\n\n", claim.id);
  const auto add = [&told](std::string_view name, std::string_view text) { told += claim_field(name, text); };
  add("statement", claim.statement);
  add("level", to_string(claim.level));
  add("source", claim.source);
  add("version", claim.paper_version);
  add("as printed", claim.quote.empty() ? std::string(claim.quote_where)
                                        : fmt::format("\"{}\" ({})", claim.quote, claim.quote_where));
  add("formula", claim.formula);
  add("reading", claim.reading);
  add("conditions", claim.conditions);
  add("adversary", claim.adversary);
  add("checked on", claim.domain);
  add("evidence", to_string(claim.evidence));
  add("expected", report::search_verdict(claim.expected));
  add("witness", claim.witness);
  if (const auto command = witness_command(claim.id))
    told += report::TerminalText::lines(fmt::format("{:<14}{}\n", "shown by", *command));
  add("realistic", claim.realistic);
  if (claim.root != claim.id) add("follows from", claim.root);
  if (!claim.repaired_by.empty()) {
    const auto* repair = claims::find(claim.repaired_by);
    add("repaired by", fmt::format("{}: {}", claim.repaired_by, repair == nullptr ? "" : repair->statement));
  }
  add("controls", claim.controls);
  add("note", claim.note);
  return told += report::terminal_text("\nCheck it: hearsay verify {}\n", claim.id);
}

}  // namespace hearsay::api
