// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/figures/gnuplot.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include <hearsay/core/error.hpp>
#include "empirical/figures/fill.hpp"
#include "empirical/figures/selection.hpp"

namespace hearsay::empirical {

namespace {

constexpr std::array<std::string_view, 7> palette = {"#1b6ca8", "#d1495b", "#2e933c", "#8d6a9f",
                                                     "#c98a00", "#4a4a4a", "#17a2a2"};

constexpr std::string_view style =
    "set grid lc rgb '#dddddd'\n"
    "set key samplen 2\n";

/// A text in gnuplot's single quotes.
std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("''") : std::string(1, c == '\n' ? ' ' : c);
  return result + "'";
}

double number(const Cell& cell, const std::string& column, const std::string& file) {
  if (const auto* whole = std::get_if<std::int64_t>(&cell)) return static_cast<double>(*whole);
  if (const auto* value = std::get_if<double>(&cell)) return *value;
  throw Error(Errc::syntax, file, fmt::format("column '{}' holds text and cannot be drawn", column));
}

/// Writes one picture.
class Writer {
 public:
  Writer(const FigureSpec& spec, const Measured& measured, const nlohmann::ordered_json& parameters)
      : spec_(spec), picture_(*spec.picture), measured_(measured), parameters_(values_of(parameters)) {}

  std::string script(const std::string& svg) {
    const auto frames = frames_of();
    const auto count = frames.size() * picture_.panels.size();
    std::string panels;
    for (const auto& frame : frames) {
      for (const auto& panel : picture_.panels)
        panels += std::visit([&](const auto& one) { return draw(one, frame); }, panel);
    }
    const auto columns = static_cast<std::size_t>(picture_.columns), rows = (count + columns - 1) / columns;
    return head(svg, rows) + blocks_ +
           fmt::format("set multiplot layout {},{} title {} font ',15'\n", rows, columns,
                       quoted(fill(picture_.title, parameters_, spec_.file))) +
           panels + "unset multiplot\n";
  }

 private:
  using Frame = Where;  ///< what all panels of one value of the picture's `each` have in common

  std::vector<Frame> frames_of() const {
    if (picture_.each.empty()) return {{}};
    std::vector<Frame> frames;
    const auto& table = measured_.tables.at(picture_.each_table);
    for (const auto& value : distinct(table, all_rows(table), picture_.each))
      frames.push_back({{picture_.each, value}});
    return frames;
  }

  [[nodiscard]] std::string head(const std::string& svg, std::size_t rows) const {
    static constexpr std::array widths = {640, 1080, 1320, 1440};
    return fmt::format("set terminal svg size {},{} font 'Helvetica,13' background 'white'\nset output {}\n",
                       widths[static_cast<std::size_t>(std::clamp(picture_.columns, 1, 4) - 1)],
                       80 + static_cast<std::size_t>(picture_.height) * rows, quoted(svg));
  }

  /// Rows that meet the conditions, and those of the frame whose columns the table has.
  [[nodiscard]] Rows select(const std::string& name, const Where& where, const Frame& frame) const {
    const auto& table = measured_.tables.at(name);
    auto rows = all_rows(table);
    for (const auto& [column, value] : frame) {
      if (std::ranges::find(table.columns(), column) != table.columns().end())
        rows = rows_with(table, rows, column, value);
    }
    return rows_where(table, rows, where, fmt::format("{}, table '{}'", spec_.file, name));
  }

  [[nodiscard]] double at(const Table& table, std::size_t row, const std::string& column) const {
    return number(table.rows()[row][table.column(column)], column, spec_.file);
  }

  /// The name of a data block with these lines.
  std::string block(const std::string& lines) {
    const auto [found, added] = names_.try_emplace(lines, fmt::format("$data{}", names_.size() + 1));
    if (added) blocks_ += fmt::format("{} << EOD\n{}EOD\n", found->second, lines);
    return found->second;
  }

