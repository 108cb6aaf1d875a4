// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/random/poisson_tails.hpp>

namespace hearsay::random {

std::array<double, poisson_levels> poisson_tails(double mean) {
  std::array<double, poisson_levels> tail{};
  double next = 1.0;
  for (std::size_t k = poisson_levels; k-- > 0;) {
    const double factor = mean / static_cast<double>(k + 1), sum = 1.0 + factor * next;
    tail[k] = factor * next / sum;
    next = sum;
  }
  return tail;
}

}  // namespace hearsay::random
