// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/core/printable.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <boost/locale/utf.hpp>
#include <vector>

namespace hearsay {

namespace {

using Utf8 = boost::locale::utf::utf_traits<char>;

/// The first character of a text that is not empty; where it is no UTF-8, a byte.
struct Character {
  std::string_view bytes;
  bool valid = false;
  char32_t point = 0;  ///< or the byte
};

Character first_character(std::string_view text) {
  const char* end = text.data();
  const auto point = Utf8::decode(end, text.data() + text.size());
  if (point == boost::locale::utf::illegal || point == boost::locale::utf::incomplete)
    return {.bytes = text.substr(0, 1), .valid = false, .point = static_cast<unsigned char>(text.front())};
  return {.bytes = text.substr(0, static_cast<std::size_t>(end - text.data())), .valid = true, .point = point};
}

bool between(char32_t point, char32_t low, char32_t high) { return low <= point && point <= high; }

bool is_control(char32_t point) { return point < 0x20 || between(point, 0x7f, 0x9f) || between(point, 0x2028, 0x2029); }

bool changes_direction(char32_t point) {
  return point == 0x61c || between(point, 0x200e, 0x200f) || between(point, 0x202a, 0x202e) ||
         between(point, 0x2066, 0x2069);
}

/// Takes no place and changes nothing that is seen; joiners, which some scripts need, are no such characters.
bool is_invisible(char32_t point) {
  return point == 0xad || point == 0x200b || between(point, 0x2060, 0x2064) || between(point, 0xfff9, 0xfffb) ||
         between(point, 0xe0000, 0xe007f);
}

bool is_no_character(char32_t point) { return (point & 0xfffe) == 0xfffe || between(point, 0xfdd0, 0xfdef); }

constexpr char32_t byte_order_mark = 0xfeff;

/// What a character is that steers a terminal or a reader, or is not seen; empty for any other.
std::string_view fault(char32_t point) {
  if (is_control(point)) return "the control character";
  if (changes_direction(point)) return "a character that changes the direction of writing,";
  if (is_invisible(point)) return "an invisible character,";
  if (point == byte_order_mark) return "a byte order mark,";
  if (is_no_character(point)) return "a code point that is not a character,";
  return {};
}

std::string escape(const Character& c) {
  const auto number = static_cast<std::uint32_t>(c.point);
  if (!c.valid || number < 0x80) return fmt::format("\\x{:02x}", number);
  return number <= 0xffff ? fmt::format("\\u{:04x}", number) : fmt::format("\\U{:08x}", number);
}

std::string escaped(std::string_view text, bool keep_lines) {
  std::string safe;
  safe.reserve(text.size());
  while (!text.empty()) {
    const auto c = first_character(text);
    const bool kept = c.valid && (fault(c.point).empty() || (keep_lines && c.point == '\n'));
    safe += kept ? std::string(c.bytes) : escape(c);
    text.remove_prefix(c.bytes.size());
  }
  return safe;
}

bool starts_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, starts_character));
}

/// Where character number `count` of a text begins.
std::size_t place_of(std::string_view text, std::size_t count) {
  std::size_t place = 0, seen = 0;
  for (; place < text.size(); ++place) {
    if (starts_character(text[place]) && seen++ == count) break;
  }
  return place;
}

/// The beginning and the end of a text that has more than `most` characters.
std::string cut_in_the_middle(std::string_view text, std::size_t most) {
  const std::size_t end = (most - 1) / 3, begin = most - 1 - end;
  return std::string(text.substr(0, place_of(text, begin)))
      .append("…")
      .append(text.substr(place_of(text, characters(text) - end)));
}

/// Whether a quotation may begin or end beside this character.
bool is_border(char c) { return c == ' ' || std::string_view("()[]{}=:;,.!?\"").find(c) != std::string_view::npos; }

/// Where the quotation that begins at `open` ends; npos if there is none.
std::size_t closing_quote(std::string_view text, std::size_t open) {
  for (auto close = text.find('\'', open + 1); close != text.npos; close = text.find('\'', close + 1)) {
    if (close + 1 == text.size() || is_border(text[close + 1])) return close;
  }
  return text.npos;
}

/// The text with every quotation, 'as this', shortened.
std::string with_short_quotations(std::string_view text) {
  std::string made;
  for (std::size_t begin = 0; begin < text.size();) {
    auto open = text.find('\'', begin);
    while (open != text.npos && open > 0 && !is_border(text[open - 1])) open = text.find('\'', open + 1);
    const auto close = open == text.npos ? text.npos : closing_quote(text, open);
    if (close == text.npos) return made.append(text.substr(begin));
    made.append(text.substr(begin, open + 1 - begin));
    made.append(echoed(text.substr(open + 1, close - open - 1))).append("'");
    begin = close + 1;
  }
  return made;
}

/// The text with every run without blanks shortened.
std::string with_short_words(std::string_view text) {
  std::string made;
  while (!text.empty()) {
    const auto end = std::min(text.find(' '), text.size());
    made += echoed(text.substr(0, end));
    text.remove_prefix(end);
    const auto blanks = std::min(text.find_first_not_of(' '), text.size());
    made.append(text.substr(0, blanks));
    text.remove_prefix(blanks);
  }
  return made;
}

/// More than any sentence of the program has without what it repeats.
constexpr std::size_t longest_line = 800;

/// A line that repeats much in small pieces: all from the first quotation mark to the last is taken for one piece.
std::string cut_down(std::string_view text) {
  std::string made(text);
  const auto first = text.find('\''), last = text.rfind('\'');
  if (first != text.npos && first < last) {
    made = std::string(text.substr(0, first + 1)) + echoed(text.substr(first + 1, last - first - 1)) +
           std::string(text.substr(last));
  }
  return characters(made) <= longest_line ? made : cut_in_the_middle(made, longest_line);
}

}  // namespace

std::string unfit_for_name(std::string_view text) {
  for (; !text.empty(); text.remove_prefix(first_character(text).bytes.size())) {
    const auto c = first_character(text);
    if (!c.valid) return fmt::format("it is not UTF-8: it holds the byte {}", escape(c));
    if (const auto what = fault(c.point); !what.empty()) return fmt::format("it holds {} {}", what, escape(c));
  }
  return {};
}

std::string excerpt(std::string_view text, std::size_t most) {
  const auto place = place_of(text, most);
  return printable(text.substr(0, place)) + (place < text.size() ? "..." : "");
}

std::string printable(std::string_view text) { return escaped(text, false); }

std::string printable_lines(std::string_view text) { return escaped(text, true); }

std::string echoed(std::string_view text) {
  constexpr std::size_t enough = longest_echo / 3;
  return characters(text) <= longest_echo ? std::string(text) : cut_in_the_middle(text, enough);
}

std::string error_line(std::string_view message) {
  auto line = with_short_words(with_short_quotations(printable(message)));
  return characters(line) <= longest_line ? line : cut_down(line);
}

}  // namespace hearsay
