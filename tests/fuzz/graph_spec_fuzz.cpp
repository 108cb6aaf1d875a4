// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <hearsay/graph/spec.hpp>

#include "fuzz.hpp"

namespace {

/// Whether a number in the text asks for a graph that takes more than milliseconds to make, or for a file.
bool slow(std::string_view text) {
  if (text.starts_with("file")) return true;
  const std::size_t most = text.starts_with("hypercube")                           ? 1
                           : text.starts_with("grid") || text.starts_with("torus") ? 2
                                                                                   : 3;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
    if (end - i > most && end - i < 9) return true;  // nine digits are refused at once
    i = end + 1;
  }
  return false;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hearsay;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (slow(text) || text.find('\n') != text.npos) return 0;
  return fuzz::only_refuses([&] {
    const auto made = graph::from_spec(text, {1});
    fuzz::require(made.graph.nodes() >= 1);
    fuzz::require(made.positions.empty() || made.positions.size() == made.graph.nodes());
    for (const auto& [u, v] : made.graph.edge_list()) fuzz::require(u < v && v < made.graph.nodes());
  });
}
