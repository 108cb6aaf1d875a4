// SPDX-License-Identifier: GPL-3.0-or-later
#include <memory>

#include "api/claims.hpp"
#include "cli/common/verb.hpp"

namespace hearsay::cli {

namespace {

struct ExplainOptions {
  Common common;
  ExplainQuestion question;
};

}  // namespace

void add_explain(CLI::App& app, Action& action) {
  auto* command =
      app.add_subcommand("explain", "show one claim in full: statement, source, conditions, witness, repair");
  auto options = std::make_shared<ExplainOptions>();
  add_common(*command, options->common);
  command
      ->add_option("ID", options->question.id,
                   "claim id, e.g. muffliato.thm1; or a paper and a place, e.g. 'muffliato Theorem 1', which lists the "
                   "claims there")
      ->required();
  command->footer(exit_codes("the claim is shown", "", ""));
  command->callback([options, &action] {
    action = [options] {
      show(options->common, explain(options->question));
      return 0;
    };
  });
}

}  // namespace hearsay::cli
