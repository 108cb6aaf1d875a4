// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <functional>

#include <hearsay/run/finding.hpp>
#include <hearsay/run/registry.hpp>

#include "props/gen/scenario.hpp"
#include "props/oracle/rational.hpp"
#include "props/stream/losses.hpp"

namespace hearsay::props {

// Checks of sentences of the paper on streams, open to other computations than ours: tests/power/zoo.cpp has wrong
// ones.

/// An upper bound on Delta^2 of a stream towards one observer, from which the noise is calibrated.
using SquaredSensitivity = std::function<double(const gen::Scenario& scenario, const Eigen::VectorXd& stream)>;
/// min(T, (|s| / sqrt(n) + V(s) sqrt(C))^2).
[[nodiscard]] double sensitivity_by_variation(const gen::Scenario& scenario, const Eigen::VectorXd& stream);
/// Noise calibrated to it keeps (epsilon, delta) (stream.thm17.privacy.repaired).
[[nodiscard]] run::Finding calibrated_noise_protects(const run::Context& context,
                                                     const SquaredSensitivity& sensitivity);

/// The loss of T rounds in units of alpha Delta^2 / (2 sigma^2), by a formula.
using RoundsFormula =
    std::function<oracle::Rational(const oracle::Matrix& w, graph::Node observer, graph::Node target, int rounds)>;
/// sum_{s<T} (T - s) sum_{w in N[v]} (W^s)_uw / |W^s e_w|^2: Theorem 11 of arXiv:2206.05091 as corrected.
[[nodiscard]] oracle::Rational corrected_rounds(const oracle::Matrix& w, graph::Node observer, graph::Node target,
                                                int rounds);
/// It grows like T^2, eq. (9) like T (stream.related.growth).
[[nodiscard]] run::Finding formula_grows_quadratically(const run::Context& context, const RoundsFormula& formula);

/// The loss of vectors is that of their coordinates together, and at most 1^T |M| 1 (stream.dimensions).
[[nodiscard]] run::Finding vectors_are_bounded(const run::Context& context, const StreamLoss& loss);

/// The privacy of Theorem 17, the growth of earlier bounds, and vectors.
void register_stream_text(run::Registry& registry);

}  // namespace hearsay::props
