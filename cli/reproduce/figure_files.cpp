// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/reproduce/figure_files.hpp"

#include <sys/wait.h>

#include <csignal>
#include <cstdlib>

#include <hearsay/core/error.hpp>
#include "cli/common/output.hpp"
#include "empirical/figures/figure.hpp"

namespace hearsay::cli {

namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

/// Whether a command of the shell was ended by a signal that asks this program to stop, too.
bool was_interrupted(int status) {
  const int number = WIFSIGNALED(status) ? WTERMSIG(status) : WIFEXITED(status) ? WEXITSTATUS(status) - 128 : 0;
  return number == SIGINT || number == SIGTERM || number == SIGHUP;
}

/// Runs gnuplot in `folder`. @return true if the picture is there now. @throws Interrupted if a signal ended it that
/// ends this program, too.
bool draw(const fs::path& folder, const std::string& picture) {
  fs::remove(folder / picture);
  std::string quoted = "'";
  for (const char c : folder.string()) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  quoted += "'";
  const int status = std::system(
      ("command -v gnuplot >/dev/null 2>&1 && cd " + quoted + " && gnuplot plot.gp >/dev/null 2>&1").c_str());
  if (was_interrupted(status)) throw Interrupted();
  return status == 0 && fs::exists(folder / picture);
}

Json comparisons(const empirical::Experiment& experiment, const empirical::Measured& measured) {
  Json list = Json::array();
  for (const auto& c : empirical::compare(experiment, measured))
    list.push_back({{"name", c.name},
                    {"value", c.value},
                    {"lowest", c.lowest},
                    {"highest", c.highest},
                    {"seeds", c.seeds},
                    {"as_expected", c.as_expected()}});
  return list;
}

}  // namespace

Json write_figure(const empirical::Experiment& experiment, const empirical::Measured& measured, const fs::path& out) {
  const auto& id = experiment.id;
  const auto folder = out / id;
  const auto checks = comparisons(experiment, measured);
  const auto figure = empirical::make_figure(experiment.spec, measured, experiment.parameters, folder.filename());
  make_folder(folder.string());
  Json files = Json::array(), pictures = Json::array(), summary = Json::object();
  const auto put = [&](const std::string& name, const std::string& text) {
    write_file((folder / name).string(), text);
    files.push_back(id + "/" + name);
  };
  for (const auto& [name, text] : figure.csv) put(name, text);
  if (!figure.table.empty()) put("table.txt", figure.table);
  if (!figure.picture.empty()) put("plot.gp", figure.gnuplot);
  const bool drawn = figure.picture.empty() || draw(folder, figure.picture);
  if (drawn && !figure.picture.empty()) {
    pictures.push_back(id + "/" + figure.picture);
    files.push_back(pictures.back());
  }
  for (const auto& [name, value] : measured.numbers) summary[name] = value;
  const auto& [said, found] = std::pair{experiment.spec.note, measured.note};
  return {{"figure", id},
          {"title", experiment.spec.title},
          {"caption", experiment.spec.caption},
          {"source", experiment.spec.source},
          {"claims", experiment.spec.claims},
          {"drawing", experiment.drawing},
          {"parameters", experiment.parameters},
          {"note", said + (said.empty() || found.empty() ? "" : ". ") + found},
          {"table", figure.table},
          {"files", files},
          {"pictures", pictures},
          {"drawn", drawn},
          {"summary", summary},
          {"expected_source", experiment.expected_source},
          {"expected", checks}};
}

}  // namespace hearsay::cli
