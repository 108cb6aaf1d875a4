// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/common/command_files.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <utility>

#include <hearsay/core/error.hpp>
#include <hearsay/core/json_text.hpp>

namespace hearsay::cli {

namespace {

namespace fs = std::filesystem;

enum class Use { input, output };

struct Role {
  Use use;
  FilesOf files;
};

/// Of all options of the program.
std::map<const CLI::Option*, Role>& roles() {
  static std::map<const CLI::Option*, Role> known;
  return known;
}

/// Where a path leads to.
struct Place {
  std::optional<std::pair<dev_t, ino_t>> identity;  ///< of a file that is there
  fs::path path;                                    ///< without links; empty for a standard stream
  bool is_file = true;                              ///< or would be: no device, pipe or terminal
};

Place place_of(const struct stat& status) {
  return {.identity = std::pair{status.st_dev, status.st_ino}, .path = {}, .is_file = S_ISREG(status.st_mode) != 0};
}

Place place_of(const std::string& path, Use use) {
  struct stat status {};
  if (path == "-") {
    if (fstat(use == Use::input ? STDIN_FILENO : STDOUT_FILENO, &status) == 0) return place_of(status);
    return {.identity = {}, .path = {}, .is_file = false};
  }
  Place place;
  if (stat(path.c_str(), &status) == 0 && !S_ISDIR(status.st_mode)) place = place_of(status);
  std::error_code failed;
  place.path = fs::weakly_canonical(fs::absolute(path, failed), failed);
  if (failed) place.path = path;
  return place;
}

/// A set of files that an option stands for.
struct Named {
  std::string option;
  FileSet files;
  Use use;
  Place place;
};

bool same_file(const Named& a, const Named& b) {
  if (!a.place.is_file || !b.place.is_file) return false;
  if (a.place.identity && b.place.identity) return a.place.identity == b.place.identity;
  return !a.place.path.empty() && a.place.path == b.place.path;
}

/// Whether `path` is `folder` or lies below it.
bool lies_in(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

/// Whether a file belongs to the files of a folder.
bool among(const Named& file, const Named& folder) {
  return file.place.is_file && !file.place.path.empty() && lies_in(file.place.path, folder.place.path) &&
         file.place.path.string().ends_with(folder.files.ending);
}

bool overlap(const Named& a, const Named& b) {
  if (!a.files.below && !b.files.below) return same_file(a, b);
  if (a.files.below && b.files.below) {
    const bool nested = lies_in(a.place.path, b.place.path) || lies_in(b.place.path, a.place.path);
    return nested && (a.files.ending.empty() || b.files.ending.empty() || a.files.ending == b.files.ending);
  }
  return a.files.below ? among(b, a) : among(a, b);
}

/// Whether both go to stdout, which takes several.
bool both_stdout(const Named& a, const Named& b) {
  const auto out = place_of("-", Use::output);
  return a.place.identity && a.place.identity == out.identity && b.place.identity == out.identity;
}

/// The command that was chosen and those above it.
std::vector<const CLI::App*> chosen_commands(const CLI::App& app) {
  std::vector<const CLI::App*> chain{&app};
  while (!chain.back()->get_subcommands().empty()) chain.push_back(chain.back()->get_subcommands().front());
  return chain;
}

/// Whether the type of an option is, or may be, a file, a folder or a graph.
bool names_files(const CLI::Option& option) {
  const auto type = option.get_type_name() + " " + option.get_name();
  for (const std::string_view word : {"FILE", "DIR", "SPEC", "PROGRAM"}) {
    for (auto at = type.find(word); at != type.npos; at = type.find(word, at + 1)) {
      const auto capital = [&](std::size_t i) {
        return i < type.size() && std::isupper(static_cast<unsigned char>(type[i])) != 0;
      };
      if (!capital(at - 1) && !capital(at + word.size())) return true;
    }
  }
  return false;
}

void add(std::vector<Named>& all, const std::string& option, Use use, const std::vector<FileSet>& sets) {
  for (const auto& files : sets)
    all.push_back({.option = option, .files = files, .use = use, .place = place_of(files.path, use)});
}

/// All files of the options that were given.
std::vector<Named> named_files(const CLI::App& app) {
  std::vector<Named> all;
  for (const auto* command : chosen_commands(app)) {
    for (const auto* option : command->get_options()) {
      const auto role = roles().find(option);
      if (role == roles().end()) {
        if (names_files(*option))
          throw std::logic_error(option->get_name() +
                                 " names files, but does not say whether they are read or written");
        continue;
      }
      for (const auto& value : option->results())
        add(all, option->get_name(), role->second.use, role->second.files(value));
    }
  }
  return all;
}

std::string shown(const FileSet& files) {
  if (!files.below) return files.path == "-" ? "standard output" : files.path;
  return fmt::format("{}/*{}", files.path, files.ending);
}

/// Refuses `output` if it is what another option names. What lies in a folder is told by the file's own name.
void require_separate(const Named& output, const Named& other) {
  if (&output == &other || (output.option == other.option && output.use == other.use)) return;
  if (!overlap(output, other) || (other.use == Use::output && both_stdout(output, other))) return;
  const auto& told = output.files.below && !other.files.below ? other.files : output.files;
  throw Error(Errc::conditions, output.option,
              fmt::format("{0} is also what {1} {2}; choose another file", shown(told), other.option,
                          other.use == Use::input ? "reads" : "writes"));
}

void require_separate(const std::vector<Named>& all) {
  for (auto output = all.begin(); output != all.end(); ++output) {
    if (output->use != Use::output) continue;
    for (auto other = all.begin(); other != all.end(); ++other) {
      if (other->use == Use::input || other < output) require_separate(*output, *other);
    }
  }
}

/// The texts of a JSON value.
void collect_texts(const nlohmann::json& value, std::vector<std::string>& texts) {
  if (value.is_string()) texts.push_back(value.get<std::string>());
  if (value.is_structured())
    for (const auto& part : value) collect_texts(part, texts);
}

bool is_regular(const std::string& path) {
  std::error_code failed;
  return fs::is_regular_file(path, failed) && !failed;
}

}  // namespace

std::vector<FileSet> named_file(const std::string& value) { return {{.path = value}}; }

std::vector<FileSet> graph_file(const std::string& value) {
  constexpr std::string_view prefix = "file:";
  if (!value.starts_with(prefix)) return {};
  return named_file(value.substr(prefix.size()));
}

std::vector<FileSet> file_if_there(const std::string& value) {
  if (value == "-" || is_regular(value)) return named_file(value);
  return {};
}

std::vector<FileSet> json_and_named_files(const std::string& value) {
  auto files = named_file(value);
  if (!is_regular(value)) return files;
  std::vector<std::string> texts;
  try {
    collect_texts(read_json<nlohmann::json>(value), texts);
  } catch (const Error&) {  // the command says what is wrong with it
    return files;
  }
  for (const auto& text : texts) {
    const auto graph = graph_file(text);
    const fs::path named = graph.empty() ? text : graph.front().path;
    const auto path = (named.is_absolute() ? named : fs::path(value).parent_path() / named).string();
    if (is_regular(path)) files.push_back({.path = path});
  }
  return files;
}

FilesOf files_below(const std::string& ending) {
  return [ending](const std::string& folder) {
    return std::vector<FileSet>{{.path = folder, .below = true, .ending = ending}};
  };
}

FilesOf files_in_folder(const std::vector<std::string>& names) {
  return [names](const std::string& folder) {
    std::vector<FileSet> files;
    for (const auto& name : names) files.push_back({.path = folder + "/" + name});
    return files;
  };
}

CLI::Option* reads(CLI::Option* option, FilesOf files) {
  roles()[option] = {.use = Use::input, .files = std::move(files)};
  return option;
}

CLI::Option* writes(CLI::Option* option, FilesOf files) {
  roles()[option] = {.use = Use::output, .files = std::move(files)};
  return option;
}

void require_separate_files(const CLI::App& app) {
  auto all = named_files(app);
  add(all, "standard output", Use::output, {{.path = "-"}});
  require_separate(all);
}

void require_separate_files(const CLI::App& app, const std::string& option, const std::vector<FileSet>& outputs) {
  auto all = named_files(app);
  add(all, option, Use::output, outputs);
  require_separate(all);
}

}  // namespace hearsay::cli
