// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/graph/io/node_values.hpp>

#include "fuzz.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hearsay;
  const fuzz::MemoryFile file({reinterpret_cast<const char*>(data), size});
  const graph::Graph graph(3, std::vector<graph::Edge>{{0, 1}, {1, 2}}, {"a", "b,c", "d"});
  return fuzz::only_refuses([&] {
    for (const double value : graph::read_node_values(file.path(), graph, graph::Zeros::refused))
      fuzz::require(value > 0.0);
  });
}
