// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "cli/common/cli11.hpp"

namespace hearsay::cli {

/// The group of options that every command has; help lists it last.
inline constexpr const char* common_group = "Common options";

/// The heading of examples() in a help.
inline constexpr const char* examples_title = "Examples:";

/// The command of that name below `app`, or nullptr.
[[nodiscard]] const CLI::App* subcommand(const CLI::App& app, const std::string& name);

/// Columns for help: the environment's COLUMNS, else the terminal's width, else 80; never below 40.
[[nodiscard]] int help_width();

/// Help in lines of at most `width` columns: a command's own options first, the common ones last.
class HelpFormatter final : public CLI::Formatter {
 public:
  explicit HelpFormatter(int width) : width_(width) {}
  [[nodiscard]] std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override;
  [[nodiscard]] std::string make_usage(const CLI::App* app, std::string name) const override;
  [[nodiscard]] std::string make_description(const CLI::App* app) const override;
  [[nodiscard]] std::string make_subcommand(const CLI::App* sub) const override;
  [[nodiscard]] std::string make_option(const CLI::Option* option, bool is_positional) const override;

 private:
  [[nodiscard]] std::string option_groups(const CLI::App* app) const;
  /// "  name   description": the description in a column of its own, from the next line on if the name is long.
  [[nodiscard]] std::string entry(const std::string& name, const std::string& description) const;

  int width_;
};

}  // namespace hearsay::cli
