// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "empirical/figures/measurement.hpp"
#include "empirical/figures/selection.hpp"

namespace hearsay::empirical {

/// An axis, or the scale of colors.
struct Axis {
  std::string label = {};
  bool log = false;
  bool powers = false;  ///< ticks as powers of ten
  bool tight = false;   ///< from the first to the last value, instead of whole ticks
  std::optional<double> from = {}, to = {}, ticks = {};
};

/// A straight line across a panel, beside the data.
struct Line {
  enum class Axis { x, y } axis = Axis::y;  ///< whose value is `at`
  double at = 0.0;
  std::string label = {};
};

/// What is drawn of one table: a curve, or one for each value of a column.
struct Curve {
  std::string table;
  Where where = {};
  std::string each = {};   ///< column with a curve for each value
  std::string group = {};  ///< column whose changes lift the pen
  std::string x, y;
  std::string low = {}, high = {};  ///< columns of the ends of error bars or of a band
  std::string spread = {};          ///< column of what error bars reach to either side
  std::string style;
  std::string label = {};       ///< template over parameters and the first row; each label is shown once
  std::string color = {};       ///< "#rrggbb"; empty: `first_color`
  std::size_t first_color = 0;  ///< place in the palette; with `each`, of the first curve
  double width = 2.0, size = 0.5, bar = 0.0;
  int dash = 1;
};

/// Curves in a coordinate system.
struct Plot {
  std::string title;  ///< template over parameters and the picture's `each`
  Axis x, y;
  std::string legend;  ///< words of gnuplot's `set key`; "none"
  std::vector<Line> lines = {};
  std::vector<Curve> curves = {};
};

/// A graph whose nodes are colored by a column of their table, which has columns x, y; that of the edges has x1, y1,
/// x2, y2.
struct GraphPlot {
  std::string title;
  std::string nodes, edges;
  std::string value;  ///< column that gives the color; values outside the axis take that of its end
  std::string star;   ///< column that is 1 for the node that gets a star instead
  Axis color;
};

using Panel = std::variant<Plot, GraphPlot>;

/// Panels, row by row. With `each`, all of them for each value of that column.
struct Picture {
  std::string title;  ///< template over parameters
  int columns = 1;
  int height = 360;  ///< of a panel, in pixels
  std::string each_table = {}, each = {};
  std::vector<Panel> panels = {};
};

/// A table for people: of every row of a measured table, columns that are templates over its cells.
struct TextTableSpec {
  struct Column {
    std::string title, show;
    bool left = false;
  };
  std::string table;
  std::vector<Column> columns = {};
  std::string note = {};  ///< a line below
};

/// What a spec.json says: what is measured, with which parameters, and what is drawn of it.
struct FigureSpec {
  std::string file;
  std::string source, title;
  std::string caption = {};              ///< what is learnt
  std::string note = {};                 ///< what else a reader must know
  std::vector<std::string> claims = {};  ///< ids of the claims that it illustrates
  const Measurement* measurement = nullptr;
  std::map<std::string, nlohmann::ordered_json> scales = {};
  std::optional<Picture> picture = {};
  std::vector<TextTableSpec> text = {};
};

/// Reads a specification and checks all that can be checked before something is measured.
/// @param file  for complaints.
/// @throws Error(Errc::unknown) naming file and key for a measurement, table, column, parameter, style, claim or
/// key that there is not; Error(Errc::syntax) for one that is missing or of another type.
[[nodiscard]] FigureSpec figure_spec(const nlohmann::ordered_json& json, const std::string& file);

}  // namespace hearsay::empirical
