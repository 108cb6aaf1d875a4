// SPDX-License-Identifier: GPL-3.0-or-later
#include <memory>

#include "api/claims.hpp"
#include "cli/common/verb.hpp"

namespace hearsay::cli {

namespace {

struct ClaimsOptions {
  Common common;
  ClaimsQuestion question;
  std::string markdown;
};

int run(const ClaimsOptions& options) {
  const auto answer = list_claims(options.question);
  if (!options.markdown.empty()) write_file(options.markdown, markdown(answer, "`hearsay claims --markdown FILE`"));
  show(options.common, answer);
  return 0;
}

}  // namespace

void add_claims(CLI::App& app, Action& action) {
  auto* command = app.add_subcommand("claims", "list the claims: id, expected verdict, level, source");
  auto options = std::make_shared<ClaimsOptions>();
  add_common(*command, options->common);
  command->add_option("GLOB", options->question.patterns, "claim ids or globs, e.g. 'muffliato.*' (default: all)");
  command->add_option("--paper", options->question.paper,
                      "only claims about this paper: part of its key in docs/references.bib, or its arXiv number");
  command->add_option("--statement", options->question.statement,
                      "only claims at this place of a paper, e.g. 'Theorem 1', and their repairs");
  writes(command->add_option("--markdown", options->markdown, "also write the catalogue as a page (docs/claims.md)")
             ->check(writable_file())
             ->type_name("FILE"));
  command->footer(exit_codes("the claims are listed", "", ""));
  command->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace hearsay::cli
