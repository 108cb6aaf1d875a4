// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <vector>

#include "empirical/figures/table.hpp"

namespace hearsay::empirical {

/// Rows of a table: those whose cells in the columns named have these values.
using Where = std::map<std::string, Cell>;

/// Places of some rows in a table.
using Rows = std::vector<std::size_t>;

/// Equal texts, or equal numbers, whole or not.
[[nodiscard]] bool same(const Cell& a, const Cell& b);

[[nodiscard]] Rows all_rows(const Table& table);

/// The different values of a column in these rows, in the order in which they come.
/// @throws Error(Errc::unknown) if there is no such column.
[[nodiscard]] std::vector<Cell> distinct(const Table& table, const Rows& rows, const std::string& column);

/// Those of the rows that have this value. @throws as distinct().
[[nodiscard]] Rows rows_with(const Table& table, const Rows& rows, const std::string& column, const Cell& value);

/// Those that meet all conditions. @throws Error(Errc::unknown), which names `caller` and the values that there are, if
/// a condition leaves none of some; as distinct().
[[nodiscard]] Rows rows_where(const Table& table, const Rows& rows, const Where& where, const std::string& caller);

}  // namespace hearsay::empirical
