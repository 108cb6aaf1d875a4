// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "props/gen/rounds.hpp"
#include "props/gen/scenario.hpp"

namespace hearsay::props {

/// One connected graph of every isomorphism class on 2 .. max_nodes nodes, fewest nodes first, then fewest edges,
/// nodes named in breadth-first order from one of smallest degree. @pre max_nodes <= 6.
[[nodiscard]] std::vector<graph::Graph> small_graphs(graph::Node max_nodes);

/// Which small scenarios to list. The defaults are the small world of every claim about fixed graphs.
struct SmallestInstance {
  graph::Node max_nodes = 5;
  int max_steps = 4;
  bool targets = true;      ///< every target (else one)
  bool coalitions = false;  ///< every set of observers that leaves somebody to observe (else single observers)
};

/// Every small scenario with Metropolis weights, up to renaming of the nodes (losses do not depend on names): fewest
/// nodes first, then fewest edges, fewest steps, fewest observers; so the first violation is the smallest.
[[nodiscard]] std::vector<gen::Scenario> small_scenarios(const SmallestInstance& world);

/// Every sequence of at most `max_rounds` single pairs on 2 .. max_nodes nodes, observer 0 and every target, fewest
/// nodes first, then fewest rounds.
[[nodiscard]] std::vector<gen::Rounds> small_sequences(graph::Node max_nodes, std::size_t max_rounds);

}  // namespace hearsay::props