  /// x, y and what the style needs, of every row that can be drawn.
  [[nodiscard]] std::string lines_of(const Curve& curve, const Table& table, const Rows& rows, bool log) const {
    std::string lines;
    std::optional<Cell> group;
    for (const auto row : rows) {
      if (!curve.group.empty()) {
        const auto& now = table.rows()[row][table.column(curve.group)];
        if (group && !same(*group, now)) lines += "\n";
        group = now;
      }
      const double x = at(table, row, curve.x), y = at(table, row, curve.y);
      if (std::isnan(x) || std::isnan(y) || (log && y <= 0.0)) continue;
      lines += fmt::format("{:.9g} {:.9g}", x, y);
      if (!curve.spread.empty()) {
        const double spread = at(table, row, curve.spread);
        lines += fmt::format(" {:.9g} {:.9g}", y - spread, y + spread);
      } else if (!curve.low.empty() && !curve.high.empty()) {
        lines += fmt::format(" {:.9g} {:.9g}", at(table, row, curve.low), at(table, row, curve.high));
      }
      lines += "\n";
    }
    return lines;
  }

  static std::string drawn_as(const Curve& curve, const std::string& color) {
    const auto pen = fmt::format("lw {:g} dt {} lc rgb '{}'", curve.width, curve.dash, color);
    const auto dots = fmt::format("pt 7 ps {:g} ", curve.size);
    if (curve.style == "points") return "using 1:2 with points " + dots + pen;
    if (curve.style == "linespoints") return "using 1:2 with linespoints " + dots + pen;
    if (curve.style == "errorbars") return "using 1:2:3:4 with yerrorbars " + dots + pen;
    if (curve.style == "errorlines") return "using 1:2:3:4 with yerrorlines " + dots + pen;
    if (curve.style == "band")
      return fmt::format("using 1:3:4 with filledcurves fs transparent solid 0.2 noborder lc rgb '{}'", color);
    if (curve.style == "steps") return "using 1:2 with steps " + pen;
    if (curve.style == "boxes")
      return fmt::format("using 1:2{} with boxes fs transparent solid 0.35 noborder lc rgb '{}'",
                         curve.bar > 0.0 ? fmt::format(":({:g})", curve.bar) : "", color);
    return "using 1:2 with lines " + pen;
  }

  /// `label` the first time it is wanted in a panel.
  static std::string titled(const std::string& label, std::set<std::string>& used) {
    return label.empty() || !used.insert(label).second ? "notitle" : "title " + quoted(label);
  }

  void add(const Curve& curve, const Plot& plot, const Frame& frame, std::set<std::string>& labels,
           std::vector<std::string>& parts) {
    const auto& table = measured_.tables.at(curve.table);
    const auto rows = select(curve.table, curve.where, frame);
    const auto values = curve.each.empty() ? std::vector<Cell>{Cell{}} : distinct(table, rows, curve.each);
    for (std::size_t k = 0; k < values.size(); ++k) {
      const auto mine = curve.each.empty() ? rows : rows_with(table, rows, curve.each, values[k]);
      const auto lines = lines_of(curve, table, mine, plot.y.log);
      if (lines.empty()) continue;
      const auto label = fill(curve.label, values_of(table, mine.front(), parameters_), spec_.file);
      const auto color =
          curve.color.empty() ? std::string(palette[(curve.first_color + k) % palette.size()]) : curve.color;
      parts.push_back(fmt::format("{} {} {}", block(lines), drawn_as(curve, color), titled(label, labels)));
    }
  }

  static std::string end(const std::optional<double>& value) { return value ? fmt::format("{:g}", *value) : "*"; }

  static std::string set_axis(char name, const Axis& axis) {
    // The legend below follows the label without a gap.
    auto text = fmt::format("set {}label {}{}\n", name, quoted(axis.label), name == 'x' ? " offset 0,0.4" : "");
    if (axis.log) text += fmt::format("set logscale {}\n", name);
    text += axis.powers ? fmt::format("set format {} '10^{{%L}}'\n", name) : fmt::format("set format {} '%g'\n", name);
    if (axis.tight) text += fmt::format("set autoscale {}fix\n", name);
    if (axis.ticks) text += fmt::format("set {}tics {:g}\n", name, *axis.ticks);
    if (axis.from || axis.to) text += fmt::format("set {}range [{}:{}]\n", name, end(axis.from), end(axis.to));
    return text;
  }

  [[nodiscard]] std::string title_of(const std::string& title, const Frame& frame) const {
    auto values = parameters_;
    for (const auto& [column, value] : frame) values[column] = value;
    return fmt::format("set title {}\n", quoted(fill(title, values, spec_.file)));
  }

