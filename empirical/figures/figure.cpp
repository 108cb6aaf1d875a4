// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/figures/figure.hpp"

#include <algorithm>
#include <array>

#include "empirical/figures/muffliato_figures.hpp"
#include "empirical/figures/rumor_figures.hpp"
#include "empirical/figures/stream_figures.hpp"
#include "empirical/figures/walk_figures.hpp"

namespace hearsay::empirical {

namespace {

constexpr std::array<std::string_view, 7> colours = {"#1b6ca8", "#d1495b", "#2e933c", "#8d6a9f",
                                                     "#c98a00", "#4a4a4a", "#17a2a2"};

constexpr std::string_view style =
    "set datafile separator ','\n"
    "set grid lc rgb '#dddddd'\n"
    "set key samplen 2\n";

}  // namespace

std::span<const Figure> figures() {
  static constexpr Figure all[] = {
      {"rumor/table_1", rumor_table_1},
      {"rumor/figure_2", rumor_figure_2},
      {"rumor/figure_3a", rumor_figure_3a},
      {"rumor/figure_3b", rumor_figure_3b},
      {"walk/figure_1a", walk_figure_1a},
      {"walk/figure_1b", walk_figure_1b},
      {"walk/figure_2", walk_figure_2},
      {"walk/figure_3", walk_figure_3},
      {"muffliato/figure_1a", muffliato_figure_1a},
      {"muffliato/figure_1b", muffliato_figure_1b},
      {"muffliato/figure_1c", muffliato_figure_1c},
      {"muffliato/figure_2", muffliato_figure_2},
      {"muffliato/figure_3", muffliato_figure_3},
      {"muffliato/figure_4", muffliato_figure_4},
      {"muffliato/figure_5", muffliato_figure_5},
      {"muffliato/figure_6", muffliato_figure_6},
      {"muffliato/table_1", muffliato_table_1},
      {"muffliato/table_3", muffliato_table_3},
      {"stream/figure_1", stream_figure_1},
      {"stream/figure_2", stream_figure_2},
      {"stream/growth", stream_growth},
  };
  return all;
}

std::string colour(std::size_t k) { return std::string(colours[k % colours.size()]); }

std::string gnuplot_head(std::string_view picture, int columns, int rows) {
  static constexpr std::array widths = {640, 1080, 1320, 1440};
  std::string words;
  for (const auto c : colours) words += fmt::format("{}{}", words.empty() ? "" : " ", c);
  return fmt::format(
      "set terminal svg size {},{} font 'Helvetica,13' background 'white'\n"
      "set output '{}'\n"
      "{}colors = '{}'\n",
      widths[static_cast<std::size_t>(std::clamp(columns, 1, 4) - 1)], rows == 1 ? 440 : 60 + 360 * rows, picture,
      style, words);
}

std::string gnuplot_script(std::string_view picture, std::string_view title, int columns,
                           std::span<const Panel> panels) {
  const int rows = (static_cast<int>(panels.size()) + columns - 1) / columns;
  std::string script = gnuplot_head(picture, columns, rows) +
                       fmt::format("set multiplot layout {},{} title '{}' font ',15'\n", rows, columns, title);
  for (const auto& panel : panels) {
    script += fmt::format("reset\n{}set title '{}'\nset xlabel '{}'\nset ylabel '{}'\n{}plot ", style, panel.title,
                          panel.x, panel.y, panel.setup);
    for (std::size_t k = 0; k < panel.curves.size(); ++k) {
      const auto& curve = panel.curves[k];
      script += fmt::format("{}{} {} {}", k == 0 ? "" : ", \\\n  ", curve.data, curve.style,
                            curve.title.empty() ? "notitle" : fmt::format("title '{}'", curve.title));
    }
    script += "\n";
  }
  return script + "unset multiplot\n";
}

std::string rows_where(std::string_view file, int column, std::string_view value, std::string_view shown) {
  const auto comma = shown.find(':');
  return fmt::format("'{}' using (strcol({}) eq '{}' ? ${} : 1/0){}", file, column, value, shown.substr(0, comma),
                     comma == std::string_view::npos ? "" : shown.substr(comma));
}

}  // namespace hearsay::empirical
