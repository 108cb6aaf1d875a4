// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <hearsay/report/text.hpp>

namespace hearsay::report {

/// How a terminal shows a word that stands out.
enum class Emphasis { bold, good, bad, doubtful };

/// Text that may be sent to a terminal. What it is made of may come from anywhere, a label, a path, another program's
/// error: it is made printable first, so that nothing steers the terminal but emphasized(). What prints takes this type
/// and no other.
class TerminalText {
 public:
  TerminalText() = default;
  /// A text on one line, made printable().
  template <std::convertible_to<std::string_view> Text>
  TerminalText(const Text& text) : TerminalText(Fit{}, one_line(text)) {}  // NOLINT(google-explicit-constructor)
  /// A text of several lines, made printable_lines().
  [[nodiscard]] static TerminalText lines(std::string_view text);

  [[nodiscard]] const std::string& string() const { return text_; }
  /// The same without emphasis.
  [[nodiscard]] TerminalText plain() const;
  /// As report::wrapped().
  [[nodiscard]] TerminalText wrapped(int width = page_width, int indent = 0) const;
  TerminalText& operator+=(const TerminalText& more);
  template <std::convertible_to<std::string_view> Text>
  TerminalText& operator+=(const Text& text) = delete;  // one line, or lines?
  friend TerminalText operator+(TerminalText text, const TerminalText& more) { return text += more; }
  friend bool operator==(const TerminalText& text, std::string_view other) { return text.text_ == other; }

 private:
  friend class TextTable;
  friend TerminalText emphasized(const TerminalText& text, Emphasis emphasis);
  friend TerminalText formatted(fmt::string_view format, fmt::format_args arguments);

  struct Fit {};  ///< the text is fit for a terminal already
  TerminalText(Fit, std::string text) : text_(std::move(text)) {}
  [[nodiscard]] static std::string one_line(std::string_view text);

  std::string text_;
};

/// `text` between the sequences (ECMA-48, SGR) that make a terminal show it so.
[[nodiscard]] TerminalText emphasized(const TerminalText& text, Emphasis emphasis);

/// What becomes of an argument of terminal_text(): numbers stay, any text is made fit for a terminal. Other types are
/// to be made texts or numbers first.
template <class Argument>
using Terminal =
    std::conditional_t<std::is_arithmetic_v<std::remove_cvref_t<Argument>>, std::remove_cvref_t<Argument>, std::string>;

/// The same, of a value.
template <class Argument>
[[nodiscard]] Terminal<Argument> fit_for_terminal(const Argument& argument) {
  if constexpr (std::is_arithmetic_v<Argument>) {
    return argument;
  } else {
    return TerminalText(argument).string();
  }
}

/// As fmt::vformat, of arguments that are fit for a terminal.
[[nodiscard]] TerminalText formatted(fmt::string_view format, fmt::format_args arguments);

/// As fmt::format, with arguments that may come from anywhere.
template <class... Arguments>
[[nodiscard]] TerminalText terminal_text(fmt::format_string<Terminal<Arguments>...> format,
                                         const Arguments&... arguments) {
  return [&format](const Terminal<Arguments>&... fit) {
    return formatted(format, fmt::make_format_args(fit...));
  }(fit_for_terminal(arguments)...);
}

}  // namespace hearsay::report
