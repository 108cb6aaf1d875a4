// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <memory>

#include "api/reproduce.hpp"
#include "checks/checks.hpp"
#include "cli/common/interrupt.hpp"
#include "cli/common/verb.hpp"

namespace hearsay::cli {

namespace {

struct ReproduceOptions {
  Common common;
  ReproduceQuestion question;
  std::string resume;
};

/// Where the figures are written.
std::vector<FileSet> figure_folders(const ReproduceQuestion& question, const Figures& figures) {
  std::vector<FileSet> folders;
  for (const auto& id : figures_named(question, figures))
    folders.push_back({.path = question.out + "/" + id, .below = true});
  return folders;
}

/// What was asked; with --resume, what was begun, unless the command line says something else.
ReproduceQuestion question_of(const ReproduceOptions& options, const CLI::App& command) {
  auto question = options.question;
  question.seed = options.common.seed;
  if (options.resume.empty()) return question;
  const auto given = [&](const char* option, const auto& value) {
    return command.get_option(option)->count() > 0 ? std::optional(value) : std::nullopt;
  };
  return resumed({.folder = options.resume,
                  .figures = given("FIGURE", question.figures),
                  .scale = given("--scale", question.scale),
                  .experiments = given("--experiments", question.experiments),
                  .facebook = given("--facebook", question.inputs.facebook),
                  .houses = given("--houses", question.inputs.houses),
                  .seed = given("--seed", question.seed)});
}

int run(const ReproduceOptions& options, const CLI::App& command) {
  const auto figures = checks::figures();
  const auto question = question_of(options, command);
  require_separate_files(*command.get_parent(), "--out", figure_folders(question, figures));
  catch_interrupts();
  const auto told = [&](const nlohmann::ordered_json& record) {
    if (options.common.wants_table()) put_text(figure_text(record, question.out));
    flush_stdout();
  };
  const FileWriter files{.write = write_file, .make_folder = make_folder};
  const auto answer = reproduce(question, figures, files, options.common.execution(), told);
  if (!answer.complete())
    say(fmt::format(
        "interrupted: {} of {} figures are finished and kept; `hearsay reproduce --resume {}` does the rest",
        answer.records.size(), answer.asked, question.out));
  write_json(options.common, to_json(answer, options.common.origin()));
  if (answer.surprises > 0) return 1;
  return answer.complete() ? 0 : 3;
}

}  // namespace

void add_reproduce(CLI::App& app, Action& action) {
  auto* command =
      app.add_subcommand("reproduce", "the papers' figures and tables: data, gnuplot script, SVG, one page over all");
  auto options = std::make_shared<ReproduceOptions>();
  add_common(*command, options->common);
  command->add_option("FIGURE", options->question.figures, "ids or globs, e.g. 'rumor/*', or all");
  const auto pages = files_in_folder({"manifest.json", "index.html"});
  auto* out = writes(command
                         ->add_option("--out", options->question.out,
                                      "folder to write to; made if missing; figures that are there already stay")
                         ->type_name("DIR"),
                     pages);
  writes(command
             ->add_option("--resume", options->resume,
                          "go on with the interrupted run of this folder, to the same bytes as without interruption")
             ->check(CLI::ExistingDirectory)
             ->type_name("DIR")
             ->excludes(out),
         pages);
  command
      ->add_option("--scale", options->question.scale,
                   "small (minutes in all) or paper (the paper's sizes and numbers of runs)")
      ->check(CLI::IsMember({"small", "paper"}))
      ->capture_default_str();
  reads(command
            ->add_option("--facebook", options->question.inputs.facebook,
                         "folder of ego networks NAME.edges (default: generated graphs)")
            ->check(CLI::ExistingDirectory)
            ->type_name("DIR"),
        files_below(".edges"));
  reads(command
            ->add_option("--houses", options->question.inputs.houses,
                         "CSV file of the houses data, target last (default: generated data)")
            ->check(existing_file())
            ->type_name("FILE"));
  reads(command
            ->add_option("--experiments", options->question.experiments,
                         "folder with the experiments' spec.json and expected.json")
            ->check(CLI::ExistingDirectory)
            ->type_name("DIR"),
        files_below(".json"));
  command->footer(exit_codes("every number lies in the range expected of it",
                             "a number lies outside the range expected of it",
                             "the run was cut short; what is finished is kept"));
  command->callback([options, command, &action] {
    if (options->resume.empty()) {
      if (options->question.figures.empty()) throw CLI::RequiredError("FIGURE");
      if (options->question.out.empty()) throw CLI::RequiredError("--out");
    }
    action = [options, command] { return run(*options, *command); };
  });
}

}  // namespace hearsay::cli
