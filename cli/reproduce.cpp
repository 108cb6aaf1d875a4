// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <sys/wait.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>

#include <hearsay/claims/catalogue.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/core/nearest.hpp>
#include <hearsay/core/version.hpp>
#include <hearsay/graph/readers.hpp>
#include <hearsay/learning/samples.hpp>
#include <hearsay/report/figure_page.hpp>
#include <hearsay/report/text_table.hpp>
#include "cli/interrupt.hpp"
#include "cli/page.hpp"
#include "cli/result.hpp"
#include "cli/verb.hpp"
#include "empirical/figures/figure.hpp"

namespace hearsay::cli {

namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

struct Options {
  Common common;
  std::vector<std::string> patterns;
  std::string out, resume, scale = "small", experiments;
  empirical::FigureInputs inputs;
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

/// The figures that a pattern names, in the order of the catalogue.
std::vector<empirical::Figure> chosen_figures(const std::vector<std::string>& patterns) {
  std::vector<bool> chosen(empirical::figures().size(), false);
  for (const auto& pattern : patterns) {
    bool found = false;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      if (pattern != "all" && !claims::glob_match(pattern, empirical::figures()[i].id)) continue;
      found = chosen[i] = true;
    }
    if (!found) {
      std::vector<std::string> known{"all"};
      for (const auto& figure : empirical::figures()) known.emplace_back(figure.id);
      throw Error(Errc::unknown, "reproduce",
                  fmt::format("'{}' is no figure; known are {}{}", pattern, fmt::join(known, ", "),
                              did_you_mean(nearest(pattern, known))));
    }
  }
  std::vector<empirical::Figure> figures;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    if (chosen[i]) figures.push_back(empirical::figures()[i]);
  }
  return figures;
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
    if (found == data.summary.end())
      throw Error(Errc::unknown, where, fmt::format("'{}' is no number of this figure", name));
    result.push_back({name, found->second, range.at(0).get<double>(), range.at(1).get<double>()});
  }
  return result;
}

/// Runs gnuplot in `folder`. @return true if the pictures are there now. @throws Interrupted if Ctrl-C ended it.
bool draw(const fs::path& folder, const empirical::FigureData& data) {
  if (data.pictures.empty()) return true;
  for (const auto& picture : data.pictures) fs::remove(folder / picture);
  std::string quoted = "'";
  for (const char c : folder.string()) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  quoted += "'";
  const int status = std::system(
      ("command -v gnuplot >/dev/null 2>&1 && cd " + quoted + " && gnuplot plot.gp >/dev/null 2>&1").c_str());
  if ((WIFSIGNALED(status) && WTERMSIG(status) == SIGINT) || (WIFEXITED(status) && WEXITSTATUS(status) == 128 + SIGINT))
    throw Interrupted();
  bool all = status == 0;
  for (const auto& picture : data.pictures) all = all && fs::exists(folder / picture);
  return all;
}

/// A chosen figure and what it is made from.
struct Task {
  empirical::Figure figure;
  Json spec, expected, parameters;
  std::string expected_path;
};

/// Can the data of --houses be dealt to the users of every task?
void require_enough_rows(const Options& options, const std::vector<Task>& tasks) {
  const auto table = learning::read_table(options.inputs.houses, learning::Format::csv);
  const auto rows = learning::prepare(table, {}, options.common.seeded()).train.rows();
  for (const auto& task : tasks) {
    if (task.spec.value("input", "") != "houses") continue;
    auto users = task.parameters.value("users", Json::array());
    if (!users.is_array()) users = Json::array({users});
    for (const auto& count : users) {
      if (count.is_number_integer() && count.get<std::int64_t>() <= rows) continue;
      throw Error(Errc::conditions, "--houses",
                  fmt::format("{} rows leave {} to train on, and {} deals them to {} users", table.rows(), rows,
                              task.figure.id, count.dump()));
    }
  }
}

