// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/walk/walk_props.hpp"

#include "props/checks.hpp"

namespace hearsay::props {

void register_walk(run::Registry& registry) {
  register_walk_ring(registry);
  register_walk_visits(registry);
  register_walk_cycles(registry);
  register_walk_collusion(registry);
  register_walk_ring_histogram(registry);
  register_walk_complete_histogram(registry);
  register_walk_sgd(registry);
  register_walk_neighbors(registry);
  register_walk_rates(registry);
  register_walk_steps(registry);
  register_walk_remarks(registry);
  register_walk_sums(registry);
  register_walk_descent(registry);
  register_walk_spotted(registry);
  register_graph_walk(registry);
}

}  // namespace hearsay::props
