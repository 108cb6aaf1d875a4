// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <hearsay/accounting/continual/system.hpp>

namespace hearsay::controls {

// Stream accountants that are wrong on purpose. Same contract as ContinualAccountant::loss_matrix.

/// Wrong: only the noise of the first round protects; the fresh noise of later rounds is forgotten.
[[nodiscard]] Eigen::MatrixXd later_noise_forgotten(const graph::GossipMatrix& w, const accounting::ContinualView& view,
                                                    int rounds, graph::Node target);

/// Wrong: observers who know their own noise are treated as if they did not.
[[nodiscard]] Eigen::MatrixXd own_noise_kept(const graph::GossipMatrix& w, const accounting::ContinualView& view,
                                             int rounds, graph::Node target);

}  // namespace hearsay::controls
