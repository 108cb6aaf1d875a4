// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include <hearsay/graph/graph.hpp>
#include <hearsay/random/seed.hpp>

namespace hearsay::api {

/// A uniform set of `count` nodes, increasing, drawn without replacement by Stream(seed, attack, 0, 1).
/// @throws Error(Errc::domain) unless 1 <= count < nodes. @complexity O(nodes).
[[nodiscard]] std::vector<graph::Node> random_curious_nodes(const graph::Graph& graph, std::int64_t count,
                                                            random::Seed seed);

}  // namespace hearsay::api
