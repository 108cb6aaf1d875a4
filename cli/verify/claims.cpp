// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <iostream>
#include <memory>

#include <hearsay/claims/catalogue.hpp>
#include <hearsay/report/json.hpp>
#include <hearsay/report/markdown.hpp>
#include <hearsay/report/text_table.hpp>
#include "api/render/result.hpp"
#include "cli/common/network_options.hpp"
#include "cli/common/verb.hpp"

namespace hearsay::cli {

namespace {

struct ClaimsOptions {
  Common common;
  std::vector<std::string> patterns;
  std::string markdown;
};

int list_claims(const ClaimsOptions& options) {
  const auto chosen = claims::select(options.patterns);
  auto result = envelope("claims");
  result["claims"] = nlohmann::ordered_json::array();
  for (const auto* claim : chosen) result["claims"].push_back(report::to_json(*claim));
  if (!options.markdown.empty())
    write_file(options.markdown, report::catalogue_page(chosen, "`hearsay claims --markdown FILE`"));
  write_json(options.common, result);
  if (options.common.wants_table()) {
    using Align = report::TextColumn::Align;
    report::TextTable table({{.title = "claim", .align = Align::left, .fit = report::Fit::cut, .least = 27},
                             {.title = "expected", .align = Align::left},
                             {.title = "level", .align = Align::left},
                             {.title = "source", .align = Align::left, .fit = report::Fit::wrap}});
    for (const auto* c : chosen)
      table.row({std::string(c->id), std::string(to_string(c->expected)), std::string(to_string(c->level)),
                 std::string(c->source)});
    show(table);
    put("\n{} claims. `hearsay explain ID` tells one in full.\n", chosen.size());
  }
  return 0;
}

}  // namespace

void add_claims(CLI::App& app, Action& action) {
  auto* command = app.add_subcommand("claims", "list the catalogue: id, expected verdict, level, source");
  auto options = std::make_shared<ClaimsOptions>();
  add_common(*command, options->common);
  command->add_option("GLOB", options->patterns, "claim ids or globs, e.g. 'muffliato.*' (default: all)");
  writes(command->add_option("--markdown", options->markdown, "also write the catalogue as a page (docs/claims.md)")
             ->check(writable_file())
             ->type_name("FILE"));
  command->footer(exit_codes("the claims are listed", "", ""));
  command->callback([options, &action] { action = [options] { return list_claims(*options); }; });
}

}  // namespace hearsay::cli
