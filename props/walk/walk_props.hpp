// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <utility>

#include <hearsay/run/registry.hpp>

namespace hearsay::props {

/// delta' of advanced composition and delta^ of the number of visits, of which the theorems ask nothing but (0, 1).
inline constexpr std::array<std::pair<double, double>, 4> composition_deltas{
    {{1e-7, 1e-7}, {1e-2, 1e-6}, {1e-6, 1e-2}, {0.2, 0.2}}};

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
void register_walk_sums(run::Registry& registry);
void register_walk_descent(run::Registry& registry);
void register_walk_spotted(run::Registry& registry);
// Walks on any graph.
void register_graph_walk(run::Registry& registry);

}  // namespace hearsay::props
