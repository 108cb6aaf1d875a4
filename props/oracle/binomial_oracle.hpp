// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace hearsay::props::oracle {

// The definitions spelled out with lgamma and plain sums, sharing nothing with the library. Relative error about 1e-10.

/// P(Bin(n, p) = k).
double binomial_mass(std::uint64_t n, double p, std::uint64_t k);

/// Hockey-stick divergence at e^total of k-fold (epsilon, delta) randomized response.
double composed_randomized_response(double epsilon, double delta, std::uint64_t k, double total);

/// The number of ones among n shuffled binary randomized responses, when `ones` of the other n - 1 users hold 1 and one
/// user changes from 0 to 1.
class ShuffledRandomizedResponse {
 public:
  ShuffledRandomizedResponse(double epsilon0, std::uint64_t n, std::uint64_t ones);
  /// Hockey-stick divergence at e^epsilon, worse direction.
  [[nodiscard]] double delta(double epsilon) const;

 private:
  std::vector<double> zero_, one_;  ///< the law for each value of the user who changes
};

}  // namespace hearsay::props::oracle
