// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <hearsay/accounting/gossip/losses.hpp>
#include <hearsay/graph/graph.hpp>
#include <hearsay/learning/gossip_plan.hpp>

namespace hearsay::learning {

/// What one node learns about every user from the messages of each round of Muffliato-GD, n x rounds, in units of the
/// local-DP loss of one round, alpha (2 clip)^2 / (2 sigma^2); the observer's own row is 0.
struct DescentLosses {
  Eigen::MatrixXd published;  ///< muffliato eq. (9) and (13), one round at a time; at most 1
  Eigen::MatrixXd exact;      ///< the joint view of that round's messages alone, all noise unknown; its upper end where
                              ///< rounding leaves it in doubt
};

/// The exact losses, each with all it may be where rounding leaves more than 1e-9 in doubt; at most 1.
[[nodiscard]] Eigen::VectorXd largest_exact(const accounting::GossipLosses& losses);

/// Losses towards `observer` in rounds 0 .. rounds - 1 of `trial`. Noise is fresh in every round, but the models carry
/// old gradients along: the sum over rounds is what the paper adds up, and not a bound on the loss of the whole run
/// (claim muffliato.thm6).
/// @throws Error(Errc::domain) if rounds < 0 or the observer is no node.
/// @complexity rounds times accounting::gossip_losses.
/// @cite cyffers2022muffliato (Theorem 11)
[[nodiscard]] DescentLosses descent_losses(const GossipPlan& plan, std::uint32_t trial, int rounds,
                                           graph::Node observer);

}  // namespace hearsay::learning
