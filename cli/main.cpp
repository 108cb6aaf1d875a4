// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <hearsay/core/error.hpp>
#include <hearsay/core/nearest.hpp>
#include <hearsay/core/printable.hpp>
#include <hearsay/core/version.hpp>
#include <hearsay/system/ranks.hpp>
#include "cli/common/command_files.hpp"
#include "cli/common/command_line.hpp"
#include "cli/common/complete.hpp"
#include "cli/common/help.hpp"
#include "cli/common/output.hpp"
#include "cli/common/verb.hpp"

namespace {

/// The first option that was given as an empty text, which CLI11 would take for "not given" or for 0.
const CLI::Option* given_empty(const CLI::App& app) {
  for (const auto* option : app.get_options()) {
    for (const auto& text : option->results()) {
      if (text.empty()) return option;
    }
  }
  for (const auto* command : app.get_subcommands()) {
    if (const auto* found = given_empty(*command)) return found;
  }
  return nullptr;
}

/// What is wrong with the command line. A mistyped word is more likely than the missing one that CLI11 may complain of
/// instead.
std::string complaint(const CLI::ParseError& error, const CLI::App& command) {
  const bool of_words = error.get_exit_code() == static_cast<int>(CLI::ExitCodes::RequiredError) ||
                        error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError);
  for (const auto& word : of_words ? command.remaining() : std::vector<std::string>()) {
    if (word == "--") continue;
    if (word.starts_with('-')) {
      std::vector<std::string> known;
      for (const auto* option : command.get_options()) {
        for (const auto& name : option->get_lnames()) known.push_back("--" + name);
      }
      return fmt::format("The following argument was not expected: {}{}", word,
                         hearsay::did_you_mean(hearsay::nearest(word.substr(0, word.find('=')), known)));
    }
    if (command.get_require_subcommand_min() > 0) {
      return fmt::format("unknown command '{}'{}", word,
                         hearsay::did_you_mean(hearsay::nearest(word, hearsay::cli::command_names(command))));
    }
  }
  const std::string what = error.what();
  constexpr std::string_view no_number = "Could not convert: ";
  if (what.starts_with(no_number)) {
    return fmt::format("{} is not a number in decimal digits, or it is out of range",
                       std::string_view(what).substr(no_number.size()));
  }
  return what.substr(0, what.find('\n'));
}

/// The command that the command line chose, and how it is called.
std::pair<const CLI::App*, std::string> chosen(const CLI::App& app) {
  const CLI::App* command = &app;
  std::string path = app.get_name();
  while (!command->get_subcommands().empty()) {
    command = command->get_subcommands().front();
    path += " " + command->get_name();
  }
  return {command, path};
}

/// `what`, with short forms of the words of the command line that are long.
std::string with_short_words(std::string what, std::span<const char* const> words) {
  for (const std::string word : words) {
    const auto value = word.starts_with("--") ? word.substr(std::min(word.find('='), word.size() - 1) + 1) : word;
    const auto shown = hearsay::echoed(value);
    if (shown == value) continue;
    for (auto at = what.find(value); at != what.npos; at = what.find(value, at + shown.size()))
      what.replace(at, value.size(), shown);
  }
  return what;
}

/// A bad command line is one line on stderr: what was wrong, and where to look.
int usage_error(const std::string& what, const std::string& path) {
  hearsay::cli::say(fmt::format("{} (see `{} --help`)", what, path));
  return 2;
}

/// Runs as one of several processes; a process that fails ends the run of all. @return the exit code, on the root.
int act_together(const hearsay::cli::Action& action) {
  try {
    const int code = action();
    return hearsay::ranks::is_root() ? code : 0;
  } catch (const hearsay::Error& error) {
    hearsay::ranks::abandon(hearsay::cli::with_options(error.what()).c_str(), 2);
  } catch (const std::exception& error) {
    hearsay::ranks::abandon(error.what(), 3);
  }
}

/// Reads the command line and does what it says. @return the exit code.
int run(int argc, char** argv) {
  using namespace hearsay;
  if (ranks::started_beside_another()) {
    // Only the first process prints.
    for (auto* stream : {stdout, stderr}) {
      if (std::freopen("/dev/null", "w", stream) == nullptr) return 3;
    }
  }
  CLI::App app{"hearsay: audit the privacy of gossip and other decentralized protocols", "hearsay"};
  app.formatter(std::make_shared<cli::HelpFormatter>(cli::help_width()));  // inherited by every command added below
  app.require_subcommand(1);
  app.footer(cli::exit_codes());
  app.set_version_flag("--version", std::string("hearsay ") + version);
  cli::Action action;
  cli::add_claims(app, action);
  cli::add_explain(app, action);
  cli::add_cite(app, action);
  cli::add_verify(app, action);
  cli::add_account(app, action);
  cli::add_audit(app, action);
  cli::add_attack(app, action);
  cli::add_simulate(app, action);
  cli::add_refute(app, action);
  cli::add_reproduce(app, action);
  cli::add_help(app, action);
  if (argc > 1 && std::string_view(argv[1]) == cli::complete_verb) {  // what follows is another command line
    std::string lines;
    for (const auto& line : cli::completions(app, std::vector<std::string>(argv + 2, argv + argc)))
      lines += line + "\n";
    cli::write_file("-", lines);  // for a shell, which reads names as they are
    return 0;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& asked_for_help) {
    return app.exit(asked_for_help);
  } catch (const Error&) {  // of a value that the library reads
    cli::remember_options(*chosen(app).first);
    throw;
  } catch (const CLI::ParseError& error) {
    const auto [command, path] = chosen(app);
    return usage_error(with_short_words(complaint(error, *command), {argv, argv + argc}), path);
  }
  if (const auto* option = given_empty(app))
    return usage_error(option->get_name() + ": the value is empty", chosen(app).second);
  cli::remember_options(*chosen(app).first);
  cli::require_separate_files(app);
  const bool shared = app.got_subcommand("verify") || app.got_subcommand("attack") || app.got_subcommand("simulate") ||
                      app.got_subcommand("audit");
  if (!shared && ranks::started_beside_another()) return 0;  // the first process does alone what is not shared
  std::optional<ranks::Session> session;
  if (shared) session.emplace();
  return ranks::count() == 1 ? action() : act_together(action);
}

/// run(), whatever may be thrown. @return the exit code.
int guarded_run(int argc, char** argv) {
  using hearsay::cli::say;
  try {
    return run(argc, argv);
  } catch (const hearsay::Error& error) {
    if (!hearsay::cli::stdout_failed()) say(hearsay::cli::with_options(error.what()));
    return 2;
  } catch (const hearsay::Interrupted& cut_short) {
    say(cut_short.what());
    return 3;
  } catch (const std::bad_alloc&) {
    say("not enough memory; use fewer nodes or steps");
    return 2;
  } catch (const std::system_error& error) {
    if (hearsay::cli::stdout_failed(error)) return 2;
    say(fmt::format("internal error: {}", error.what()));
    return 3;
  } catch (const std::exception& error) {
    say(fmt::format("internal error: {}", error.what()));
    return 3;
  }
}

}  // namespace

int main(int argc, char** argv) {
  hearsay::cli::open_standard_streams();
  hearsay::cli::remember_command_line(argc, argv);
  const int code = hearsay::cli::end_output(guarded_run(argc, argv));
  // mpirun ends all as soon as one fails: the first process, which was asked the same, has to have said why.
  if (code != 0 && hearsay::ranks::started_beside_another()) std::this_thread::sleep_for(std::chrono::seconds(5));
  return code;
}
