// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <memory>

#include <hearsay/claims/catalogue.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/core/nearest.hpp>
#include <hearsay/report/json.hpp>
#include <hearsay/report/terminal_text.hpp>
#include "api/render/result.hpp"
#include "cli/common/verb.hpp"

namespace hearsay::cli {

namespace {

struct ExplainOptions {
  Common common;
  std::string id;
};

/// Prints "name  text", the text wrapped under itself; nothing for an empty text.
void print_field(std::string_view name, std::string_view text) {
  constexpr int indent = 14;
  if (!text.empty()) put("{:<{}}{}\n", name, indent, report::TerminalText(text).wrapped(report::page_width, indent));
}

int explain(const ExplainOptions& options) {
  const auto* claim = claims::find(options.id);
  if (claim == nullptr) {
    throw Error(Errc::unknown, "explain",
                fmt::format("'{}' is no claim; `hearsay claims` lists them{}", options.id,
                            did_you_mean(claims::nearest_claim(options.id))));
  }
  auto result = envelope("explain");
  result["claim"] = report::to_json(*claim);
  write_json(options.common, result);
  if (!options.common.wants_table()) return 0;
  put("{}\n\n", claim->id);
  print_field("statement", claim->statement);
  print_field("level", to_string(claim->level));
  print_field("source", claim->source);
  print_field("version", claim->paper_version);
  print_field("as printed", claim->quote.empty() ? std::string(claim->quote_where)
                                                 : fmt::format("\"{}\" ({})", claim->quote, claim->quote_where));
  print_field("formula", claim->formula);
  print_field("reading", claim->reading);
  print_field("conditions", claim->conditions);
  print_field("adversary", claim->adversary);
  print_field("checked on", claim->domain);
  print_field("evidence", to_string(claim->evidence));
  print_field("expected", to_string(claim->expected));
  print_field("witness", claim->witness);
  print_field("realistic", claim->realistic);
  if (claim->root != claim->id) print_field("follows from", claim->root);
  if (!claim->repaired_by.empty()) {
    const auto* repair = claims::find(claim->repaired_by);
    print_field("repaired by", fmt::format("{}: {}", claim->repaired_by, repair == nullptr ? "" : repair->statement));
  }
  print_field("controls", claim->controls);
  print_field("note", claim->note);
  put("\nCheck it: hearsay verify {}\n", claim->id);
  return 0;
}

}  // namespace

void add_explain(CLI::App& app, Action& action) {
  auto* command = app.add_subcommand("explain", "one claim in full: statement, source, conditions, witness, repair");
  auto options = std::make_shared<ExplainOptions>();
  add_common(*command, options->common);
  command->add_option("ID", options->id, "claim id, e.g. muffliato.thm1")->required();
  command->footer(exit_codes("the claim is told", "", ""));
  command->callback([options, &action] { action = [options] { return explain(*options); }; });
}

}  // namespace hearsay::cli
