// SPDX-License-Identifier: GPL-3.0-or-later
#include "controls/dp_controls.hpp"

#include <cmath>

#include <hearsay/divergence/gaussian.hpp>

namespace hearsay::controls {

divergence::Promise subsampling_without_groups(std::uint64_t m, std::uint64_t n, double mu, double epsilon) {
  const double rate = -std::expm1(static_cast<double>(m) * std::log1p(-1.0 / static_cast<double>(n)));
  return {std::log1p(rate * std::expm1(epsilon)), rate * divergence::gaussian_delta(mu, epsilon).upper()};
}

divergence::Promise composition_with_one_delta(const divergence::Promise& each, std::uint64_t count) {
  return {static_cast<double>(count) * each.epsilon, each.delta};
}

}  // namespace hearsay::controls
