// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/csv.hpp>

#include <hearsay/core/number.hpp>
#include <hearsay/core/printable.hpp>

namespace hearsay::report {

namespace {

/// Whether a spreadsheet computes the cell. A sign in front of digits is a number; +1 would become 1.
bool is_formula(std::string_view text) {
  if (text.empty() || std::string_view("=+-@").find(text.front()) == text.npos) return false;
  return text.front() == '+' || !parse_real(text);
}

}  // namespace

std::string csv_cell(std::string_view given, Quotes quotes) {
  auto text = printable(given);
  const bool formula = is_formula(text);
  if (formula) text = "'" + text;
  if (!formula && quotes == Quotes::if_needed && text.find_first_of(",;\"") == text.npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

}  // namespace hearsay::report
