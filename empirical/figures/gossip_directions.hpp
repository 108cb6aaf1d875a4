// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include "empirical/figures/gossip_setting.hpp"

namespace hearsay::empirical {

// The other direction: one node whose value is at stake, the target, and every node of the graph as its only observer.

/// What the released simulations of cyffers2022muffliato add up for every observer v, in shares of the local-DP loss
/// and not capped: the sum over t = 1 .. T and the neighbors w of v of (W^t)_{wu}^2 / |e_w^T W^t|^2. Theorem 1 has t =
/// 0 .. T - 1: the raw first message, which shows the target to its neighbors, is left out (claim
/// muffliato.code.first_message).
/// @complexity as accounting::published_all_pairs for T + 1 steps.
[[nodiscard]] Eigen::VectorXd released_losses(const GossipSetting& setting, graph::Node target,
                                              const Execution& execution);

/// The exact loss of `target` towards every observer, all noise unknown, in shares of the local-DP loss; its own is 1.
/// Ranks are those modulo a prime (linalg::QuickRanks), wrong for about one observer in a million.
/// @throws Error(Errc::too_large) beyond linalg::QuickRanks::most_nodes.
/// @complexity O(n rank^2) for every observer, as products of matrices.
[[nodiscard]] Eigen::VectorXd exact_losses_of(const GossipSetting& setting, graph::Node target,
                                              const Execution& execution);

/// What the released code of cyffers2022muffliato plots in Figure 1(c) for one step of gradient descent, in shares of
/// the local-DP loss: Theorem 4 for the loss of `target` towards every v, min(1, 2 T d_v / (n - d_v)), and 1 for its
/// neighbors and itself.
/// @param w        Metropolis weights. @param loops  what a node counts as degrees of its own: 2 in the released code,
///                 whose graph has loops when the degrees are read; 0 in the theorem.
[[nodiscard]] Eigen::VectorXd hidden_graph_losses(const graph::GossipMatrix& w, int steps, graph::Node target,
                                                  int loops);

}  // namespace hearsay::empirical
