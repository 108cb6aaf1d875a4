// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <memory>

#include "api/reproduce.hpp"
#include "checks/checks.hpp"
#include "cli/common/interrupt.hpp"
#include "cli/common/verb.hpp"
#include "cli/reproduce/reproduce_options.hpp"

namespace hearsay::cli {

namespace {

/// Where the figures are written.
std::vector<FileSet> figure_folders(const ReproducePlan& plan) {
  std::vector<FileSet> folders;
  for (const auto& figure : plan.figures)
    folders.push_back({.path = plan.question.out + "/" + figure.id, .below = true});
  return folders;
}

int list(const ReproduceOptions& options) {
  auto patterns = options.question.figures;
  if (patterns.empty()) patterns = {"all"};
  show(options.common, list_figures(patterns, options.question.experiments, checks::figures()));
  return 0;
}

int run(const ReproduceOptions& options, const CLI::App& command) {
  const auto figures = checks::figures();
  const auto plan = planned(question_of(options, command), figures);
  require_separate_files(*command.get_parent(), "--out", figure_folders(plan));
  catch_interrupts();
  const auto told = [&](const nlohmann::ordered_json& record) {
    if (options.common.wants_table()) put_text(figure_text(record, plan.question.out));
    flush_stdout();
  };
  const FileWriter files{.write = write_file, .make_folder = make_folder};
  const auto answer = reproduce(plan, figures, files, options.common.execution(), told);
  if (!answer.complete())
    say(fmt::format(
        "interrupted: {} of {} figures are finished and kept; continue with `hearsay reproduce --resume {}`",
        answer.records.size(), answer.asked, plan.question.out));
  write_json(options.common, to_json(answer, options.common.origin()));
  if (answer.surprises > 0) return 1;
  return answer.complete() ? 0 : 3;
}

}  // namespace

void add_reproduce(CLI::App& app, Action& action) {
  auto* command = app.add_subcommand(
      "reproduce", "make the papers' figures and tables: data, gnuplot script, SVG, and one page with all");
  auto options = std::make_shared<ReproduceOptions>();
  add_common(*command, options->common);
  add_reproduce_options(*command, *options);
  command->footer(exit_codes("every number is in its expected range", "a number is outside its expected range",
                             "the run was cut short; finished figures are kept"));
  command->callback([options, command, &action] {
    if (options->list) {
      action = [options] { return list(*options); };
      return;
    }
    if (options->resume.empty()) {
      if (options->question.figures.empty()) throw CLI::RequiredError("FIGURE");
      if (options->question.out.empty()) throw CLI::RequiredError("--out");
    }
    action = [options, command] { return run(*options, *command); };
  });
}

}  // namespace hearsay::cli
