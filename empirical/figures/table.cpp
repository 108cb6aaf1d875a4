// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/figures/table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include <hearsay/core/error.hpp>
#include <hearsay/core/nearest.hpp>
#include <hearsay/report/csv.hpp>

namespace hearsay::empirical {

std::string csv_cell(const Cell& cell) {
  if (const auto* text = std::get_if<std::string>(&cell)) return report::csv_cell(*text, report::Quotes::always);
  if (const auto* whole = std::get_if<std::int64_t>(&cell)) return fmt::format("{}", *whole);
  const double value = std::get<double>(cell);
  return std::isnan(value) ? "" : fmt::format("{:.9g}", value);
}

void Table::add(std::vector<Cell> cells) {
  if (cells.size() != columns_.size())
    throw Error(Errc::shape, "Table",
                fmt::format("a row of {} values for the {} columns {}", cells.size(), columns_.size(),
                            fmt::join(columns_, ", ")));
  rows_.push_back(std::move(cells));
}

std::size_t Table::column(std::string_view name) const {
  const auto found = std::ranges::find(columns_, name);
  if (found == columns_.end())
    throw Error(Errc::unknown, "Table",
                fmt::format("'{}' is not a column; known: {}{}", name, fmt::join(columns_, ", "),
                            did_you_mean(nearest(name, columns_))));
  return static_cast<std::size_t>(found - columns_.begin());
}

std::string Table::csv() const {
  auto text = fmt::format("{}\n", fmt::join(columns_, ","));
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) text += (i == 0 ? "" : ",") + csv_cell(row[i]);
    text += "\n";
  }
  return text;
}

}  // namespace hearsay::empirical
