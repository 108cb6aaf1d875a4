// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph_file.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  // A size line may announce ten million nodes: lawful, and too slow to try often.
  std::size_t digits = 0;
  for (const char c : text) {
    digits = c >= '0' && c <= '9' ? digits + 1 : 0;
    if (digits > 5) return 0;
  }
  return hearsay::fuzz::read_as_graph("%%" + std::string(text));
}
