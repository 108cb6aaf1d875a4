// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/reproduce/reproduce_options.hpp"

#include <optional>

namespace hearsay::cli {

void add_reproduce_options(CLI::App& command, ReproduceOptions& options) {
  command.add_option("FIGURE", options.question.figures, "ids or globs of figures, e.g. 'rumor/*', or all");
  auto* list = command.add_flag("--list", options.list, "list the figures with their sources, and make none");
  const auto pages = files_in_folder({"manifest.json", "index.html"});
  auto* out = writes(command
                         .add_option("--out", options.question.out,
                                     "folder for the figures, created if missing; figures already in it are kept")
                         ->type_name("DIR"),
                     pages);
  writes(command
             .add_option(
                 "--resume", options.resume,
                 "folder of an interrupted run, which is continued; the files are the same as without interruption")
             ->check(CLI::ExistingDirectory)
             ->type_name("DIR")
             ->excludes(out)
             ->excludes(list),
         pages);
  out->excludes(list);
  command
      .add_option("--scale", options.question.scale,
                  "sizes and numbers of runs. small: minutes for all figures; paper: those of the papers")
      ->check(CLI::IsMember({"small", "paper"}))
      ->capture_default_str();
  reads(command
            .add_option("--facebook", options.question.inputs.facebook,
                        "folder of ego networks NAME.edges (default: generated graphs)")
            ->check(CLI::ExistingDirectory)
            ->type_name("DIR"),
        files_below(".edges"));
  reads(command
            .add_option(
                "--houses", options.question.inputs.houses,
                "file of the houses data (default: generated data). ARFF if its name ends in .arff, with the target "
                "median_house_value or in the last column; else CSV, with the target in the last column")
            ->check(existing_file())
            ->type_name("FILE"));
  reads(command
            .add_option("--experiments", options.question.experiments,
                        "folder with the experiments' spec.json and expected.json")
            ->check(CLI::ExistingDirectory)
            ->type_name("DIR"),
        files_below(".json"));
}

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

}  // namespace hearsay::cli
