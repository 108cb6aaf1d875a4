#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>

#include "cli/verb.hpp"
#include "empirical/figures/figure.hpp"
#include <hearsay/claims/catalogue.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/core/version.hpp>

namespace hearsay::cli {

namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

struct Options {
  Common common;
  std::vector<std::string> patterns;
  std::string out, scale = "small", experiments;
};

/// --experiments, or the folder installed beside this program, or the one it was built from.
fs::path experiments_folder(const Options& options) {
  if (!options.experiments.empty()) return options.experiments;
  std::error_code failed;
  const fs::path program = fs::read_symlink("/proc/self/exe", failed);
  const fs::path installed = program.parent_path().parent_path() / "share" / "hearsay" / "experiments";
  if (!failed && fs::is_directory(installed)) return installed;
  return HEARSAY_EXPERIMENTS;
}

Json read_json(const fs::path& path) {
  std::ifstream in(path);
  if (!in) throw Error(Errc::file, path.string(), "cannot be read; --experiments DIR says where the experiments are");
  try {
    return Json::parse(in);
  } catch (const Json::exception& error) {
    throw Error(Errc::syntax, path.string(), fmt::format("is not valid JSON: {}", error.what()));
  }
}

std::vector<empirical::Figure> chosen_figures(const Options& options) {
  std::vector<empirical::Figure> chosen;
  for (const auto& pattern : options.patterns) {
    bool found = false;
    for (const auto& figure : empirical::figures()) {
      if (pattern != "all" && !claims::glob_match(pattern, figure.id)) continue;
      found = true;
      chosen.push_back(figure);
    }
    if (!found) {
      std::string known;
      for (const auto& figure : empirical::figures()) known += fmt::format("{}{}", known.empty() ? "" : ", ", figure.id);
      throw Error(Errc::unknown, "reproduce", fmt::format("'{}' is no figure; known are all, {}", pattern, known));
    }
  }
  return chosen;
}

/// One number against its range in expected.json: {"name": [lowest, highest]} by scale.
struct Comparison {
  std::string name;
  double value, lowest, highest;
  [[nodiscard]] bool as_expected() const { return lowest <= value && value <= highest; }
};

std::vector<Comparison> compare(const empirical::FigureData& data, const Json& expected, const std::string& where) {
  std::vector<Comparison> result;
  for (const auto& [name, range] : expected.items()) {
    const auto found = data.summary.find(name);
    if (found == data.summary.end()) throw Error(Errc::unknown, where, fmt::format("'{}' is no number of this figure", name));
    result.push_back({name, found->second, range.at(0).get<double>(), range.at(1).get<double>()});
  }
  return result;
}

/// Runs gnuplot in `folder`. \return true if the pictures are there now.
bool draw(const fs::path& folder, const std::vector<std::string>& pictures) {
  for (const auto& picture : pictures) fs::remove(folder / picture);
  std::string quoted = "'";
  for (const char c : folder.string()) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  quoted += "'";
  const int status = std::system(("command -v gnuplot >/dev/null 2>&1 && cd " + quoted + " && gnuplot plot.gp >/dev/null 2>&1").c_str());
  bool all = status == 0;
  for (const auto& picture : pictures) all = all && fs::exists(folder / picture);
  return all;
}

int reproduce(const Options& options) {
  const auto figures = chosen_figures(options);
  const fs::path experiments = experiments_folder(options);
  // Everything that can be wrong with the request is looked at before work starts.
  std::vector<Json> specs, expectations;
  for (const auto& figure : figures) {
    const fs::path folder = experiments / figure.id;
    specs.push_back(read_json(folder / "spec.json"));
    expectations.push_back(read_json(folder / "expected.json"));
    if (!specs.back().contains("scales") || !specs.back()["scales"].contains(options.scale)) {
      throw Error(Errc::unknown, (folder / "spec.json").string(), fmt::format("has no scale '{}'", options.scale));
    }
  }
  make_folder(options.out);

  Json results = Json::array();
  Json timing = Json::object();
  std::size_t surprises = 0;
  for (std::size_t i = 0; i < figures.size(); ++i) {
    const auto start = std::chrono::steady_clock::now();
    const std::string id(figures[i].id);
    const fs::path folder = fs::path(options.out) / id;
    const Json& parameters = specs[i]["scales"][options.scale];
    empirical::FigureData data;
    try {
      data = figures[i].make({.parameters = parameters, .seed = options.common.seeded(), .jobs = options.common.jobs, .progress = terminal_progress()});
    } catch (const Json::exception& error) {
      throw Error(Errc::syntax, (experiments / id / "spec.json").string(), error.what());
    }
    make_folder(folder.string());
    for (const auto& [name, text] : data.csv) write_file((folder / name).string(), text);
    write_file((folder / "plot.gp").string(), data.gnuplot);
    const bool drawn = draw(folder, data.pictures);
    const auto comparisons = compare(data, expectations[i].value(options.scale, Json::object()), (experiments / id / "expected.json").string());
    timing[id] = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();

    Json files = Json::array(), checks = Json::array(), summary = Json::object();
    for (const auto& [name, text] : data.csv) files.push_back(id + "/" + name);
    files.push_back(id + "/plot.gp");
    if (drawn) {
      for (const auto& picture : data.pictures) files.push_back(id + "/" + picture);
    }
    for (const auto& [name, value] : data.summary) summary[name] = value;
    for (const auto& c : comparisons) {
      checks.push_back({{"name", c.name}, {"value", c.value}, {"lowest", c.lowest}, {"highest", c.highest}, {"as_expected", c.as_expected()}});
      surprises += c.as_expected() ? 0 : 1;
    }
    results.push_back({{"figure", id}, {"source", specs[i].value("source", "")}, {"parameters", parameters}, {"files", files}, {"drawn", drawn}, {"summary", summary}, {"expected", checks}});
    if (options.common.wants_table()) {
      fmt::print("{}: {}\n", id, specs[i].value("title", ""));
      for (const auto& c : comparisons) fmt::print("  {:<62}{:>12.6g}  expected {:g} .. {:g}{}\n", c.name, c.value, c.lowest, c.highest, c.as_expected() ? "" : "   <- outside");
      fmt::print("  written to {}{}\n", folder.string(), drawn ? "" : ": data and script only, since gnuplot was not found or failed; run `gnuplot plot.gp` there");
    }
  }
  write_json(options.common, Json{{"command", "reproduce"}, {"parameters", {{"figures", options.patterns}, {"scale", options.scale}}}, {"seed", options.common.seed}, {"version", version},
                                  {"figures", results}, {"surprises", surprises}, {"timing", timing}});
  return surprises == 0 ? 0 : 1;
}

}  // namespace

void add_reproduce(CLI::App& app, Action& action) {
  auto* command = app.add_subcommand("reproduce", "the papers' figures and tables: data, gnuplot script, SVG");
  auto options = std::make_shared<Options>();
  add_common(*command, options->common);
  command->add_option("FIGURE", options->patterns, "ids or globs, e.g. 'rumor/*', or all")->required();
  command->add_option("--out", options->out, "folder to write to; made if missing")->required()->type_name("DIR");
  command->add_option("--scale", options->scale, "small (seconds) or paper (the paper's sizes and numbers of runs)")->check(CLI::IsMember({"small", "paper"}))->capture_default_str();
  command->add_option("--experiments", options->experiments, "folder with the experiments' spec.json and expected.json")->check(CLI::ExistingDirectory)->type_name("DIR");
  command->callback([options, &action] { action = [options] { return reproduce(*options); }; });
}

}  // namespace hearsay::cli
