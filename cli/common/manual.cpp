// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/common/manual.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <sstream>

#include <hearsay/core/version.hpp>
#include "cli/common/help.hpp"

namespace hearsay::cli {

namespace {

/// `text` with the characters escaped that roff would interpret.
std::string roff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '\\':
        out += "\\e";
        break;
      case '-':
        out += "\\-";
        break;
      case '\'':
        out += "\\(aq";
        break;
      case '^':
        out += "\\(ha";
        break;
      case '~':
        out += "\\(ti";
        break;
      case '`':
        out += "\\(ga";
        break;
      default:
        out += c;
    }
  }
  return out.starts_with('.') ? "\\&" + out : out;
}

/// A paragraph with a tag in front.
std::string tagged(std::string_view tag, std::string_view text) {
  return fmt::format(".TP\n\\fB{}\\fP\n{}\n", roff(tag), roff(text));
}

/// "--seed UINT=1 (needs: --x)" and what it means.
std::string entry_of(const CLI::Option& option, const CLI::FormatterBase& names) {
  const bool positional = !option.nonpositional();
  const auto& formatter = dynamic_cast<const HelpFormatter&>(names);
  return tagged(formatter.make_option_name(&option, positional) + formatter.make_option_opts(&option),
                option.get_description());
}

std::string options_of(const CLI::App& command) {
  std::string text;
  auto groups = command.get_groups();
  std::ranges::stable_partition(groups, [](const std::string& group) { return group != common_group; });
  for (const auto& group : groups) {
    const auto options =
        command.get_options([&group](const CLI::Option* option) { return option->get_group() == group; });
    if (group.empty() || options.empty()) continue;
    text += fmt::format(".SS {}\n", roff(group));
    for (const auto* option : options) text += entry_of(*option, *command.get_formatter());
  }
  return text;
}

/// The exit codes, from the lines that exit_codes() made: a code, its meaning, and lines that go on.
std::string exit_status(const std::string& footer) {
  std::istringstream lines(footer);
  std::string line, code, meaning, text;
  const auto flush = [&] {
    if (!code.empty()) text += tagged(code, meaning);
  };
  std::getline(lines, line);  // the heading
  while (std::getline(lines, line)) {
    const auto begin = line.find_first_not_of(' ');
    if (begin == line.npos) break;  // examples follow
    if (begin == 2 && std::isdigit(static_cast<unsigned char>(line[begin])) != 0) {
      flush();
      code = line.substr(begin, 1);
      meaning = line.substr(line.find_first_not_of(' ', begin + 1));
    } else {
      meaning += " " + line.substr(begin);
    }
  }
  flush();
  return text;
}

/// The examples, a paragraph each, from the lines that examples() made: a command, and lines that go on.
std::string examples_of(const std::string& footer) {
  const auto title = footer.find(examples_title);
  if (title == footer.npos) return {};
  std::istringstream lines(footer.substr(title));
  std::string line, text;
  std::getline(lines, line);  // the heading
  while (std::getline(lines, line)) {
    const auto begin = line.find_first_not_of(' ');
    if (begin == line.npos) continue;
    if (begin == 2 && !text.empty()) text += ".PP\n";
    text += roff(line.substr(begin)) + "\n";
  }
  return text;
}

/// The name of a page: that of its command, and of those above it.
std::string page_name(const std::string& parent, const CLI::App& command) {
  return parent.empty() ? command.get_name() : parent + "-" + command.get_name();
}

ManualPage page(const CLI::App& command, const std::string& parent) {
  const auto name = page_name(parent, command);
  std::string called = name, title = name;
  std::ranges::replace(called, '-', ' ');
  std::ranges::transform(title, title.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  const auto below = command.get_subcommands({});
  const auto arguments = command.get_options([](const CLI::Option* o) { return !o->nonpositional(); });
  std::string text = fmt::format(".TH {} 1 \"\" \"hearsay {}\" \"hearsay\"\n", title, version);
  text += fmt::format(".SH NAME\n{} \\- {}\n", roff(name), roff(command.get_description()));
  text += fmt::format(".SH SYNOPSIS\n\\fB{}\\fP [OPTIONS]", roff(called));
  for (const auto* argument : arguments) text += " " + roff(argument->get_name());
  text += below.empty() ? "\n" : " [COMMAND]\n";
  if (!below.empty()) text += ".SH COMMANDS\n";
  for (const auto* sub : below) text += tagged(sub->get_name(), sub->get_description());
  text += ".SH OPTIONS\n" + options_of(command);
  if (const auto codes = exit_status(command.get_footer()); !codes.empty()) text += ".SH EXIT STATUS\n" + codes;
  if (const auto commands = examples_of(command.get_footer()); !commands.empty()) text += ".SH EXAMPLES\n" + commands;
  std::vector<std::string> related;
  if (!parent.empty()) related.push_back(parent);
  for (const auto* sub : below) related.push_back(page_name(name, *sub));
  for (std::size_t i = 0; i < related.size(); ++i) {
    if (i == 0) text += ".SH SEE ALSO\n";
    text += fmt::format(".BR {} (1){}\n", roff(related[i]), i + 1 < related.size() ? "," : "");
  }
  return {.name = name, .text = text};
}

void add_pages(std::vector<ManualPage>& pages, const CLI::App& command, const std::string& parent) {
  pages.push_back(page(command, parent));
  const auto name = pages.back().name;
  for (const auto* sub : command.get_subcommands({})) add_pages(pages, *sub, name);
}

}  // namespace

std::vector<ManualPage> manual_pages(const CLI::App& app) {
  std::vector<ManualPage> pages;
  add_pages(pages, app, "");
  return pages;
}

}  // namespace hearsay::cli
