// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/terminal_text.hpp>

#include <hearsay/core/printable.hpp>

namespace hearsay::report {

std::string TerminalText::one_line(std::string_view text) { return printable(text); }

TerminalText TerminalText::lines(std::string_view text) { return {Fit{}, printable_lines(text)}; }

TerminalText& TerminalText::operator+=(const TerminalText& more) {
  text_ += more.text_;
  return *this;
}

namespace {

constexpr char escape = '\x1b';  ///< begins what emphasized() adds, and nothing else: the rest is printable

}  // namespace

TerminalText emphasized(const TerminalText& text, Emphasis emphasis) {
  const auto parameters = emphasis == Emphasis::bold   ? "1"
                          : emphasis == Emphasis::good ? "32"
                          : emphasis == Emphasis::bad  ? "1;31"
                                                       : "33";
  return {TerminalText::Fit{}, fmt::format("\x1b[{}m{}\x1b[0m", parameters, text.string())};
}

TerminalText TerminalText::plain() const {
  std::string text;
  std::string_view left = text_;
  for (auto at = left.find(escape); at != left.npos; at = left.find(escape)) {
    text += left.substr(0, at);
    left.remove_prefix(left.find('m', at) + 1);
  }
  return {Fit{}, text += left};
}

TerminalText TerminalText::wrapped(int width, int indent) const {
  return {Fit{}, report::wrapped(text_, width, indent)};
}

TerminalText formatted(fmt::string_view format, fmt::format_args arguments) {
  return {TerminalText::Fit{}, fmt::vformat(format, arguments)};
}

}  // namespace hearsay::report
