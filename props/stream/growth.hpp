// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <cmath>

namespace hearsay::props {

/// Whether a loss grows by `rate` per round in the long run, judged from its values after 1 .. T rounds: the last
/// increment is within 1e-6 of the rate, or, on graphs that mix slowly, closer to it than half the distance at T/2 (the
/// distance decays geometrically to 0 if the rate is right, and to something else if it is not).
[[nodiscard]] inline bool grows_by(const Eigen::VectorXd& growth, double rate) {
  const auto off = [&](Eigen::Index t) { return std::abs(growth(t) - growth(t - 1) - rate); };
  const auto last = growth.size() - 1;
  return off(last) <= 1e-6 || off(last) <= 0.5 * off(last / 2);
}

}  // namespace hearsay::props
