// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <hearsay/graph/graph.hpp>
#include <hearsay/random/seed.hpp>

namespace hearsay::api {

/// Who is curious: nodes by name, or so many that are drawn at random.
struct CuriousNodes {
  std::vector<graph::Node> set = {};
  std::optional<std::int64_t> drawn = std::nullopt;
};

/// A uniform set of `count` nodes, increasing, drawn without replacement by Stream(seed, attack, 0, 1).
/// @throws Error(Errc::domain) unless 1 <= count < nodes. @complexity O(nodes).
[[nodiscard]] std::vector<graph::Node> random_curious_nodes(const graph::Graph& graph, std::int64_t count,
                                                            random::Seed seed);

/// Those of the set, in its order, or those that are drawn. @throws as random_curious_nodes.
[[nodiscard]] std::vector<graph::Node> nodes_of(const CuriousNodes& curious, const graph::Graph& graph,
                                                random::Seed seed);

}  // namespace hearsay::api
