// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <memory>

#include <hearsay/core/error.hpp>
#include <hearsay/core/nearest.hpp>
#include <hearsay/core/version.hpp>
#include "cli/common/help.hpp"
#include "cli/common/manual.hpp"
#include "cli/common/output.hpp"
#include "cli/common/verb.hpp"

namespace hearsay::cli {

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const auto* command : app.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

namespace {

/// Writes a manual page a command into `folder`.
int write_manual(const CLI::App& app, const std::string& folder) {
  make_folder(folder);
  for (const auto& [name, text] : manual_pages(app)) write_file(fmt::format("{}/{}.1", folder, name), text);
  return 0;
}

/// What `hearsay WORDS --help` prints.
int help(const CLI::App& app, const std::vector<std::string>& words) {
  const CLI::App* command = &app;
  std::string path = app.get_name();
  for (const auto& word : words) {
    const auto* below = subcommand(*command, word);
    if (below == nullptr)
      throw Error(
          Errc::unknown, "help",
          fmt::format("`{}` has no command '{}'{}", path, word, did_you_mean(nearest(word, command_names(*command)))));
    command = below;
    path += " " + word;
  }
  put_text(report::TerminalText::lines(command->get_formatter()->make_help(command, path, CLI::AppFormatMode::Normal)));
  return 0;
}

}  // namespace

void add_help(CLI::App& app, Action& action) {
  auto words = std::make_shared<std::vector<std::string>>();
  auto* command = app.add_subcommand(
      "help", "show what a command does, and its options, e.g. help account gossip; the same as --help");
  command->add_option("COMMAND", *words, "a command, and its subcommand if it has some");
  auto folder = std::make_shared<std::string>();
  writes(
      command->add_option("--man", *folder, "write the manual pages of all commands to DIR instead")->type_name("DIR"),
      files_below(".1"));
  command->footer(exit_codes("the help is printed", "", ""));
  command->callback([&app, words, folder, &action] {
    action = [&app, words, folder] { return folder->empty() ? help(app, *words) : write_manual(app, *folder); };
  });
  auto* version_command = app.add_subcommand("version", "show the program's version; the same as --version");
  version_command->footer(exit_codes("the version is printed", "", ""));
  version_command->callback([&action] {
    action = [] {
      put("hearsay {}\n", version);
      return 0;
    };
  });
}

}  // namespace hearsay::cli
