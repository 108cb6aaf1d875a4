// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/graph/io/detail/edge_row.hpp>

#include <algorithm>

#include <hearsay/core/number.hpp>
#include <hearsay/graph/io/detail/text_lines.hpp>

namespace hearsay::graph {

namespace {

constexpr std::string_view row_blanks = " \t\v\f";

bool is_row_blank(char c) { return row_blanks.find(c) != row_blanks.npos; }

std::string_view without_blanks_at_end(std::string_view text) {
  return text.substr(0, text.find_last_not_of(row_blanks) + 1);
}

/// Where a dictionary at the end of a line begins; npos if there is none.
std::size_t dictionary_at(std::string_view line) {
  if (!line.ends_with('}')) return line.npos;
  for (auto place = line.find('{'); place != line.npos; place = line.find('{', place + 1)) {
    if (place > 0 && (is_row_blank(line[place - 1]) || line[place - 1] == ',')) return place;
  }
  return line.npos;
}

std::optional<std::vector<ListPart>> blank_separated(std::string_view line) {
  std::vector<ListPart> cells;
  for (;;) {
    line.remove_prefix(std::min(line.find_first_not_of(row_blanks), line.size()));
    if (line.empty() || line.front() == '#') return cells;
    ListPart cell{.text = {}, .quoted = line.front() == '"'};
    if (cell.quoted) {
      if (!take_quoted(line, cell.text) || (!line.empty() && !is_row_blank(line.front()))) return std::nullopt;
    } else {
      cell.text = line.substr(0, line.find_first_of(row_blanks));
      line.remove_prefix(cell.text.size());
    }
    cells.push_back(std::move(cell));
  }
}

bool has_letter_or_digit(std::string_view text) {
  return std::ranges::any_of(text, [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & '\x80') != 0;
  });
}

/// Whether a bracket of one of three kinds opens and is not closed, or the other way round.
bool unbalanced(std::string_view text) {
  for (const std::string_view kind : {"()", "[]", "{}"}) {
    if (std::ranges::count(text, kind[0]) != std::ranges::count(text, kind[1])) return true;
  }
  return false;
}

}  // namespace

bool has_comma(std::string_view line) {
  bool quoted = false, after_blank = true;
  for (const char c : line.substr(0, dictionary_at(line))) {
    if (c == '#' && after_blank && !quoted) return false;
    if (c == ',' && !quoted) return true;
    if (c == '"') quoted = !quoted;
    after_blank = is_row_blank(c);
  }
  return false;
}

std::optional<EdgeRow> cut_row(std::string_view line, bool by_commas) {
  EdgeRow row;
  line = without_blanks_at_end(line);
  if (line.empty()) return row;
  if (const auto place = dictionary_at(line); place != line.npos) {
    row.attributes = parse_python_dict(line.substr(place));
    if (!row.attributes) return std::nullopt;
    line = without_blanks_at_end(line.substr(0, place));
    if (by_commas && line.ends_with(',')) line.remove_suffix(1);
  }
  auto cells = by_commas ? split_parts(line) : blank_separated(line);
  if (!cells) return std::nullopt;
  row.cells = *std::move(cells);
  return row;
}

std::string_view doubtful_label(std::string_view cell) {
  if (cell.ends_with(',') || cell.starts_with(',')) return "has a comma at its end";
  if (cell.ends_with(';') || cell.starts_with(';')) return "has a semicolon at its end";
  if (cell.ends_with(':')) return "ends in a colon";
  if (cell.find(" #") != cell.npos) return "holds what looks like a comment";
  if (!has_letter_or_digit(cell)) return "has no letter and no digit";
  if (unbalanced(cell)) return "holds one bracket of a pair";
  if (!is_digits(cell) && parse_real(cell)) return "is a number with a fraction or an exponent, as weights are";
  return {};
}

}  // namespace hearsay::graph
