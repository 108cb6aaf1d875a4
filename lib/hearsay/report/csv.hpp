// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace hearsay::report {

/// When a cell of a CSV file stands in quotation marks.
enum class Quotes { if_needed, always };

/// A text as a cell of a CSV file (RFC 4180), made printable(). What a spreadsheet would take for a formula, because it
/// begins with = + - or @ and is no number, has an apostrophe in front, and stands in quotation marks.
[[nodiscard]] std::string csv_cell(std::string_view text, Quotes quotes = Quotes::if_needed);

}  // namespace hearsay::report