/// Reads and looks at everything that can be wrong with the request, before work starts.
std::vector<Task> prepare(const Options& options) {
  const fs::path experiments = experiments_folder(options);
  std::vector<Task> tasks;
  for (const auto& figure : chosen_figures(options.patterns)) {
    const fs::path folder = experiments / figure.id;
    Task task{.figure = figure,
              .spec = read_json(folder / "spec.json"),
              .expected = read_json(folder / "expected.json"),
              .parameters = {},
              .expected_path = (folder / "expected.json").string()};
    if (!task.spec.contains("scales") || !task.spec["scales"].contains(options.scale)) {
      throw Error(Errc::unknown, (folder / "spec.json").string(), fmt::format("has no scale '{}'", options.scale));
    }
    task.parameters = task.spec["scales"][options.scale];
    if (!options.inputs.facebook.empty() && task.spec.value("input", "") == "facebook") {
      Json networks = task.parameters.value("networks", Json::array());
      if (task.parameters.contains("network")) networks.push_back(task.parameters["network"]);
      for (const auto& name : networks)
        (void)graph::read_graph((fs::path(options.inputs.facebook) / (name.get<std::string>() + ".edges")).string());
    }
    tasks.push_back(std::move(task));
  }
  if (!options.inputs.houses.empty()) require_enough_rows(options, tasks);
  return tasks;
}

Json request_of(const Options& options) {
  return {{"figures", options.patterns},
          {"facebook", options.inputs.facebook},
          {"houses", options.inputs.houses},
          {"experiments", options.experiments}};
}

/// manifest.json of a folder. @throws Error(Errc::syntax) if it is none.
Json read_manifest(const fs::path& path) {
  auto manifest = read_json(path);
  try {
    (void)report::figure_page(manifest);  // reads every field
    (void)manifest.at("request").at("figures").get<std::vector<std::string>>();
  } catch (const Json::exception& error) {
    throw Error(Errc::syntax, path.string(), fmt::format("is no manifest of `hearsay reproduce`: {}", error.what()));
  }
  return manifest;
}

/// Whether no file of a finished figure was lost since.
bool all_there(const Json& record, const fs::path& folder) {
  return std::ranges::all_of(record.at("files"),
                             [&](const Json& file) { return fs::exists(folder / file.get<std::string>()); });
}

