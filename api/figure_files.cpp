// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/figure_files.hpp"

#include <sys/wait.h>

#include <csignal>
#include <cstdlib>

#include <hearsay/core/error.hpp>

namespace hearsay::api {

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

Json comparisons_json(const MadeFigure& made) {
  Json list = Json::array();
  for (const auto& c : made.comparisons)
    list.push_back({{"name", c.name},
                    {"value", c.value},
                    {"lowest", c.lowest},
                    {"highest", c.highest},
                    {"seeds", c.seeds},
                    {"as_expected", c.as_expected}});
  return list;
}

}  // namespace

Json write_figure(const Figure& figure, const MadeFigure& made, const fs::path& out, const FileWriter& files) {
  const auto folder = out / figure.id;
  files.make_folder(folder.string());
  Json names = Json::array(), pictures = Json::array(), summary = Json::object();
  const auto put = [&](const std::string& name, const std::string& text) {
    files.write((folder / name).string(), text);
    names.push_back(figure.id + "/" + name);
  };
  for (const auto& [name, text] : made.csv) put(name, text);
  if (!made.table.empty()) put("table.txt", made.table);
  if (!made.picture.empty()) put("plot.gp", made.gnuplot);
  const bool drawn = made.picture.empty() || draw(folder, made.picture);
  if (drawn && !made.picture.empty()) {
    pictures.push_back(figure.id + "/" + made.picture);
    names.push_back(pictures.back());
  }
  for (const auto& [name, value] : made.numbers) summary[name] = value;
  const bool both = !figure.note.empty() && !made.note.empty();
  return {{"figure", figure.id},
          {"title", figure.title},
          {"caption", figure.caption},
          {"source", figure.source},
          {"claims", figure.claims},
          {"drawing", figure.drawing},
          {"parameters", figure.parameters},
          {"note", figure.note + (both ? ". " : "") + made.note},
          {"table", made.table},
          {"files", names},
          {"pictures", pictures},
          {"drawn", drawn},
          {"summary", summary},
          {"expected_source", figure.expected_source},
          {"expected", comparisons_json(made)}};
}

}  // namespace hearsay::api
