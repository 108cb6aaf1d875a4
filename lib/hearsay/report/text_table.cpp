// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/text_table.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include <hearsay/core/error.hpp>

namespace hearsay::report {

namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin <= text.size();) {
    const auto end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

int longest_word(std::string_view text) {
  int longest = 0;
  for (std::size_t begin = 0; begin <= text.size();) {
    const auto end = std::min(text.find(' ', begin), text.size());
    longest = std::max(longest, display_width(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return longest;
}

}  // namespace

TextTable::TextTable(std::vector<TextColumn> columns) : columns_(std::move(columns)) {
  std::vector<std::vector<std::string>> by_column;
  std::size_t height = 0;
  for (const auto& column : columns_) {
    by_column.push_back(lines_of(column.title));
    height = std::max(height, by_column.back().size());
  }
  for (std::size_t line = 0; line < height; ++line) {  // titles stand on the rows
    auto& cells = titles_.emplace_back();
    for (const auto& title : by_column)
      cells.emplace_back(line + title.size() < height ? "" : title[line + title.size() - height]);
  }
}

void TextTable::row(std::vector<TerminalText> cells) {
  if (cells.size() != columns_.size()) {
    throw Error(Errc::shape, "text table",
                fmt::format("{} cells in a row of {} columns", cells.size(), columns_.size()));
  }
  rows_.push_back({.cells = std::move(cells), .below = {}});
}

void TextTable::below(TerminalText text) { rows_.back().below.push_back({.text = std::move(text), .whole = false}); }

void TextTable::below_whole(TerminalText line) {
  rows_.back().below.push_back({.text = std::move(line), .whole = true});
}

TextTable::Layout TextTable::layout(int width) const {
  int least_prose = 20;
  Layout found{.widths = std::vector<int>(columns_.size(), 0), .gap = 2};
  auto& widths = found.widths;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    for (const auto& line : titles_) widths[c] = std::max(widths[c], display_width(line[c].string()));
    for (const auto& row : rows_) {
      widths[c] = std::max(widths[c], display_width(row.cells[c].string()));
      if (columns_[c].fit == Fit::wrap) least_prose = std::max(least_prose, longest_word(row.cells[c].string()));
    }
  }
  const auto least = [&](std::size_t c) {
    return columns_[c].fit == Fit::whole ? widths[c] : columns_[c].fit == Fit::cut ? columns_[c].least : least_prose;
  };
  const auto excess = [&] {
    return std::accumulate(widths.begin(), widths.end(), found.gap * static_cast<int>(widths.size() - 1)) - width;
  };
  const auto shrink = [&](Fit fit) {
    while (excess() > 0) {
      std::size_t widest = widths.size();
      for (std::size_t c = 0; c < widths.size(); ++c) {
        if (columns_[c].fit == fit && widths[c] > least(c) && (widest == widths.size() || widths[c] > widths[widest]))
          widest = c;
      }
      if (widest == widths.size()) return;
      --widths[widest];
    }
  };
  shrink(Fit::wrap);
  if (excess() > 0) found.gap = 1;
  shrink(Fit::cut);
  return found;
}

void TextTable::write(std::string& out, const std::vector<TerminalText>& cells, const Layout& layout) const {
  std::string line;
  for (std::size_t c = 0; c < cells.size(); ++c) {
    const int width = layout.widths[c];
    if (c > 0) line.append(static_cast<std::size_t>(layout.gap), ' ');
    if (columns_[c].fit == Fit::wrap) {
      const int indent = display_width(line);
      line += wrapped(cells[c].string(), indent + width, indent);
    } else {
      const auto cell = columns_[c].fit == Fit::cut ? shortened(cells[c].string(), width) : cells[c].string();
      const std::string blanks(static_cast<std::size_t>(std::max(0, width - display_width(cell))), ' ');
      line += columns_[c].align == TextColumn::Align::left ? cell + blanks : blanks + cell;
    }
  }
  line.erase(line.find_last_not_of(' ') + 1);
  out += line + "\n";
}

TerminalText TextTable::text(int width, bool colored) const {
  const auto chosen = layout(width);
  std::string out;
  for (auto line : titles_) {
    for (auto& title : line) title = colored && !title.string().empty() ? emphasized(title, Emphasis::bold) : title;
    write(out, line, chosen);
  }
  for (const auto& row : rows_) {
    write(out, row.cells, chosen);
    for (const auto& [text, whole] : row.below)
      out += fmt::format("    {}\n", whole ? text.string() : text.wrapped(width, 4).string());
  }
  return {TerminalText::Fit{}, out};
}

}  // namespace hearsay::report
