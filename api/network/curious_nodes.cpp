// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/network/curious_nodes.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include <hearsay/core/error.hpp>
#include <hearsay/random/stream.hpp>

namespace hearsay::api {

std::vector<graph::Node> random_curious_nodes(const graph::Graph& graph, std::int64_t count, random::Seed seed) {
  const auto n = graph.nodes();
  require_between("rumor", "`curious`", count, 1, std::int64_t{n} - 1);
  std::vector<graph::Node> nodes(n);
  std::iota(nodes.begin(), nodes.end(), graph::Node{0});
  random::Stream stream(seed, random::Purpose::attack, 0, 1);
  const auto chosen = static_cast<std::size_t>(count);
  for (std::size_t i = 0; i < chosen; ++i) std::swap(nodes[i], nodes[i + stream.below(n - i)]);
  nodes.resize(chosen);
  std::ranges::sort(nodes);
  return nodes;
}

std::vector<graph::Node> nodes_of(const CuriousNodes& curious, const graph::Graph& graph, random::Seed seed) {
  return curious.drawn ? random_curious_nodes(graph, *curious.drawn, seed) : curious.set;
}

}  // namespace hearsay::api
