// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/core/unicode.hpp>

#include <fmt/format.h>

#include <boost/locale/utf.hpp>

namespace hearsay {

namespace {

using Utf8 = boost::locale::utf::utf_traits<char>;

/// The code point at the front of `text`, and how many bytes it takes; none for a byte that begins no UTF-8.
struct Character {
  char32_t code = 0;
  std::size_t bytes = 1;
  bool valid = false;
};

Character first_character(std::string_view text) {
  const auto* place = text.data();
  const auto code = Utf8::decode(place, text.data() + text.size());
  if (code == boost::locale::utf::illegal || code == boost::locale::utf::incomplete) return {};
  return {.code = static_cast<char32_t>(code), .bytes = static_cast<std::size_t>(place - text.data()), .valid = true};
}

bool is_control(char32_t c) { return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x2028 || c == 0x2029; }

bool changes_direction(char32_t c) {
  return c == 0x61C || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

bool is_no_character(char32_t c) { return (c & 0xFFFE) == 0xFFFE || (c >= 0xFDD0 && c <= 0xFDEF); }

/// Takes no place and changes nothing that is seen; joiners, which some scripts need, are no such characters.
bool is_invisible(char32_t c) { return c == 0xAD || c == 0x200B || (c >= 0x2060 && c <= 0x2064); }

constexpr char32_t byte_order_mark = 0xFEFF;

/// What is wrong with a character; empty if nothing is.
std::string_view fault(char32_t c) {
  if (is_control(c)) return "the control character";
  if (changes_direction(c)) return "a character that changes the direction of writing,";
  if (is_invisible(c)) return "a character that is not seen,";
  if (c == byte_order_mark) return "a byte order mark,";
  if (is_no_character(c)) return "a code point that is no character,";
  return {};
}

}  // namespace

std::string unfit_for_name(std::string_view text) {
  while (!text.empty()) {
    const auto c = first_character(text);
    if (!c.valid)
      return fmt::format("it is not UTF-8: it holds the byte \\x{{{:02x}}}", static_cast<unsigned char>(text.front()));
    if (const auto what = fault(c.code); !what.empty())
      return fmt::format("it holds {} \\u{{{:x}}}", what, static_cast<std::uint32_t>(c.code));
    text.remove_prefix(c.bytes);
  }
  return {};
}

std::string escaped(std::string_view text, std::size_t most) {
  std::string safe;
  std::size_t taken = 0;
  while (!text.empty()) {
    const auto c = first_character(text);
    taken += c.bytes;
    if (taken > most) return safe + "...";
    if (!c.valid) {
      safe += fmt::format("\\x{{{:02x}}}", static_cast<unsigned char>(text.front()));
    } else if (fault(c.code).empty()) {
      safe += text.substr(0, c.bytes);
    } else {
      safe += fmt::format("\\u{{{:x}}}", static_cast<std::uint32_t>(c.code));
    }
    text.remove_prefix(c.bytes);
  }
  return safe;
}

}  // namespace hearsay
