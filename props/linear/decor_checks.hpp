// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <functional>

#include <hearsay/graph/graph.hpp>
#include <hearsay/run/finding.hpp>

namespace hearsay::props {

// Checks of the decor.* claims, open to other bounds than the claimed ones, which they must not accept.

/// A bound on the loss of a round to `colluding` of the users, own noise of deviation 1, shared noise of deviation
/// `ratio`; `connectivity` is the least lambda_2 of the graphs without as many users.
using CollusionBound =
    std::function<double(graph::Node nodes, graph::Node colluding, double connectivity, double ratio)>;

/// 1/(n-q) + (1 - 1/(n-q))/(1 + connectivity ratio^2), q users collude.
[[nodiscard]] double collusion_bound(graph::Node nodes, graph::Node colluding, double connectivity, double ratio);

/// The check of decor.thm1, for any bound.
[[nodiscard]] run::Finding check_collusion(const CollusionBound& bound, const run::Context& context);

/// What is said of the epsilon of a run whose Renyi loss is rho alpha a round.
using Conversion = std::function<double(double rho, double rounds, double delta)>;

/// R + 2 sqrt(R ln(1/delta)), R = rounds rho.
[[nodiscard]] double released_conversion(double rho, double rounds, double delta);

/// The check of decor.tables, for tables with another column eps.
[[nodiscard]] run::Finding check_tables(const Conversion& conversion, const run::Context& context);

/// The matrix that stands for the inverse of I - N, N >= 0 of spectral radius below 1, by `terms` terms of its series.
using NeumannSeries = std::function<Eigen::MatrixXd(const Eigen::MatrixXd& n, int terms)>;

/// I + N + ... + N^(terms-1).
[[nodiscard]] Eigen::MatrixXd neumann_series(const Eigen::MatrixXd& n, int terms);
/// As the released loops compute it: N is added each time, not its power.
[[nodiscard]] Eigen::MatrixXd released_series(const Eigen::MatrixXd& n, int terms);

/// The check of decor.precision.repaired, for any series.
[[nodiscard]] run::Finding check_precision(const NeumannSeries& series, const run::Context& context);

}  // namespace hearsay::props
