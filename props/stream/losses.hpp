// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <functional>

#include <hearsay/accounting/continual/system.hpp>
#include <hearsay/graph/weights.hpp>
#include <hearsay/run/finding.hpp>

namespace hearsay::props {

/// Something that claims to compute M, the loss matrix of node `target`: the accountant, or a wrong one on purpose.
using StreamLoss = std::function<Eigen::MatrixXd(const graph::GossipMatrix& w, const accounting::ContinualView& view,
                                                 int rounds, graph::Node target)>;

/// The library's accountant.
[[nodiscard]] Eigen::MatrixXd exact_stream_loss(const graph::GossipMatrix& w, const accounting::ContinualView& view,
                                                int rounds, graph::Node target);

// Laws every StreamLoss must obey; each is the check of a claim.

/// M is that of the definition, and its largest value over signs is at most 1^T |M| 1 (stream.thm12).
[[nodiscard]] run::Finding stream_loss_is_exact(const run::Context& context, const StreamLoss& loss);
/// 0 <= M <= I and the traces sum to the rank of H (stream.projector).
[[nodiscard]] run::Finding stream_loss_is_a_projector(const run::Context& context, const StreamLoss& loss);
/// With K gossip steps a round and both trust models, neighbors' messages in view: M is that of the definition
/// (muffliato.thm6.repaired).
[[nodiscard]] run::Finding stream_loss_of_messages_is_exact(const run::Context& context, const StreamLoss& loss);
/// Own noise known: the last rounds of a long run grow by the leverage among first-meeting probabilities
/// (stream.thm16.repaired).
[[nodiscard]] run::Finding stream_loss_grows_by_the_leverage(const run::Context& context, const StreamLoss& loss);

}  // namespace hearsay::props
