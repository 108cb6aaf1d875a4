// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <hearsay/learning/gossip_descent.hpp>
#include <hearsay/learning/samples.hpp>
#include <hearsay/run/finding.hpp>

namespace hearsay::props {

using GradientFunction = std::function<Eigen::VectorXd(const learning::Samples& samples, const Eigen::VectorXd& theta)>;
using DescentFunction = std::function<learning::RowMatrix(const learning::Problem&, const learning::GossipPlan&,
                                                          const learning::DescentOptions&, random::Seed,
                                                          std::uint32_t trial, const learning::DescentObserver&)>;

/// The mean logistic gradient by learning::LogisticProblem.
[[nodiscard]] Eigen::VectorXd library_gradient(const learning::Samples& samples, const Eigen::VectorXd& theta);

/// The check of learn.gradient, for any implementation of the gradient.
[[nodiscard]] run::Finding check_gradient(const GradientFunction& gradient_of, const run::Context& context);

/// The check of learn.central_equivalence, for any implementation of descend().
[[nodiscard]] run::Finding check_central_equivalence(const DescentFunction& descend, const run::Context& context);

}  // namespace hearsay::props
