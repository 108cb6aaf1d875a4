// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <span>

#include <hearsay/accounting/gossip/losses.hpp>
#include <hearsay/graph/weights.hpp>
#include <hearsay/random/stream.hpp>

namespace hearsay::controls {

// Gossip averaging and its accountants, each wrong in one way. tests/controls/gossip_controls_test.cpp shows that the
// checks say so.

/// view-starts-one-round-late: the messages of step 0, sent before any averaging, are forgotten. (The public code of
/// the muffliato paper starts its sum at W^1.)
[[nodiscard]] Eigen::MatrixXd late_view(const graph::GossipMatrix& w, std::span<const graph::Node> observers,
                                        int steps);

/// norm-not-squared: the published formula with (row_u)^2 / |row|.
[[nodiscard]] accounting::GossipLosses norm_not_squared(const graph::GossipMatrix& w,
                                                        std::span<const graph::Node> observers, int steps);

/// own-noise-of-the-wrong-node: the deleted columns are those of the nodes after the observers.
[[nodiscard]] accounting::GossipLosses own_noise_of_the_wrong_node(const graph::GossipMatrix& w,
                                                                   std::span<const graph::Node> observers, int steps);

/// noise-is-reused: every node draws from the same stream, so that differences of messages carry no noise at all.
[[nodiscard]] Eigen::MatrixXd reused_noise(Eigen::MatrixXd inputs, double sigma, random::Seed seed,
                                           std::uint32_t trial);

/// powers-of-w: the rank by a fixed cut of the singular values of the stacked powers of W, which are lost in rounding.
[[nodiscard]] accounting::GossipLosses powers_of_w(const graph::GossipMatrix& w, std::span<const graph::Node> observers,
                                                   int steps);

}  // namespace hearsay::controls
