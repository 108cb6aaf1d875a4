// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/network/curious_nodes.hpp"

#include <hearsay/core/error.hpp>
#include <hearsay/random/stream.hpp>

namespace hearsay::api {

std::vector<graph::Node> random_curious_nodes(const graph::Graph& graph, std::int64_t count, random::Seed seed) {
  const auto nodes = static_cast<std::int64_t>(graph.nodes());
  require_between("random curious nodes", "`curious`", count, 1, nodes - 1);
  random::Stream stream(seed, random::Purpose::input, 0);
  std::vector<graph::Node> chosen;
  std::uint64_t left = static_cast<std::uint64_t>(count);
  for (graph::Node v = 0; left > 0; ++v) {  // each node with the share of those that are still wanted
    if (stream.below(graph.nodes() - v) >= left) continue;
    chosen.push_back(v);
    --left;
  }
  return chosen;
}

}  // namespace hearsay::api
