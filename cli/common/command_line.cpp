// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/common/command_line.hpp"

#include <algorithm>
#include <set>

namespace hearsay::cli {

namespace {

std::string& remembered() {
  static std::string line = "hearsay";
  return line;
}

/// A word as a shell reads it back.
std::string quoted(std::string_view word) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%^";
  if (!word.empty() && word.find_first_not_of(plain) == word.npos) return std::string(word);
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? "'\\''" : std::string(1, c);
  return text + "'";
}

/// Names of options without "--", of the chosen command.
std::set<std::string, std::less<>>& options() {
  static std::set<std::string, std::less<>> names;
  return names;
}

}  // namespace

void remember_command_line(int argc, const char* const* argv) {
  for (int i = 1; i < argc; ++i) remembered() += " " + quoted(argv[i]);
}

std::string command_line() { return remembered(); }

void remember_options(const CLI::App& command) {
  for (const auto* option : command.get_options()) {
    for (const auto& name : option->get_lnames()) options().insert(name);
  }
}

std::string with_options(std::string_view text) {
  std::string result;
  for (;;) {
    const auto open = text.find('`'), close = text.find('`', open == text.npos ? open : open + 1);
    if (close == text.npos) return result += text;
    std::string name(text.substr(open + 1, close - open - 1));
    std::ranges::replace(name, '_', '-');
    const bool known = options().contains(name);
    result += text.substr(0, open);
    result +=
        known ? "--" + name : std::string(text.substr(open, close - open));  // the second backtick may open another
    text.remove_prefix(known ? close + 1 : close);
  }
}

}  // namespace hearsay::cli
