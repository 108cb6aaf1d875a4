// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <vector>

#include <hearsay/graph/weights.hpp>
#include <hearsay/linalg/rational_matrix.hpp>
#include <hearsay/report/certificate/certificate.hpp>

namespace hearsay::report {

/// Who hears what of gossip with one initial noise.
struct GossipInstance {
  nlohmann::ordered_json json;                 ///< the instance of a certificate, but for the target
  std::vector<linalg::RationalMatrix> rounds;  ///< W_0, ..., W_{T-1}
  std::vector<graph::Node> observers;          ///< in increasing order
  bool own_noise = false;                      ///< they know their own noise
};

/// `steps` rounds on one graph. @pre observers are distinct nodes, steps >= 1.
[[nodiscard]] GossipInstance gossip_instance(const graph::Graph& graph, graph::Weights weights, int steps,
                                             std::vector<graph::Node> observers, bool own_noise);
/// A graph for each round, Metropolis weights. @pre graphs of equal size, at least one.
[[nodiscard]] GossipInstance gossip_instance(std::span<const graph::Graph> rounds, std::vector<graph::Node> observers,
                                             bool own_noise);
/// `steps` rounds of a matrix that no rule makes, as linalg::exact_entries reads it: for certificates without claim.
[[nodiscard]] GossipInstance gossip_instance(const graph::GossipMatrix& w, int steps,
                                             std::vector<graph::Node> observers, bool own_noise);

/// The loss of `target`, from both sides, with the projection that proves it; with `nearer`, another node whose loss
/// the claim compares with, that of both.
/// @complexity exact elimination of as many rows as there are messages: for up to about a hundred.
void prove_loss(Certificate& certificate, const GossipInstance& instance, graph::Node target,
                std::optional<graph::Node> nearer = std::nullopt);
/// The loss of a group that changes together, every pattern of signs. @pre 1 to 10 nodes outside the observers.
void prove_group_loss(Certificate& certificate, const GossipInstance& instance, std::vector<graph::Node> group);
/// The sum of the losses of all nodes outside the observers, divided by `divisor`.
void prove_loss_sum(Certificate& certificate, const GossipInstance& instance, graph::Node divisor = 1);
/// The published sum over all nodes outside the observers, which needs no evidence.
void prove_published_sum(Certificate& certificate, const GossipInstance& instance);

/// Bounds for each target, of one elimination.
[[nodiscard]] std::vector<Certificate> loss_bounds(const GossipInstance& instance,
                                                   std::span<const graph::Node> targets);

}  // namespace hearsay::report
