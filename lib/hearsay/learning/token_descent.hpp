// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <limits>

#include <hearsay/learning/problem.hpp>

namespace hearsay::learning {

/// SGD by a token that walks over the users.
struct TokenOptions {
  std::int64_t iterations = 20'000;                           ///< T
  double step = 0.1;                                          ///< eta
  bool decaying = false;                                      ///< step eta / sqrt(t) at iteration t = 1, 2, ...
  double noise = 1.0;                                         ///< sigma: N(0, sigma^2 I) on every gradient
  double clip = std::numeric_limits<double>::infinity();      ///< largest norm of a gradient before noise
  double diameter = std::numeric_limits<double>::infinity();  ///< of the ball around 0 on which every step is projected
  std::int64_t budget = std::numeric_limits<std::int64_t>::max();  ///< contributions a user may make
  /// What a user does with the token once its budget is spent.
  enum class Spent { noise_only, forward } spent = Spent::noise_only;
};

/// Told the token after every iteration, counted from 1.
using TokenObserver = std::function<void(std::int64_t iteration, const Eigen::VectorXd& token)>;

/// Private SGD on the complete graph from theta = 0: at each iteration a uniformly random user takes a projected step
/// against its own noisy gradient. Users come from Stream(seed, Purpose::activation, trial), noise from Stream(seed,
/// Purpose::noise, trial).
/// @return the token after the last iteration.
/// @throws Error(Errc::domain) for iterations or budget < 0, step, clip or diameter <= 0, noise < 0.
/// @cite cyffers2022privacy (Algorithm 4, Section 5.2)
Eigen::VectorXd walk(const Problem& problem, const TokenOptions& options, random::Seed seed, std::uint32_t trial,
                     const TokenObserver& observer = {});

}  // namespace hearsay::learning
