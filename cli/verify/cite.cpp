// SPDX-License-Identifier: GPL-3.0-or-later
#include <memory>

#include "api/cite.hpp"
#include "checks/checks.hpp"
#include "cli/common/verb.hpp"

namespace hearsay::cli {

namespace {

struct CiteOptions {
  Common common;
  CiteQuestion question;
  std::string format = "plain";
};

int run(const CiteOptions& options) {
  const auto answer = cite(options.question, checks::figures());
  if (options.common.wants_json()) write_json(options.common, to_json(answer, options.common.origin()));
  if (options.common.wants_table())
    put_text(options.format == "bibtex" ? report::TerminalText::lines(bibtex(answer)) : text(answer));
  return 0;
}

}  // namespace

void add_cite(CLI::App& app, Action& action) {
  auto* command = app.add_subcommand("cite", "show how to cite a claim, a figure, a paper, or this program");
  auto options = std::make_shared<CiteOptions>();
  add_common(*command, options->common);
  command
      ->add_option(
          "ID", options->question.id,
          "claim id, e.g. muffliato.thm1; figure, e.g. rumor/figure_2; a paper's key in docs/references.bib or "
          "a part of it; or hearsay")
      ->required();
  command->add_option("--format", options->format, "how references are written")
      ->check(CLI::IsMember({"plain", "bibtex"}))
      ->type_name("NAME")
      ->capture_default_str();
  reads(command->add_option("--experiments", options->question.experiments, "folder of the figures' spec.json")
            ->check(CLI::ExistingDirectory)
            ->type_name("DIR"),
        files_below(".json"));
  command->footer(exit_codes("the references are shown", "", ""));
  command->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace hearsay::cli
