// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/common/complete.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <functional>
#include <string_view>
#include <utility>

#include <hearsay/claims/catalogue.hpp>
#include <hearsay/graph/spec.hpp>
#include "api/figure_folder.hpp"
#include "checks/checks.hpp"
#include "cli/common/help.hpp"

namespace hearsay::cli {

namespace {

struct Candidate {
  std::string word, meaning;
};
using Candidates = std::vector<Candidate>;

Candidates commands(const CLI::App& command) {
  Candidates found;
  for (const auto* sub : command.get_subcommands({})) found.push_back({sub->get_name(), sub->get_description()});
  return found;
}

Candidates options(const CLI::App& command) {
  Candidates found;
  for (const auto* option : command.get_options()) {
    for (const auto& name : option->get_lnames()) found.push_back({"--" + name, option->get_description()});
  }
  return found;
}

Candidates claim_ids() {
  Candidates found;
  for (const auto* claim : claims::catalogue()) found.push_back({std::string(claim->id), std::string(claim->source)});
  return found;
}

Candidates figures() {
  Candidates found;
  for (auto& id : checks::figures().ids(experiments_folder())) found.push_back({std::move(id), ""});
  return found;
}

/// The files beside what follows "file:" in a graph's specification.
void add_files(Candidates& found, std::string_view prefix, std::string_view typed) {
  const auto folder = typed.substr(0, typed.rfind('/') + 1);
  std::error_code failed;
  for (const auto& entry : std::filesystem::directory_iterator(folder.empty() ? "." : folder, failed)) {
    const bool is_folder = entry.is_directory(failed);
    found.push_back(
        {fmt::format("{}{}{}{}", prefix, folder, entry.path().filename().string(), is_folder ? "/" : ""), ""});
  }
  std::ranges::sort(found, {}, &Candidate::word);
}

Candidates graph_families(std::string_view typed) {
  Candidates found;
  constexpr std::string_view file = "file:";
  if (typed.starts_with(file)) {
    add_files(found, file, typed.substr(file.size()));
    return found;
  }
  for (const auto form : graph::spec_forms())
    found.push_back({std::string(form.substr(0, form.find(':') + 1)), std::string(form)});
  for (auto& [word, form] : found) word = word.empty() ? form : word;
  return found;
}

/// What a placeholder in capitals stands for, in the name of an option's type or of an argument.
Candidates values_of(std::string_view placeholder, std::string_view typed) {
  if (placeholder == "FILE" || placeholder == "PROGRAM") return {{":files", ""}};
  if (placeholder == "DIR") return {{":folders", ""}};
  if (placeholder == "SPEC") return graph_families(typed);
  if (placeholder == "ID" || placeholder == "GLOB") return claim_ids();
  if (placeholder == "FIGURE") return figures();
  return {};
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const auto end = std::min(text.find(separator, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

/// What an option's value may be, by the name of its type: its choices, {a,b}, or alternatives as in "T|auto|FILE", of
/// which those in small letters stand for themselves, up to a capital.
Candidates values(const CLI::Option& option, std::string_view typed) {
  const auto type = option.get_positional() && !option.nonpositional() ? option.get_name() : option.get_type_name();
  Candidates found;
  if (const auto begin = type.find('{'), end = type.rfind('}'); begin != type.npos && end != type.npos) {
    for (auto& choice : split(type.substr(begin + 1, end - begin - 1), ',')) found.push_back({std::move(choice), ""});
    return found;
  }
  for (const auto& part : split(type.substr(0, type.find(":FILE")), '|')) {
    const auto capital = std::ranges::find_if(part, [](unsigned char c) { return std::isupper(c) != 0; });
    auto word = std::string(part.begin(), capital);
    if (word.find('[') != word.npos) continue;
    if (!word.empty()) found.push_back({std::move(word), ""});
    if (capital != part.begin()) continue;
    for (auto& value : values_of(part.substr(0, part.find(':')), typed)) found.push_back(std::move(value));
  }
  return found;
}

/// The place of the word to complete: the command before it, and whose value it is.
struct WordPlace {
  const CLI::App* command;
  const CLI::Option* option = nullptr;  ///< that waits for a value
  std::size_t arguments = 0;            ///< before it
  bool of_program = false;              ///< after "--"
};

WordPlace place_after(const CLI::App& app, std::span<const std::string> words) {
  WordPlace place{.command = &app};
  for (const auto& word : words) {
    if (word == "--") {
      place.of_program = true;
      return place;
    }
    if (word.starts_with("--")) {
      const auto equals = word.find('=');
      const auto* option = place.command->get_option_no_throw(word.substr(0, equals));
      const bool waits = option != nullptr && option->get_items_expected_max() > 0 && equals == word.npos;
      place.option = waits ? option : nullptr;
    } else if (place.option != nullptr) {
      place.option = nullptr;
    } else if (const auto* below = subcommand(*place.command, word); below != nullptr && place.arguments == 0) {
      place.command = below;
    } else {
      ++place.arguments;
    }
  }
  return place;
}

/// What the next argument of a command may be.
Candidates arguments(const WordPlace& place, const CLI::App& app, std::span<const std::string> words,
                     std::string_view typed) {
  if (place.command->get_name() == "help") return commands(*place_after(app, words.subspan(1)).command);
  const auto positional = place.command->get_options([](const CLI::Option* o) { return o->get_positional(); });
  Candidates found = commands(*place.command);
  if (!positional.empty())
    for (auto& value : values(*positional[std::min(place.arguments, positional.size() - 1)], typed))
      found.push_back(std::move(value));
  if (found.empty()) found = options(*place.command);
  return found;
}

}  // namespace

std::vector<std::string> completions(const CLI::App& app, std::span<const std::string> words) {
  if (words.empty()) return {};
  const auto before = words.first(words.size() - 1);
  const std::string& typed = words.back();
  const auto place = place_after(app, before);
  Candidates found;
  std::string given;  // "--option=", before the value
  if (place.of_program) {
    found = {{":files", ""}};
  } else if (place.option != nullptr) {
    found = values(*place.option, typed);
  } else if (const auto equals = typed.find('='); typed.starts_with("--") && equals != typed.npos) {
    given = typed.substr(0, equals + 1);
    if (const auto* option = place.command->get_option_no_throw(typed.substr(0, equals)))
      found = values(*option, std::string_view(typed).substr(given.size()));
  } else {
    found = typed.starts_with('-') ? options(*place.command) : arguments(place, app, before, typed);
  }
  std::vector<std::string> lines;
  for (const auto& [word, meaning] : found) {
    const bool for_shell = word.starts_with(':');
    if (!for_shell && !(given + word).starts_with(typed)) continue;
    lines.push_back((for_shell ? word : given + word) + (meaning.empty() ? "" : "\t" + meaning));
  }
  return lines;
}

}  // namespace hearsay::cli
