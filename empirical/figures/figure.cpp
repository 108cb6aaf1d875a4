// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/figures/figure.hpp"

#include <hearsay/report/text_table.hpp>
#include "empirical/figures/fill.hpp"
#include "empirical/figures/gnuplot.hpp"

namespace hearsay::empirical {

namespace {

std::string text_of(const TextTableSpec& shown, const Table& table, const Values& parameters, const std::string& file) {
  std::vector<report::TextColumn> columns;
  for (const auto& column : shown.columns)
    columns.push_back({.title = fill(column.title, parameters, file),
                       .align = column.left ? report::TextColumn::Align::left : report::TextColumn::Align::right,
                       .fit = column.left ? report::Fit::cut : report::Fit::whole});
  report::TextTable text(columns);
  for (std::size_t row = 0; row < table.rows().size(); ++row) {
    const auto values = values_of(table, row, parameters);
    std::vector<report::TerminalText> cells;
    for (const auto& column : shown.columns) cells.emplace_back(fill(column.show, values, file));
    text.row(std::move(cells));
  }
  return text.text().string() + (shown.note.empty() ? "" : fill(shown.note, parameters, file) + "\n");
}

}  // namespace

Figure make_figure(const FigureSpec& spec, const Measured& measured, const nlohmann::ordered_json& parameters,
                   const std::string& stem) {
  Figure figure;
  for (const auto& [name, table] : measured.tables) figure.csv[name + ".csv"] = table.csv();
  for (const auto& shown : spec.text)
    figure.table += (figure.table.empty() ? "" : "\n") +
                    text_of(shown, measured.tables.at(shown.table), values_of(parameters), spec.file);
  if (spec.picture) {
    figure.picture = stem + ".svg";
    figure.gnuplot = gnuplot_script(spec, measured, parameters, figure.picture);
  }
  return figure;
}

}  // namespace hearsay::empirical
