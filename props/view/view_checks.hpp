// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <functional>
#include <span>

#include <hearsay/accounting/gossip/losses.hpp>
#include <hearsay/graph/weights.hpp>
#include <hearsay/run/finding.hpp>

namespace hearsay::props {

// The checks of the view.* claims, open to other implementations than the library's: controls/ must not pass them.

using ViewAccountant =
    std::function<Eigen::MatrixXd(const graph::GossipMatrix& w, std::span<const graph::Node> observers, int steps)>;
using LossAccountant = std::function<accounting::GossipLosses(const graph::GossipMatrix& w,
                                                              std::span<const graph::Node> observers, int steps)>;
using NoiseMechanism =
    std::function<Eigen::MatrixXd(Eigen::MatrixXd inputs, double sigma, random::Seed seed, std::uint32_t trial)>;

[[nodiscard]] run::Finding matrix_matches_transcript(const run::Context& context, const ViewAccountant& account);
[[nodiscard]] run::Finding losses_match_definition(const run::Context& context, const LossAccountant& account);
[[nodiscard]] run::Finding noise_is_independent(const run::Context& context, const NoiseMechanism& with_noise);
[[nodiscard]] run::Finding view_is_monotone(const run::Context& context, const LossAccountant& account);

}  // namespace hearsay::props
