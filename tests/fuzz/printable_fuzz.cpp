// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>

#include <hearsay/core/printable.hpp>
#include <hearsay/report/csv.hpp>
#include <hearsay/report/markup.hpp>

#include "fuzz.hpp"

/// Whatever the bytes, what comes out is printable, stays as it is when it is treated again, and holds no markup.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hearsay;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto line = printable(bytes), error = error_line(bytes), markup = report::xml_escape(bytes),
             cell = report::csv_cell(bytes);
  const bool sound = printable(line) == line && error_line(error) == error && printable(error) == error &&
                     printable_lines(markup) == markup && markup.find_first_of("<>\"") == std::string::npos &&
                     printable(cell) == cell;
  fuzz::require(sound);
  return 0;
}
