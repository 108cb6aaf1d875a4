// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>

#include <hearsay/claims/catalogue.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/core/nearest.hpp>
#include <hearsay/core/version.hpp>
#include <hearsay/report/text_table.hpp>
#include "api/render/result.hpp"
#include "api/render/words.hpp"
#include "cli/common/interrupt.hpp"
#include "cli/common/verb.hpp"
#include "cli/reproduce/figure_files.hpp"
#include "cli/reproduce/figure_folder.hpp"
#include "empirical/figures/experiment.hpp"

namespace hearsay::cli {

namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

struct ReproduceOptions {
  Common common;
  std::vector<std::string> patterns;
  std::string out, resume, scale = "small", experiments;
  empirical::FigureInputs inputs;
};

/// The figures that a pattern names, in the order of their ids.
std::vector<std::string> chosen_figures(const ReproduceOptions& options, const std::vector<std::string>& patterns) {
  const auto folder = experiments_folder(options.experiments);
  const auto ids = empirical::experiment_ids(folder);
  if (ids.empty())
    throw Error(Errc::file, folder.string(), "holds no figures; --experiments DIR says where the experiments are");
  std::vector<bool> chosen(ids.size(), false);
  for (const auto& pattern : patterns) {
    bool found = false;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      if (pattern != "all" && !claims::glob_match(pattern, ids[i])) continue;
      found = chosen[i] = true;
    }
    if (!found) {
      std::vector<std::string> known{"all"};
      known.insert(known.end(), ids.begin(), ids.end());
      throw Error(Errc::unknown, "reproduce",
                  fmt::format("'{}' is no figure; known are {}{}", pattern, fmt::join(known, ", "),
                              did_you_mean(nearest(pattern, known))));
    }
  }
  std::vector<std::string> figures;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    if (chosen[i]) figures.push_back(ids[i]);
  }
  return figures;
}

/// Reads and looks at everything that can be wrong with the request, before work starts.
std::vector<empirical::Experiment> prepare(const ReproduceOptions& options) {
  std::vector<empirical::Experiment> experiments;
  for (const auto& id : chosen_figures(options, options.patterns)) {
    experiments.push_back(empirical::read_experiment(experiments_folder(options.experiments), id, options.scale));
    empirical::require_inputs(experiments.back(), options.inputs, options.common.seeded());
  }
  return experiments;
}

/// Where the figures are written.
std::vector<FileSet> figure_folders(const ReproduceOptions& options) {
  std::vector<FileSet> folders;
  for (const auto& id : chosen_figures(options, options.patterns))
    folders.push_back({.path = options.out + "/" + id, .below = true});
  return folders;
}

Json manifest_of(const ReproduceOptions& options) {
  return {{"command", "reproduce"},
          {"version", version},
          {"seed", options.common.seed},
          {"scale", options.scale},
          {"request",
           {{"figures", options.patterns},
            {"facebook", options.inputs.facebook},
            {"houses", options.inputs.houses},
            {"experiments", options.experiments}}}};
}

/// Makes one figure. @return its record. @param position  of it in all, for the progress bar.
Json make(const empirical::Experiment& experiment, const ReproduceOptions& options, const std::string& position) {
  const auto bar = terminal_progress();
  const auto progress = stoppable([&](std::size_t done, std::size_t total, std::string_view what) {
    if (bar) bar(done, total, fmt::format("{} of {} ({})", what, experiment.id, position));
  });
  const auto measured = empirical::measure(
      experiment, {.parameters = experiment.parameters,
                   .inputs = options.inputs,
                   .execution = {.seed = options.common.seeded(), .jobs = options.common.jobs, .progress = progress}});
  return write_figure(experiment, measured, options.out);
}

