// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <rapidcheck.h>

#include <iosfwd>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <hearsay/graph/graph.hpp>
#include <hearsay/graph/weights.hpp>

namespace hearsay::props::gen {

/// Gossip on a fixed graph as one value: who listens, whom they are after, for how long.
/// Always legal: `graph` connected, `observers` sorted and distinct, at least one node is no observer, `target` is one
/// of those.
struct Scenario {
  graph::Graph graph{2, std::vector<graph::Edge>{{0, 1}}};
  graph::Weights weights = graph::Weights::metropolis;
  std::vector<graph::Node> observers{0};
  graph::Node target = 1;
  int steps = 1;

  [[nodiscard]] bool observes(graph::Node v) const;
};

/// Which scenarios to draw.
struct ScenarioShape {
  graph::Node max_nodes = 12;
  graph::Node min_nodes = 2;  ///< of draws, see Nodes
  int max_steps = 8;
  bool coalitions = false;  ///< several observers (else one)
  bool min_degree = false;  ///< both weight rules (else metropolis)
  bool hidden = false;  ///< at least one node of a draw is neither an observer nor a neighbor of one; a graph without
                        ///< gets a leaf: max_nodes + 1
};

/// Scenarios of every family of connected_graphs. Shrinks to fewer nodes (with as many steps or one less), then fewer
/// observers, fewer edges, fewer steps, Metropolis weights, and at last to node names in order of discovery from the
/// observers: a statement that is false of every scenario with at least three nodes shrinks to the path 0-1 1-2,
/// observer 0.
[[nodiscard]] rc::Gen<Scenario> scenarios(const ScenarioShape& shape);

/// Every scenario one step below, in the order above.
[[nodiscard]] std::vector<Scenario> smaller_scenarios(const Scenario& scenario);

/// The same scenario with nodes named in the order a breadth-first search from the observers meets them.
[[nodiscard]] Scenario renamed(const Scenario& scenario);

/// shape_tags and "target at distance 1", "target at distance 2", "target further than 2", "coalition".
[[nodiscard]] std::vector<std::string> tags(const Scenario& scenario);

/// Distance of every node from the nearest observer.
[[nodiscard]] std::vector<graph::Node> distances(const graph::Graph& graph, const std::vector<graph::Node>& observers);

/// {"graph":"0-1 1-2","observer":0,"target":2,"steps":2}; "observers":[0,3] if several, "weights" if not Metropolis.
[[nodiscard]] nlohmann::ordered_json to_json(const Scenario& scenario);

std::ostream& operator<<(std::ostream& out, const Scenario& scenario);

}  // namespace hearsay::props::gen
