// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <hearsay/accounting/gossip/losses.hpp>
#include <hearsay/graph/graph.hpp>
#include <hearsay/run/registry.hpp>

#include "props/gen/rounds.hpp"
#include "props/gen/scenario.hpp"
#include "props/gen/smallest_instance_sets.hpp"
#include "props/kit/search.hpp"
#include "props/oracle/rational_gossip.hpp"

namespace hearsay::props {

// The checks of lib/hearsay/claims/muffliato.cpp, by topic.
void register_muffliato_loss(run::Registry& registry);  ///< Theorem 1, its repairs, randomized and perturbed messages
void register_muffliato_groups(
    run::Registry& registry);                           ///< colluding observers, groups of targets (Theorems 12 and 13)
void register_muffliato_mean(run::Registry& registry);  ///< eq. (7), (16), Corollaries 1, 3, 4
void register_muffliato_utility(run::Registry& registry);      ///< acceleration and convergence (Theorems 2, 3, 7, 8)
void register_muffliato_graph(run::Registry& registry);        ///< hypercubes, spectral gaps, dominating sets
void register_muffliato_definitions(run::Registry& registry);  ///< the spectral gap, the floors of local and central DP
void register_muffliato_activation(run::Registry& registry);   ///< pairs drawn in proportion to a gossip matrix
void register_muffliato_code(run::Registry& registry);         ///< the released code

/// Whether the published formula bounds the exact loss: on the small worlds, then on generated scenarios.
[[nodiscard]] run::Finding published_bounds_exact(const run::Context& context, const SmallestInstance& small,
                                                  const gen::ScenarioShape& generated,
                                                  const std::vector<Coverage>& coverage);

/// The graph of Proposition 1's counterexample: 48 colluders in a ring with chords (every node is joined to those 3 and
/// 22 places on), their neighbor 48, joined to four of them, and the target 49, joined to 48 alone.
[[nodiscard]] graph::Graph pendant_target();

// The library's answers on generated instances, and the same instances for the oracles.
[[nodiscard]] accounting::GossipLosses library_losses(const gen::Scenario& scenario);
[[nodiscard]] accounting::GossipLosses library_losses(const gen::Rounds& rounds);
[[nodiscard]] Eigen::MatrixXd library_view(const gen::Scenario& scenario);
[[nodiscard]] Eigen::MatrixXd library_view(const gen::Rounds& rounds);
[[nodiscard]] oracle::Matrix oracle_view(const gen::Scenario& scenario);
[[nodiscard]] oracle::Matrix oracle_view(const gen::Rounds& rounds);

}  // namespace hearsay::props
