// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <limits>

#include <hearsay/learning/gossip_plan.hpp>
#include <hearsay/learning/problem.hpp>

namespace hearsay::learning {

/// Gradient steps of all users in parallel, each followed by averaging.
struct DescentOptions {
  int rounds = 10;          ///< T
  double step = 0.7;        ///< nu
  double noise = 1.0;       ///< sigma: every gradient gets N(0, sigma^2 I), every model N(0, nu^2 sigma^2 I)
  bool stochastic = false;  ///< one data point a step (Muffliato-SGD) instead of all of the user's (Muffliato-GD)
  double clip =
      std::numeric_limits<double>::infinity();  ///< largest norm of a gradient before noise: half its sensitivity
};

/// Told the models after every round, n x d, one a row; round counts from 1.
using DescentObserver = std::function<void(int round, const RowMatrix& models)>;

/// Runs `round`'s gossip steps on every column of `models`.
void gossip(const GossipRound& round, RowMatrix& models);

/// Muffliato-GD and -SGD from theta = 0: in each round every user steps against its own noisy gradient, then the users
/// run the round's gossip steps on the results. One plain gossip step a round is the DP gradient descent of stream eq.
/// (5.1). User v's noise comes from Stream(seed, Purpose::noise, trial, v), its data points from Stream(seed,
/// Purpose::activation, trial, v).
/// @param plan  empty: a trusted server replaces all models by their mean (the central baseline, with the same noise).
/// @return the models after the last round.
/// @throws Error(Errc::domain) for rounds < 0, step or clip <= 0, noise < 0; Error(Errc::shape) if a gossip matrix has
///         another size than the problem has users.
/// @cite cyffers2022muffliato (Algorithm 3); koskela2026differential (eq. 5.1)
RowMatrix descend(const Problem& problem, const GossipPlan& plan, const DescentOptions& options, random::Seed seed,
                  std::uint32_t trial, const DescentObserver& observer = {});

/// gradient, shortened to norm `clip` if it is longer.
[[nodiscard]] Eigen::VectorXd clipped(Eigen::VectorXd gradient, double clip);

}  // namespace hearsay::learning
