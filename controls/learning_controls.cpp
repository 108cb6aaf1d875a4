// SPDX-License-Identifier: GPL-3.0-or-later
#include "controls/learning_controls.hpp"

#include <hearsay/learning/logistic.hpp>

namespace hearsay::controls {

Eigen::VectorXd unlabelled_gradient(const learning::Samples& samples, const Eigen::VectorXd& theta) {
  const Eigen::VectorXd margins = samples.x * theta;
  return samples.x.transpose() * margins.unaryExpr(&learning::logistic_slope) / static_cast<double>(samples.rows());
}

learning::RowMatrix descend_with_other_noise(const learning::Problem& problem, const learning::GossipPlan& plan,
                                             const learning::DescentOptions& options, random::Seed seed,
                                             std::uint32_t trial, const learning::DescentObserver& observer) {
  return learning::descend(problem, plan, options, seed, plan ? trial + 1 : trial, observer);
}

}  // namespace hearsay::controls
