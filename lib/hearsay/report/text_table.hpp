// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <hearsay/report/terminal_text.hpp>

namespace hearsay::report {

/// What becomes of a column's cells when the table is too wide.
enum class Fit {
  whole,  ///< nothing: numbers
  cut,    ///< they end in an ellipsis: names
  wrap,   ///< they go on in further lines, between words: prose, in the last column only
};

struct TextColumn {
  std::string title;  ///< of several lines, if it holds line feeds
  enum class Align { left, right } align = Align::right;
  Fit fit = Fit::whole;
  int least = 6;  ///< columns that a cut leaves
};

/// A table for a terminal. A column is as wide as its widest cell; two blanks part columns, one where space is short,
/// never none.
class TextTable {
 public:
  explicit TextTable(std::vector<TextColumn> columns);

  /// @throws Error(Errc::shape) unless there is one cell a column.
  void row(std::vector<TerminalText> cells);

  /// A paragraph below the last row, indented. @pre there is a row.
  void below(TerminalText text);
  /// A line below the last row that is not wrapped, to be copied whole. @pre there is a row.
  void below_whole(TerminalText line);

  /// The table in lines of at most `width` columns, as far as columns that must stay whole leave room. Each line ends
  /// in a line feed.
  /// @param colored  whether titles stand out on a terminal.
  [[nodiscard]] TerminalText text(int width = page_width, bool colored = false) const;

 private:
  struct Below {
    TerminalText text;
    bool whole;
  };
  struct Row {
    std::vector<TerminalText> cells;
    std::vector<Below> below;
  };
  struct Layout {
    std::vector<int> widths;
    int gap;
  };
  [[nodiscard]] Layout layout(int width) const;
  void write(std::string& out, const std::vector<TerminalText>& cells, const Layout& layout) const;

  std::vector<TextColumn> columns_;
  std::vector<std::vector<TerminalText>> titles_;  ///< by line, then column
  std::vector<Row> rows_;
};

}  // namespace hearsay::report
