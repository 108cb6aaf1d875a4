// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/common/help.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include <hearsay/core/number.hpp>
#include <hearsay/report/text.hpp>

namespace hearsay::cli {

const CLI::App* subcommand(const CLI::App& app, const std::string& name) {
  const auto found = app.get_subcommands([&name](const CLI::App* c) { return c->check_name(name); });
  return found.empty() ? nullptr : found.front();
}

int help_width() {
  constexpr int least = 40;
  const auto* variable = std::getenv("COLUMNS");
  const std::string_view text = variable == nullptr ? "" : variable;
  if (const auto columns = parse_whole<int>(text); columns && *columns > 0) return std::max(least, *columns);
  winsize terminal{};
  if (isatty(STDOUT_FILENO) != 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &terminal) == 0 && terminal.ws_col > 0)
    return std::max<int>(least, terminal.ws_col);
  return report::page_width;
}

std::string HelpFormatter::entry(const std::string& name, const std::string& description) const {
  const int column = std::clamp(width_ / 3, 12, 30);
  const auto first = report::wrapped(name, width_ - 2, 4);
  const auto below = report::wrapped(description, width_, column);
  if (description.empty()) return fmt::format("  {}\n", first);
  if (report::display_width(name) + 4 <= column) return fmt::format("  {:<{}}{}\n", first, column - 2, below);
  return fmt::format("  {}\n{:{}}{}\n", first, "", column, below);
}

std::string HelpFormatter::make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const {
  return make_description(app) + make_usage(app, std::move(name)) + make_positionals(app) + option_groups(app) +
         make_subcommands(app, mode) + make_footer(app);
}

std::string HelpFormatter::make_usage(const CLI::App* app, std::string name) const {
  return report::wrapped(Formatter::make_usage(app, std::move(name)), width_, 2) + "\n";
}

std::string HelpFormatter::make_description(const CLI::App* app) const {
  return report::wrapped(Formatter::make_description(app), width_) + "\n";
}

std::string HelpFormatter::option_groups(const CLI::App* app) const {
  auto groups = app->get_groups();
  std::ranges::stable_partition(groups, [](const std::string& group) { return group != common_group; });
  std::string out;
  for (const auto& group : groups) {
    const auto options = app->get_options(
        [&](const CLI::Option* option) { return option->get_group() == group && option->nonpositional(); });
    if (!group.empty() && !options.empty()) out += make_group(group, false, options);
  }
  return out;
}

std::string HelpFormatter::make_subcommand(const CLI::App* sub) const {
  return entry(sub->get_display_name(true), sub->get_description());
}

std::string HelpFormatter::make_option(const CLI::Option* option, bool is_positional) const {
  return entry(make_option_name(option, is_positional) + make_option_opts(option), make_option_desc(option));
}

}  // namespace hearsay::cli
