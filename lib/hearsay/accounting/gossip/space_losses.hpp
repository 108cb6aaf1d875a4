// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <cstdint>

namespace hearsay::accounting {

/// Projections of the unit vectors on a span of messages: that of a view, or of the view without the observers'
/// columns.
struct SpaceLosses {
  Eigen::VectorXd losses;
  std::int64_t rank = 0;  ///< of the space
  double accuracy = 1.0;  ///< bound on the absolute error of the losses; 1: not known
  bool checked = false;   ///< whether the rank is that modulo a prime, or proved
  bool full = false;      ///< whether it cannot be larger
};

}  // namespace hearsay::accounting