/// Records of finished figures, the folder's manifest.json and index.html; both always say what is in the folder now,
/// earlier runs included.
class Folder {
 public:
  explicit Folder(const Options& options) : path_(options.out) {
    manifest_ = {
        {"command", "reproduce"},         {"version", version}, {"seed", options.common.seed}, {"scale", options.scale},
        {"request", request_of(options)}, {"complete", false},  {"figures", Json::array()}};
    const auto before = path_ / "manifest.json";
    if (fs::exists(before)) {
      take_over(read_manifest(before));
    } else if (fs::exists(path_ / "index.html")) {
      throw Error(
          Errc::conditions, "--out",
          fmt::format(
              "{} holds an index.html that is not of `hearsay reproduce` and would be lost: take another folder",
              path_.string()));
    }
    for (const auto& figure : chosen_figures(manifest_["request"]["figures"].get<std::vector<std::string>>()))
      wanted_.emplace_back(figure.id);
  }
  /// A figure is about to be made: what may be there of it is no longer finished.
  void drop(const std::string& figure) {
    if (records_.erase(figure) > 0) write();
  }
  /// Puts a record in its place in the catalogue's order.
  void add(const Json& record) {
    records_[record.at("figure").get<std::string>()] = record;
    write();
  }
  void write() {
    auto& figures = manifest_["figures"] = Json::array();
    for (const auto& id : wanted_) {
      if (const auto found = records_.find(id); found != records_.end()) figures.push_back(found->second);
    }
    manifest_["complete"] = figures.size() == wanted_.size();
    write_file((path_ / "manifest.json").string(),
               manifest_.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
    write_file((path_ / "index.html").string(), report::figure_page(manifest_));
  }
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  /// Keeps what an earlier run left, if one page can say under which conditions all of it was made.
  void take_over(const Json& before) {
    const auto require_same = [&](const char* what, const Json& theirs, const Json& ours) {
      if (theirs != ours)
        throw Error(Errc::conditions, "--out",
                    fmt::format("{} holds figures made with {} {}, not {}: take another folder", path_.string(), what,
                                theirs.dump(), ours.dump()));
    };
    for (const char* key : {"version", "seed", "scale"}) require_same(key, before.at(key), manifest_[key]);
    for (const char* key : {"facebook", "houses", "experiments"})
      require_same(fmt::format("--{}", key).c_str(), before["request"].value(key, Json()), manifest_["request"][key]);
    auto& asked = manifest_["request"]["figures"];
    auto all = before["request"]["figures"];
    for (const auto& pattern : asked) {
      if (std::ranges::find(all, pattern) == all.end()) all.push_back(pattern);
    }
    asked = std::move(all);
    for (const auto& record : before.at("figures")) {
      if (all_there(record, path_)) records_[record.at("figure").get<std::string>()] = record;
    }
  }

  fs::path path_;
  Json manifest_;
  std::vector<std::string> wanted_;      ///< by this and earlier runs, in the catalogue's order
  std::map<std::string, Json> records_;  ///< by figure
};

/// Makes one figure. @return its record: nothing in it differs between equal runs.
Json make(const Task& task, const Options& options, const std::string& position) {
  const std::string id(task.figure.id);
  const auto bar = terminal_progress();
  const auto progress = stoppable([&](std::size_t done, std::size_t total, std::string_view what) {
    if (bar) bar(done, total, fmt::format("{} of {} ({})", what, id, position));
  });
  empirical::FigureData data;
  try {
    data = task.figure.make({.parameters = task.parameters,
                             .inputs = options.inputs,
                             .seed = options.common.seeded(),
                             .jobs = options.common.jobs,
                             .progress = progress});
  } catch (const Json::exception& error) {
    throw Error(Errc::syntax, fs::path(task.expected_path).replace_filename("spec.json").string(), error.what());
  }
  const auto comparisons = compare(data, task.expected.value(options.scale, Json::object()), task.expected_path);
  const fs::path folder = fs::path(options.out) / id;
  make_folder(folder.string());
  Json files = Json::array(), pictures = Json::array(), checks = Json::array(), summary = Json::object();
  const auto put = [&](const std::string& name, const std::string& text) {
    write_file((folder / name).string(), text);
    files.push_back(id + "/" + name);
  };
  for (const auto& [name, text] : data.csv) put(name, text);
  if (!data.table.empty()) put("table.txt", data.table);
  if (!data.pictures.empty()) put("plot.gp", data.gnuplot);
  const bool drawn = draw(folder, data);
  if (drawn) {
    for (const auto& picture : data.pictures) pictures.push_back(id + "/" + picture);
  }
  files.insert(files.end(), pictures.begin(), pictures.end());
  for (const auto& [name, value] : data.summary) summary[name] = value;
  for (const auto& c : comparisons)
    checks.push_back({{"name", c.name},
                      {"value", c.value},
                      {"lowest", c.lowest},
                      {"highest", c.highest},
                      {"as_expected", c.as_expected()}});
  return {{"figure", id},
          {"title", task.spec.value("title", "")},
          {"source", task.spec.value("source", "")},
          {"parameters", task.parameters},
          {"note", data.note},
          {"table", data.table},
          {"files", files},
          {"pictures", pictures},
          {"drawn", drawn},
          {"summary", summary},
          {"expected_source", task.expected.value("source", "")},
          {"expected", checks}};
}

/// The numbers of a figure beside what is expected of them; empty if nothing is.
std::string comparison_table(const Json& expected) {
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
  if (const auto note = record["note"].get<std::string>(); !note.empty()) print_wrapped("{}", note);
  fmt::print("{}{}", record["table"].get<std::string>(), comparison_table(record["expected"]));
  print_wrapped("written to {}{}", (folder / record["figure"].get<std::string>()).string(),
                record["drawn"].get<bool>()
                    ? ""
                    : ": data and script only, since gnuplot was not found or failed; run `gnuplot plot.gp` there");
}

/// What an earlier run of the same request finished, by figure; a figure whose files are gone is left out.
std::map<std::string, Json> finished_before(const Options& options, const std::vector<Task>& tasks) {
  std::map<std::string, Json> finished;
  if (options.resume.empty()) return finished;
  const auto path = fs::path(options.resume) / "manifest.json";
  const auto manifest = read_manifest(path);
  for (const auto& record : manifest["figures"]) {
    const auto id = record.at("figure").get<std::string>();
    const auto task = std::ranges::find(tasks, id, [](const Task& t) { return std::string(t.figure.id); });
    if (task == tasks.end() || task->parameters != record.at("parameters")) {
      throw Error(
          Errc::conditions, "--resume",
          fmt::format("{} in {} was made with other parameters than its spec.json has now; start again with --out", id,
                      options.resume));
    }
    if (all_there(record, options.resume) && record.at("drawn").get<bool>()) finished[id] = record;
  }
  return finished;
}

int reproduce(const Options& options) {
  const auto tasks = prepare(options);
  const auto before = finished_before(options, tasks);
  const std::string folder_of_all = options.out + "/";
  require_distinct({{"--json", options.common.json},
                    {"--out", folder_of_all + "manifest.json"},
                    {"--out", folder_of_all + "index.html"}});
  catch_interrupts();
  make_folder(options.out);
  Folder folder(options);
  Json records = Json::array(), timing = Json::object();
  try {
    for (const auto& task : tasks) {
      const std::string id(task.figure.id);
      const Stopwatch watch;
      const auto earlier = before.find(id);
      if (earlier == before.end()) {
        if (interrupted()) throw Interrupted();
        folder.drop(id);
      }
      records.push_back(earlier != before.end()
                            ? earlier->second
                            : make(task, options, fmt::format("figure {} of {}", records.size() + 1, tasks.size())));
      folder.add(records.back());
      timing[id] = watch.seconds();
      if (options.common.wants_table()) print(records.back(), folder.path());
      flush_stdout();
    }
  } catch (const Interrupted&) {
    folder.write();
    say(fmt::format(
        "interrupted: {} of {} figures are finished and kept; `hearsay reproduce --resume {}` does the rest",
        records.size(), tasks.size(), options.out));
  }
  const bool complete = records.size() == tasks.size();
  std::size_t surprises = 0;
  for (const auto& record : records)
    surprises += static_cast<std::size_t>(
        std::ranges::count_if(record["expected"], [](const Json& c) { return !c["as_expected"].get<bool>(); }));
  auto result = envelope("reproduce", {{"figures", options.patterns}, {"scale", options.scale}}, options.common);
  result.update({{"complete", complete}, {"figures", records}, {"surprises", surprises}, {"timing", timing}});
  write_json(options.common, result);
  if (surprises > 0) return 1;
  return complete ? 0 : 3;
}

/// Takes the request over from the manifest of --resume DIR; what the command line says as well must agree with it.
void resume_request(Options& options, const CLI::App& command) {
  const auto path = fs::path(options.resume) / "manifest.json";
  if (!fs::exists(path))
    throw Error(
        Errc::file, "--resume",
        fmt::format("{} has no manifest.json: no run of `hearsay reproduce --out` began there", options.resume));
  const auto manifest = read_json(path);
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
  auto options = std::make_shared<Options>();
  add_common(*command, options->common);
  command->add_option("FIGURE", options->patterns, "ids or globs, e.g. 'rumor/*', or all");
  auto* out = command
                  ->add_option("--out", options->out,
                               "folder to write to; made if missing; figures that are there already stay")
                  ->type_name("DIR");
  command
      ->add_option("--resume", options->resume,
                   "go on with the interrupted run of this folder, to the same bytes as without interruption")
      ->check(CLI::ExistingDirectory)
      ->type_name("DIR")
      ->excludes(out);
  command
      ->add_option("--scale", options->scale, "small (minutes in all) or paper (the paper's sizes and numbers of runs)")
      ->check(CLI::IsMember({"small", "paper"}))
      ->capture_default_str();
  command
      ->add_option("--facebook", options->inputs.facebook,
                   "folder of ego networks NAME.edges (default: generated graphs)")
      ->check(CLI::ExistingDirectory)
      ->type_name("DIR");
  command
      ->add_option("--houses", options->inputs.houses,
                   "CSV file of the houses data, target last (default: generated data)")
      ->check(existing_file())
      ->type_name("FILE");
  command->add_option("--experiments", options->experiments, "folder with the experiments' spec.json and expected.json")
      ->check(CLI::ExistingDirectory)
      ->type_name("DIR");
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
      return reproduce(*options);
    };
  });
}

}  // namespace hearsay::cli
