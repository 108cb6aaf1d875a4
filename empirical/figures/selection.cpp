// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/figures/selection.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <optional>

#include <hearsay/core/error.hpp>

namespace hearsay::empirical {

namespace {

std::optional<double> number(const Cell& cell) {
  if (const auto* whole = std::get_if<std::int64_t>(&cell)) return static_cast<double>(*whole);
  if (const auto* value = std::get_if<double>(&cell)) return *value;
  return {};
}

}  // namespace

bool same(const Cell& a, const Cell& b) {
  const auto left = number(a), right = number(b);
  return left || right ? left == right : a == b;
}

Rows all_rows(const Table& table) {
  Rows rows(table.rows().size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  return rows;
}

std::vector<Cell> distinct(const Table& table, const Rows& rows, const std::string& column) {
  std::vector<Cell> values;
  const auto place = table.column(column);
  for (const auto row : rows) {
    const auto& value = table.rows()[row][place];
    if (std::ranges::none_of(values, [&](const Cell& known) { return same(known, value); })) values.push_back(value);
  }
  return values;
}

Rows rows_with(const Table& table, const Rows& rows, const std::string& column, const Cell& value) {
  Rows result;
  const auto place = table.column(column);
  std::ranges::copy_if(rows, std::back_inserter(result),
                       [&](std::size_t row) { return same(table.rows()[row][place], value); });
  return result;
}

Rows rows_where(const Table& table, const Rows& rows, const Where& where, const std::string& caller) {
  auto left = rows;
  for (const auto& [column, value] : where) {
    const auto before = distinct(table, left, column);
    left = rows_with(table, left, column, value);
    if (!left.empty() || before.empty()) continue;
    std::vector<std::string> known;
    std::ranges::transform(before, std::back_inserter(known), csv_cell);
    throw Error(Errc::unknown, caller,
                fmt::format("no row has {} {}; there are {}", column, csv_cell(value), fmt::join(known, ", ")));
  }
  return left;
}

}  // namespace hearsay::empirical
