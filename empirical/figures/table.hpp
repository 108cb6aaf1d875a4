// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace hearsay::empirical {

/// One value of an observation; a NaN stands for none.
using Cell = std::variant<double, std::int64_t, std::string>;

/// The cell as a CSV file has it: nine significant digits, whole numbers in full, text in quotes, nothing for NaN.
[[nodiscard]] std::string csv_cell(const Cell& cell);

/// A tidy table: one row an observation, one column a variable.
class Table {
 public:
  explicit Table(std::vector<std::string> columns) : columns_(std::move(columns)) {}

  /// Adds an observation, a value a column. @throws Error(Errc::shape) for another number of values.
  template <class... Values>
  void row(const Values&... values) {
    add({cell(values)...});
  }
  [[nodiscard]] const std::vector<std::string>& columns() const noexcept { return columns_; }
  [[nodiscard]] const std::vector<std::vector<Cell>>& rows() const noexcept { return rows_; }
  /// Place of a column. @throws Error(Errc::unknown) if there is none of that name.
  [[nodiscard]] std::size_t column(std::string_view name) const;
  /// The text of a CSV file: a header, then the rows.
  [[nodiscard]] std::string csv() const;

 private:
  void add(std::vector<Cell> cells);
  static Cell cell(std::floating_point auto value) { return static_cast<double>(value); }
  static Cell cell(std::integral auto value) { return static_cast<std::int64_t>(value); }
  static Cell cell(std::string_view value) { return std::string(value); }

  std::vector<std::string> columns_;
  std::vector<std::vector<Cell>> rows_;
};

}  // namespace hearsay::empirical
