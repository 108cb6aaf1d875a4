#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "cli/verb.hpp"
#include <hearsay/claims/catalogue.hpp>
#include <hearsay/core/version.hpp>
#include <hearsay/report/json.hpp>
#include <hearsay/report/markdown.hpp>

namespace hearsay::cli {

namespace {

struct Options {
  Common common;
  std::vector<std::string> patterns;
  std::string markdown;
};

int list_claims(const Options& options) {
  const auto chosen = claims::select(options.patterns);
  nlohmann::ordered_json result = {{"command", "claims"}, {"version", version}, {"claims", nlohmann::ordered_json::array()}};
  for (const auto* claim : chosen) result["claims"].push_back(report::to_json(*claim));
  if (!options.markdown.empty()) write_file(options.markdown, report::catalogue_page(chosen));
  write_json(options.common, result);
  if (options.common.wants_table()) {
    fmt::print("{:<36} {:<13} {:<12} {}\n", "claim", "expected", "evidence", "source");
    for (const auto* c : chosen) {
      fmt::print("{:<36} {:<13} {:<12} {}\n", c->id, to_string(c->expected), to_string(c->evidence), c->source);
    }
    fmt::print("\n{} claims. `hearsay explain ID` tells one in full.\n", chosen.size());
  }
  return 0;
}

}  // namespace

void add_claims(CLI::App& app, Action& action) {
  auto* command = app.add_subcommand("claims", "list the catalogue: id, source, expected verdict");
  auto options = std::make_shared<Options>();
  add_common(*command, options->common);
  command->add_option("GLOB", options->patterns, "claim ids or globs, e.g. 'muffliato.*' (default: all)");
  command->add_option("--markdown", options->markdown, "also write the catalogue as a page (docs/claims.md)")->check(writable_file())->type_name("FILE");
  command->callback([options, &action] { action = [options] { return list_claims(*options); }; });
}

}  // namespace hearsay::cli
