// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include <hearsay/learning/logistic.hpp>
#include "empirical/figures/measurement.hpp"

namespace hearsay::empirical {

/// The houses data of --houses (learning::read_houses, a target above its mean is label 1), or the generated set of the
/// same shape: 80 % of the rows to train on, rows of norm 1.
[[nodiscard]] learning::Split houses(const MeasurementRequest& request);

/// Says which of the two it was.
[[nodiscard]] std::string houses_note(const MeasurementRequest& request);

/// Logistic regression on the training rows dealt to `users` users.
[[nodiscard]] learning::LogisticProblem houses_problem(const learning::Split& split, Eigen::Index users,
                                                       random::Seed seed);

}  // namespace hearsay::empirical
