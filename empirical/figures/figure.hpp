// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <hearsay/random/stream.hpp>
#include <hearsay/system/progress.hpp>

namespace hearsay::empirical {

/// Where the real inputs of some figures lie; without them a figure uses a generated stand-in and says so in its note.
struct FigureInputs {
  std::string facebook = {};  ///< folder of edge lists, one `NAME.edges` an ego network
  std::string houses = {};    ///< CSV file of the houses data
};

/// What a figure is made from: the parameters of one scale of its spec.json.
struct FigureRequest {
  nlohmann::ordered_json parameters;
  FigureInputs inputs = {};
  random::Seed seed = {};
  int jobs = 0;
  Progress progress = {};
};

/// What a figure is: data, how to draw them, and the numbers that expected.json speaks about. A table has no picture.
struct FigureData {
  std::map<std::string, std::string> csv;  ///< file name -> text
  std::vector<std::string> pictures;       ///< SVG files that the script writes
  std::string gnuplot;                     ///< script, run in the folder of the CSV files
  std::map<std::string, double> summary;   ///< name -> value
  std::string table;                       ///< the same for people, as plain text; empty for a picture
  std::string note;                        ///< what a reader of this run must know beyond the title
};

/// A figure or table of a paper. To add one: a file in this folder, a line in figures(), a folder in experiments/.
struct Figure {
  std::string_view id;  ///< `paper/figure_2`: its folder below experiments/
  FigureData (*make)(const FigureRequest& request);
};

/// All of them, by paper.
[[nodiscard]] std::span<const Figure> figures();

/// Text of a CSV file: a header, then rows of numbers (nine significant digits) and quoted text; a text that gnuplot is
/// to select rows by must not hold a comma.
class Csv {
 public:
  explicit Csv(std::string_view header) : text_(fmt::format("{}\n", header)) {}

  template <class... Cells>
  void row(const Cells&... cells) {
    std::string line;
    ((line += fmt::format("{}{}", line.empty() ? "" : ",", cell(cells))), ...);
    text_ += line + "\n";
  }
  /// An empty line: gnuplot lifts its pen.
  void gap() { text_ += "\n"; }
  [[nodiscard]] const std::string& text() const noexcept { return text_; }

 private:
  static std::string cell(std::floating_point auto value) { return fmt::format("{:.9g}", value); }
  static std::string cell(std::integral auto value) { return fmt::format("{}", value); }
  static std::string cell(std::string_view value) { return fmt::format("\"{}\"", value); }

  std::string text_;
};

/// What one curve of a plot shows: "'a.csv' using 1:2", "with lines lw 2", and its line of the legend, if any.
struct Curve {
  std::string data, style, title = {};
};

/// One plot of a picture.
struct Panel {
  std::string title, x, y;  ///< y and x name the axes with their units
  std::string setup = {};   ///< further gnuplot commands, each ended by a line break
  std::vector<Curve> curves = {};
};

/// "set terminal svg ..." and the house style, for the head of a script that draws `columns` panels side by side into
/// `picture`.
[[nodiscard]] std::string gnuplot_head(std::string_view picture, int columns, int rows = 1);

/// Script that draws the panels row by row, `columns` in a row, under one title.
[[nodiscard]] std::string gnuplot_script(std::string_view picture, std::string_view title, int columns,
                                         std::span<const Panel> panels);

/// `using` columns of the rows whose text in column `column` is `value`: the first of `shown` is dropped elsewhere.
[[nodiscard]] std::string rows_where(std::string_view file, int column, std::string_view value, std::string_view shown);

/// The k-th colour of the house style, from 0.
[[nodiscard]] std::string colour(std::size_t k);

}  // namespace hearsay::empirical