/// The numbers of a figure beside what is expected of them; empty if nothing is.
report::TerminalText comparison_table(const Json& expected) {
  if (expected.empty()) return {};
  report::TextTable table({{.title = "found"},
                           {.title = "expected"},
                           {.title = "", .align = report::TextColumn::Align::left},
                           {.title = "what", .align = report::TextColumn::Align::left, .fit = report::Fit::wrap}});
  for (const auto& c : expected) {
    table.row({fmt::format("{:.6g}", c["value"].get<double>()),
               fmt::format("{:g} .. {:g}", c["lowest"].get<double>(), c["highest"].get<double>()),
               c["as_expected"].get<bool>() ? "" : "outside", c["name"].get<std::string>()});
  }
  return table.text();
}

void print(const Json& record, const fs::path& folder) {
  print_wrapped("{}: {}", record["figure"].get<std::string>(), record["title"].get<std::string>());
  if (const auto caption = record["caption"].get<std::string>(); !caption.empty()) print_wrapped("{}", caption);
  if (const auto note = record["note"].get<std::string>(); !note.empty()) print_wrapped("{}", note);
  put("{}{}", report::TerminalText::lines(record["table"].get<std::string>()), comparison_table(record["expected"]));
  print_wrapped("written to {}{}", (folder / record["figure"].get<std::string>()).string(),
                record["drawn"].get<bool>()
                    ? ""
                    : ": data and script only, since gnuplot was not found or failed; run `gnuplot plot.gp` there");
}

/// What an earlier run of the same request finished, by figure; a figure whose files are gone is left out.
std::map<std::string, Json> finished_before(const ReproduceOptions& options,
                                            const std::vector<empirical::Experiment>& experiments) {
  std::map<std::string, Json> finished;
  if (options.resume.empty()) return finished;
  const auto manifest = read_figure_manifest(fs::path(options.resume) / "manifest.json");
  for (const auto& record : manifest["figures"]) {
    const auto id = record.at("figure").get<std::string>();
    const auto now = std::ranges::find(experiments, id, &empirical::Experiment::id);
    if (now == experiments.end() || now->parameters != record.at("parameters") ||
        now->drawing != record.value("drawing", Json())) {
      throw Error(Errc::conditions, "--resume",
                  fmt::format("{} in {} was made by another spec.json than there is now; start again with --out", id,
                              options.resume));
    }
    if (all_files_there(record, options.resume) && record.at("drawn").get<bool>()) finished[id] = record;
  }
  return finished;
}

std::size_t surprises_of(const Json& records) {
  std::size_t surprises = 0;
  for (const auto& record : records)
    surprises += static_cast<std::size_t>(
        std::ranges::count_if(record["expected"], [](const Json& c) { return !c["as_expected"].get<bool>(); }));
  return surprises;
}

int reproduce(const ReproduceOptions& options, const CLI::App& program) {
  const auto experiments = prepare(options);
  const auto before = finished_before(options, experiments);
  require_separate_files(program, "--out", figure_folders(options));
  catch_interrupts();
  make_folder(options.out);
  FigureFolder folder(options.out, manifest_of(options));
  folder.want(chosen_figures(options, folder.patterns()));
  Json records = Json::array(), timing = Json::object();
  try {
    for (const auto& experiment : experiments) {
      const Stopwatch watch;
      const auto earlier = before.find(experiment.id);
      if (earlier == before.end()) {
        if (interrupted()) throw Interrupted();
        folder.drop(experiment.id);
      }
      records.push_back(
          earlier != before.end()
              ? earlier->second
              : make(experiment, options, fmt::format("figure {} of {}", records.size() + 1, experiments.size())));
      folder.add(records.back());
      timing[experiment.id] = watch.seconds();
      if (options.common.wants_table()) print(records.back(), folder.path());
      flush_stdout();
    }
  } catch (const Interrupted&) {
    folder.write();
    say(fmt::format(
        "interrupted: {} of {} figures are finished and kept; `hearsay reproduce --resume {}` does the rest",
        records.size(), experiments.size(), options.out));
  }
  const bool complete = records.size() == experiments.size();
  const auto surprises = surprises_of(records);
  auto result =
      envelope("reproduce", {{"figures", options.patterns}, {"scale", options.scale}}, options.common.origin());
  result.update({{"complete", complete}, {"figures", records}, {"surprises", surprises}, {"timing", timing}});
  write_json(options.common, result);
  if (surprises > 0) return 1;
  return complete ? 0 : 3;
}

