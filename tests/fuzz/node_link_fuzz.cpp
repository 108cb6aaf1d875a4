// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph_file.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  return hearsay::fuzz::read_as_graph("{" + std::string(text));
}
