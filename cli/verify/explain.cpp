// SPDX-License-Identifier: GPL-3.0-or-later
#include <memory>

#include "api/claims.hpp"
#include "checks/checks.hpp"
#include "cli/common/verb.hpp"

namespace hearsay::cli {

namespace {

struct ExplainOptions {
  Common common;
  ExplainQuestion question;
  std::string derivation;  ///< text or latex; empty: the claim alone
};

void run(const ExplainOptions& options) {
  const auto& common = options.common;
  if (options.derivation.empty()) return show(common, explain(options.question));
  const auto answer = derive(options.question, checks::all_checks(), common.execution());
  if (options.derivation == "text") return show(common, answer);
  if (common.wants_json()) write_json(common, to_json(answer, common.origin()));
  if (common.wants_table()) put_text(report::TerminalText::lines(latex(answer)));
}

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
  command
      ->add_flag("--derivation{text}", options->derivation,
                 "show instead how a refuted claim fails, line by line, as its certificate proves it: --derivation, or "
                 "--derivation=latex for a document")
      ->check(CLI::IsMember({"text", "latex"}));
  command->footer(exit_codes("the claim is shown", "", ""));
  command->callback([options, &action] {
    action = [options] {
      run(*options);
      return 0;
    };
  });
}

}  // namespace hearsay::cli