/// Takes the request over from the manifest of --resume DIR; what the command line says as well must agree with it.
void resume_request(ReproduceOptions& options, const CLI::App& command) {
  const auto path = fs::path(options.resume) / "manifest.json";
  if (!fs::exists(path))
    throw Error(
        Errc::file, "--resume",
        fmt::format("{} has no manifest.json: no run of `hearsay reproduce --out` began there", options.resume));
  const auto manifest = read_figure_manifest(path);
  const auto take = [&](const char* option, auto& value, const Json& recorded) {
    const auto before = recorded.get<std::decay_t<decltype(value)>>();
    if (command.get_option(option)->count() > 0 && value != before) {
      throw Error(Errc::conditions, "--resume",
                  fmt::format("{} was begun with another {}; leave that out, or start again with --out", options.resume,
                              option));
    }
    value = before;
  };
  try {
    if (const auto made_by = manifest.at("version").get<std::string>(); made_by != version) {
      throw Error(Errc::conditions, "--resume",
                  fmt::format("{} was begun by hearsay {}, this is {}: start again with --out", options.resume, made_by,
                              version));
    }
    const auto& request = manifest.at("request");
    take("FIGURE", options.patterns, request.at("figures"));
    take("--seed", options.common.seed, manifest.at("seed"));
    take("--scale", options.scale, manifest.at("scale"));
    take("--facebook", options.inputs.facebook, request.at("facebook"));
    take("--houses", options.inputs.houses, request.at("houses"));
    take("--experiments", options.experiments, request.at("experiments"));
  } catch (const Json::exception&) {
    throw Error(Errc::syntax, path.string(), "is no manifest of `hearsay reproduce`");
  }
  options.out = options.resume;
}

}  // namespace

void add_reproduce(CLI::App& app, Action& action) {
  auto* command =
      app.add_subcommand("reproduce", "the papers' figures and tables: data, gnuplot script, SVG, one page over all");
  auto options = std::make_shared<ReproduceOptions>();
  add_common(*command, options->common);
  command->add_option("FIGURE", options->patterns, "ids or globs, e.g. 'rumor/*', or all");
  const auto pages = files_in_folder({"manifest.json", "index.html"});
  auto* out = writes(command
                         ->add_option("--out", options->out,
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
      ->add_option("--scale", options->scale, "small (minutes in all) or paper (the paper's sizes and numbers of runs)")
      ->check(CLI::IsMember({"small", "paper"}))
      ->capture_default_str();
  reads(command
            ->add_option("--facebook", options->inputs.facebook,
                         "folder of ego networks NAME.edges (default: generated graphs)")
            ->check(CLI::ExistingDirectory)
            ->type_name("DIR"),
        files_below(".edges"));
  reads(command
            ->add_option("--houses", options->inputs.houses,
                         "CSV file of the houses data, target last (default: generated data)")
            ->check(existing_file())
            ->type_name("FILE"));
  reads(command
            ->add_option("--experiments", options->experiments,
                         "folder with the experiments' spec.json and expected.json")
            ->check(CLI::ExistingDirectory)
            ->type_name("DIR"),
        files_below(".json"));
  command->footer(exit_codes("every number lies in the range expected of it",
                             "a number lies outside the range expected of it",
                             "the run was cut short; what is finished is kept"));
  command->callback([options, command, &action] {
    if (options->resume.empty()) {
      if (options->patterns.empty()) throw CLI::RequiredError("FIGURE");
      if (options->out.empty()) throw CLI::RequiredError("--out");
    }
    action = [options, command] {
      if (!options->resume.empty()) resume_request(*options, *command);
      return reproduce(*options, *command->get_parent());
    };
  });
}

}  // namespace hearsay::cli
