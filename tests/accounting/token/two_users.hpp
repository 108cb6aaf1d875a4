// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <hearsay/core/bracket.hpp>
#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/stats/binomial.hpp>

namespace hearsay::accounting {

/// Two users: v learns the sum of exactly those contributions of u that precede its last visit, so that the whole view
/// is a mixture of Gaussians over their known number: binomial among the free steps before a last visit at step s.
inline double two_users_delta(int steps, double mu, double epsilon) {
  std::vector<double> profile(static_cast<std::size_t>(steps), 0.0);
  for (int k = 1; k < steps; ++k)
    profile[static_cast<std::size_t>(k)] = divergence::gaussian_delta(mu * std::sqrt(k), epsilon).estimate();
  double sum = 0.0;
  for (int trailing = 0; trailing < std::min(steps, 60); ++trailing) {
    const int free = steps - 1 - trailing;
    for (int k = 1; k <= free; ++k) {
      sum += std::ldexp(stats::binomial_mass(static_cast<std::uint64_t>(free), 0.5, static_cast<std::uint64_t>(k)),
                        -trailing - 1) *
             profile[static_cast<std::size_t>(k)];
    }
  }
  return sum;
}

inline void expect_contains(const Bracket& bracket, double truth, double width, const std::string& where) {
  EXPECT_LE(bracket.lower(), truth * (1.0 + 1e-9)) << where;
  EXPECT_GE(bracket.upper(), truth * (1.0 - 1e-9)) << where;
  EXPECT_LT(bracket.width(), width * bracket.upper()) << where;
}

}  // namespace hearsay::accounting
