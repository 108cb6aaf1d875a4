// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <hearsay/learning/gossip_descent.hpp>
#include <hearsay/learning/samples.hpp>

namespace hearsay::controls {

// Learning, wrong in one way each. tests/controls/learning_controls_test.cpp shows that the checks say so.

/// label-missing-from-the-gradient: the mean logistic gradient as if every label were 1.
[[nodiscard]] Eigen::VectorXd unlabelled_gradient(const learning::Samples& samples, const Eigen::VectorXd& theta);

/// noise-of-another-trial: gossip learning whose noise is not the server's.
[[nodiscard]] learning::RowMatrix descend_with_other_noise(const learning::Problem& problem,
                                                           const learning::GossipPlan& plan,
                                                           const learning::DescentOptions& options, random::Seed seed,
                                                           std::uint32_t trial,
                                                           const learning::DescentObserver& observer);

}  // namespace hearsay::controls
