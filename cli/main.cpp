#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <optional>

#include "cli/help.hpp"
#include "cli/verb.hpp"
#include <hearsay/core/error.hpp>
#include <hearsay/core/ranks.hpp>
#include <hearsay/core/version.hpp>

namespace {

/// `message` on one line of a terminal: control characters, which may come from a file or an argument, become '?'.
std::string printable(std::string message) {
  for (char& c : message) {
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = '?';
  }
  return message;
}

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

/// A bad command line is one line on stderr: what was wrong, and where to look.
int usage_error(const std::string& what, const CLI::App& app) {
  const CLI::App* deepest = &app;
  while (!deepest->get_subcommands().empty()) deepest = deepest->get_subcommands().front();
  std::string path = deepest->get_name();
  for (const auto* up = deepest->get_parent(); up != nullptr; up = up->get_parent()) path = up->get_name() + " " + path;
  std::string line = what.substr(0, what.find('\n'));
  fmt::print(stderr, "hearsay: {} (see `{} --help`)\n", printable(line), path);
  return 2;
}

/// As one of several processes: whoever cannot go on ends the run for all. \return the exit code, on the root.
int act_together(const hearsay::cli::Action& action) {
  try {
    const int code = action();
    return hearsay::ranks::is_root() ? code : 0;
  } catch (const hearsay::Error& error) {
    hearsay::ranks::abandon(printable(error.what()), 2);
  } catch (const std::exception& error) {
    hearsay::ranks::abandon(printable(error.what()), 3);
  }
}

}  // namespace

int main(int argc, char** argv) {
  using namespace hearsay;
  if (ranks::started_beside_another()) {
    // The first process speaks for all.
    for (auto* stream : {stdout, stderr}) {
      if (std::freopen("/dev/null", "w", stream) == nullptr) return 3;
    }
  }
  CLI::App app{"hearsay: auditor for the privacy of gossip and decentralized protocols", "hearsay"};
  app.formatter(std::make_shared<cli::HelpFormatter>(cli::help_width()));  // inherited by every command added below
  app.require_subcommand(1);
  app.set_version_flag("--version", std::string("hearsay ") + version);
  cli::Action action;
  cli::add_claims(app, action);
  cli::add_explain(app, action);
  cli::add_verify(app, action);
  cli::add_account(app, action);
  cli::add_attack(app, action);
  cli::add_simulate(app, action);
  cli::add_reproduce(app, action);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& asked_for_help) {
    return app.exit(asked_for_help);
  } catch (const CLI::ParseError& error) {
    return usage_error(error.what(), app);
  }
  if (const auto* option = given_empty(app)) return usage_error(option->get_name() + ": an empty text was given", app);
  const bool shared = app.got_subcommand("verify") || app.got_subcommand("attack") || app.got_subcommand("simulate");
  if (!shared && ranks::started_beside_another()) return 0;  // the first process does alone what is not shared
  try {
    std::optional<ranks::Session> session;
    if (shared) session.emplace();
    return ranks::count() == 1 ? action() : act_together(action);
  } catch (const Error& error) {
    fmt::print(stderr, "hearsay: {}\n", printable(error.what()));
    return 2;
  } catch (const Interrupted& cut_short) {
    fmt::print(stderr, "hearsay: {}\n", cut_short.what());
    return 3;
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "hearsay: not enough memory for this request: ask for fewer nodes or steps\n");
    return 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "hearsay: internal error: {}\n", printable(error.what()));
    return 3;
  }
}
