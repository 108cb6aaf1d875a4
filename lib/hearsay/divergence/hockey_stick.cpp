// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/divergence/hockey_stick.hpp>

#include <cmath>

namespace hearsay::divergence {

HockeyStick<double> hockey_stick(std::span<const double> p, std::span<const double> q, double epsilon) {
  require_non_negative("hockey_stick", "epsilon", epsilon);
  return hockey_stick_at_scale<double>(p, q, std::exp(epsilon));
}

}  // namespace hearsay::divergence
