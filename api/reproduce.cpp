// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/reproduce.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include <hearsay/claims/catalogue.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/core/nearest.hpp>
#include <hearsay/core/version.hpp>
#include <hearsay/system/stopwatch.hpp>
#include "api/figure_files.hpp"
#include "api/figure_folder.hpp"

namespace hearsay::api {

namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

/// The figures that the patterns name, in the order of their ids.
std::vector<std::string> matching_figures(const ReproduceQuestion& question, const std::vector<std::string>& patterns,
                                          const Figures& figures) {
  const auto folder = experiments_folder(question.experiments);
  const auto ids = figures.ids(folder);
  if (ids.empty())
    throw Error(Errc::file, folder.string(),
                "holds no figures; give the folder of the experiments with `experiments` DIR");
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
                  fmt::format("unknown figure '{}'; known: {}{}", pattern, fmt::join(known, ", "),
                              did_you_mean(nearest(pattern, known))));
    }
  }
  std::vector<std::string> matching;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    if (chosen[i]) matching.push_back(ids[i]);
  }
  return matching;
}

Json manifest_of(const ReproduceQuestion& question) {
  return {{"command", "reproduce"},
          {"version", version},
          {"seed", question.seed},
          {"scale", question.scale},
          {"request",
           {{"figures", question.figures},
            {"facebook", question.inputs.facebook},
            {"houses", question.inputs.houses},
            {"experiments", question.experiments}}}};
}

/// How one figure is made: its progress is named, and asks whether to stop.
/// @param position  of it in all.
Execution figure_execution(const Figure& figure, const ReproduceQuestion& question, const Execution& execution,
                           const std::string& position) {
  const auto progress = [&, position](std::size_t done, std::size_t total, std::string_view what) {
    if (execution.stop && execution.stop()) throw Interrupted();
    if (execution.progress) execution.progress(done, total, fmt::format("{} of {} ({})", what, figure.id, position));
  };
  return {.seed = {question.seed}, .jobs = execution.jobs, .progress = progress};
}

/// What an earlier run of the same request finished, by figure; a figure whose files are gone is left out.
std::map<std::string, Json> finished_before(const ReproduceQuestion& question, const std::vector<Figure>& figures) {
  std::map<std::string, Json> finished;
  if (!question.resume) return finished;
  const auto manifest = read_figure_manifest(fs::path(question.out) / "manifest.json");
  for (const auto& record : manifest["figures"]) {
    const auto id = record.at("figure").get<std::string>();
    const auto now = std::ranges::find(figures, id, &Figure::id);
    if (now == figures.end() || now->parameters != record.at("parameters") ||
        now->drawing != record.value("drawing", Json())) {
      throw Error(
          Errc::conditions, "`resume`",
          fmt::format("{} in {} was made with a different spec.json; start again with `out`", id, question.out));
    }
    if (all_files_there(record, question.out) && record.at("drawn").get<bool>()) finished[id] = record;
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

}  // namespace

FigureList list_figures(const std::vector<std::string>& patterns, const std::string& experiments,
                        const Figures& figures) {
  FigureList list{.patterns = patterns, .figures = {}};
  const ReproduceQuestion question{.figures = patterns, .out = {}, .experiments = experiments};
  for (const auto& id : matching_figures(question, patterns, figures))
    list.figures.push_back(figures.read(experiments_folder(experiments), id, question.scale));
  return list;
}

ReproducePlan planned(const ReproduceQuestion& question, const Figures& figures) {
  ReproducePlan plan{.question = question, .figures = {}, .finished = {}};
  for (const auto& id : matching_figures(question, question.figures, figures)) {
    plan.figures.push_back(figures.read(experiments_folder(question.experiments), id, question.scale));
    plan.figures.back().require_inputs(question.inputs, {question.seed});
  }
  plan.finished = finished_before(question, plan.figures);
  return plan;
}

ReproduceAnswer reproduce(const ReproducePlan& plan, const Figures& figures, const FileWriter& files,
                          const Execution& execution, const FigureTold& told) {
  const auto& question = plan.question;
  files.make_folder(question.out);
  FigureFolder folder(question.out, manifest_of(question), files);
  folder.want(matching_figures(question, folder.patterns(), figures));
  ReproduceAnswer answer{
      .question = question, .asked = plan.figures.size(), .records = Json::array(), .seconds = Json::object()};
  auto& records = answer.records;
  try {
    for (const auto& figure : plan.figures) {
      const Stopwatch watch;
      const auto earlier = plan.finished.find(figure.id);
      if (earlier == plan.finished.end()) {
        if (execution.stop && execution.stop()) throw Interrupted();
        folder.drop(figure.id);
        const auto position = fmt::format("figure {} of {}", records.size() + 1, plan.figures.size());
        const auto made = figure.make(question.inputs, figure_execution(figure, question, execution, position));
        records.push_back(write_figure(figure, made, question.out, files));
      } else {
        records.push_back(earlier->second);
      }
      folder.add(records.back());
      answer.seconds[figure.id] = watch.seconds();
      if (told) told(records.back());
    }
  } catch (const Interrupted&) {
    folder.write();
  }
  answer.surprises = surprises_of(records);
  return answer;
}

}  // namespace hearsay::api