  std::string draw(const Plot& plot, const Frame& frame) {
    auto x = plot.x, y = plot.y;
    x.label = fill(x.label, parameters_, spec_.file);
    y.label = fill(y.label, parameters_, spec_.file);
    auto text = fmt::format("reset\n{}{}{}{}", style, title_of(plot.title, frame), set_axis('x', x), set_axis('y', y));
    text += plot.legend == "none" ? "unset key\n" : fmt::format("set key {}\n", plot.legend);
    std::vector<std::string> parts;
    std::set<std::string> labels;
    for (const auto& line : plot.lines) {
      if (line.axis == Line::Axis::y) {
        parts.push_back(
            fmt::format("{:g} with lines dt 2 lw 2 lc rgb '#000000' {}", line.at, titled(line.label, labels)));
        continue;
      }
      text += fmt::format("set arrow from {0:g},graph 0 to {0:g},graph 1 nohead dt 2 lw 2\n", line.at);
      text += fmt::format("set label {} at {:g},graph 0.93 right offset character -1,0\n", quoted(line.label), line.at);
    }
    for (const auto& curve : plot.curves) add(curve, plot, frame, labels, parts);
    if (parts.empty())
      throw Error(Errc::conditions, spec_.file, fmt::format("the panel '{}' has nothing to draw", plot.title));
    return text + fmt::format("plot {}\n", fmt::join(parts, ", \\\n  "));
  }

  std::string draw(const GraphPlot& graph, const Frame& frame) {
    const auto &nodes = measured_.tables.at(graph.nodes), &edges = measured_.tables.at(graph.edges);
    std::string segments, dots, star;
    for (const auto row : select(graph.edges, {}, frame))
      segments += fmt::format("{:.9g} {:.9g} {:.9g} {:.9g}\n", at(edges, row, "x1"), at(edges, row, "y1"),
                              at(edges, row, "x2") - at(edges, row, "x1"), at(edges, row, "y2") - at(edges, row, "y1"));
    const auto rows = select(graph.nodes, {}, frame);
    for (const auto row : rows) {
      const auto place = fmt::format("{:.9g} {:.9g}", at(nodes, row, "x"), at(nodes, row, "y"));
      if (!graph.star.empty() && at(nodes, row, graph.star) != 0.0) {
        star += place + "\n";
        continue;
      }
      double value = at(nodes, row, graph.value);
      if (graph.color.from) value = std::max(value, *graph.color.from);
      if (graph.color.to) value = std::min(value, *graph.color.to);
      dots += fmt::format("{} {:.9g}\n", place, value);
    }
    std::vector<std::string> parts;
    if (!segments.empty())
      parts.push_back(block(segments) + " using 1:2:3:4 with vectors nohead lw 0.3 lc rgb '#cccccc' notitle");
    if (!dots.empty())
      parts.push_back(fmt::format("{} using 1:2:3 with points pt 7 ps {} palette notitle", block(dots),
                                  rows.size() > 600 ? 0.3 : 0.5));
    if (!star.empty()) {  // on a white disc, to be seen among the nodes
      parts.push_back(block(star) + " using 1:2 with points pt 7 ps 3 lc rgb '#ffffff' notitle");
      parts.push_back(block(star) + " using 1:2 with points pt 3 ps 2 lw 3 lc rgb '#d1495b' notitle");
    }
    return fmt::format(
        "reset\nunset tics\nset border 0\nunset key\n{}{}"
        "set palette defined (0 '#fde725', 0.33 '#35b779', 0.66 '#31688e', 1 '#440154')\nset cbtics\nplot {}\n",
        title_of(graph.title, frame), set_color(graph.color), fmt::join(parts, ", \\\n  "));
  }

  static std::string set_color(const Axis& axis) {
    auto text = fmt::format("set cblabel {} font ',11'\n", quoted(axis.label));
    if (axis.log) text += "set logscale cb\n";
    text += axis.powers ? "set format cb '10^{%L}'\n" : "set format cb '%g'\n";
    return text + fmt::format("set cbrange [{}:{}]\n", end(axis.from), end(axis.to));
  }

  const FigureSpec& spec_;
  const Picture& picture_;
  const Measured& measured_;
  Values parameters_;
  std::map<std::string, std::string> names_;  ///< of the data blocks, by their lines
  std::string blocks_;
};

}  // namespace

std::string gnuplot_script(const FigureSpec& spec, const Measured& measured, const nlohmann::ordered_json& parameters,
                           const std::string& svg) {
  return Writer(spec, measured, parameters).script(svg);
}

}  // namespace hearsay::empirical
