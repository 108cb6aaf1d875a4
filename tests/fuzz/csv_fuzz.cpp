// SPDX-License-Identifier: GPL-3.0-or-later
#include "table_file.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return hearsay::fuzz::read_as_table(data, size, hearsay::learning::Format::csv);
}
