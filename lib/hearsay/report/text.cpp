// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/text.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace hearsay::report {

namespace {

constexpr std::string_view sequence_begin = "\x1b[";

/// `text` without the sequences of emphasized().
std::string without_emphasis(std::string_view text) {
  std::string plain;
  for (auto begin = text.find(sequence_begin); begin != text.npos; begin = text.find(sequence_begin)) {
    plain += text.substr(0, begin);
    text.remove_prefix(std::min(text.find('m', begin), text.size() - 1) + 1);
  }
  return plain.append(text);
}

}  // namespace

int display_width(std::string_view given) {
  const auto text = without_emphasis(given);
  const std::size_t size = text.size();
  return static_cast<int>(2 * size -
                          fmt::format("{:<{}}", text, size).size());  // what fmt pads to reach `size` columns
}

std::string shortened(std::string_view text, int width) {
  if (display_width(text) <= width) return std::string(text);
  const auto continues = [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; };
  do {
    while (text.size() > 1 && continues(text.back())) text.remove_suffix(1);
    text.remove_suffix(1);
  } while (display_width(text) > width - 1);
  return std::string(text) + "…";
}

std::string wrapped(std::string_view text, int width, int indent) {
  constexpr std::string_view blanks = " \t\n";
  std::string lines;
  int column = indent;
  for (auto begin = text.find_first_not_of(blanks); begin != text.npos; begin = text.find_first_not_of(blanks, begin)) {
    const auto end = std::min(text.find_first_of(blanks, begin), text.size());
    const auto word = text.substr(begin, end - begin);
    const int length = display_width(word);
    if (column > indent && column + 1 + length > width) {
      lines += fmt::format("\n{:{}}", "", indent);
      column = indent;
    } else if (column > indent) {
      lines += ' ';
      ++column;
    }
    lines += word;
    column += length;
    begin = end;
  }
  return lines;
}

}  // namespace hearsay::report
