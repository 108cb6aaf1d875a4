// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <hearsay/run/registry.hpp>

namespace hearsay::props {

// The checks of the token walks, by the part of the paper they speak about.
void register_walk_ring(run::Registry& registry);
void register_walk_visits(run::Registry& registry);
void register_walk_cycles(run::Registry& registry);
void register_walk_collusion(run::Registry& registry);
void register_walk_ring_histogram(run::Registry& registry);
void register_walk_complete_histogram(run::Registry& registry);
void register_walk_sgd(run::Registry& registry);
void register_walk_neighbors(run::Registry& registry);
void register_walk_rates(run::Registry& registry);
void register_walk_steps(run::Registry& registry);
void register_walk_remarks(run::Registry& registry);
// Walks on any graph.
void register_graph_walk(run::Registry& registry);

}  // namespace hearsay::props
