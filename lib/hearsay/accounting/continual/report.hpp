// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <optional>

#include <hearsay/accounting/continual/losses.hpp>
#include <hearsay/graph/graph.hpp>

namespace hearsay::accounting {

/// The unit of the loss of a stream.
struct ContinualScale {
  double sigma = 1.0;  ///< standard deviation of every node's noise; contributions change by at most 1
  std::optional<double> delta = std::nullopt;    ///< where epsilons are wanted
  std::optional<double> epsilon = std::nullopt;  ///< with delta: the promise that the noise should suffice for
};

/// A number for constant contributions, and what it is at least and at most for any.
struct ContinualBounds {
  double constant = 0.0, lower = 0.0, upper = 0.0;
};

/// What the observers learn about one target.
struct ContinualReport {
  graph::Node target = 0;
  ContinualBounds squared;      ///< sensitivity squared
  std::optional<double> exact;  ///< of it, where it is computed
  /// Of its growth per round in the long run, for constant contributions; nothing if powers of W do not converge.
  std::optional<double> rate;
  double observed_rate = 0.0;              ///< the same on average over the rounds
  double last_round = 0.0;                 ///< what the last round added
  std::optional<ContinualBounds> epsilon;  ///< at delta, if it is given
  std::optional<double> sigma_needed;      ///< noise that suffices for (epsilon, delta)-DP, if that is asked for
};

/// The loss to observers of all values that are sent. It holds for contributions that depend on any earlier values. The
/// losses above hold only if they do not depend on states that the observers do not see, as gradients at the nodes' own
/// models do. Every contribution is then seen behind its own noise: sensitivity squared is the number of rounds.
struct ContinualSafeLoss {
  double squared = 0.0;
  std::optional<double> epsilon;       ///< at delta, if it is given
  std::optional<double> sigma_needed;  ///< as in ContinualReport
};

/// @throws as continual_report.
[[nodiscard]] ContinualSafeLoss continual_safe_loss(int rounds, const ContinualScale& scale);

/// The report on one target: epsilons are those of Gaussian DP with mu = Delta / sigma, rounded upwards but for the
/// lower bound. The noise that suffices is rounded up to five digits, and judged again.
/// @param rate   of the target: ContinualRate::constant; nothing where there is none.
/// @pre delta is given if epsilon is.
/// @throws Error(Errc::unknown) if it was not among the accountant's targets; as divergence::gaussian_epsilon and
/// divergence::gaussian_mu.
/// @complexity as ContinualAccountant::sensitivity.
[[nodiscard]] ContinualReport continual_report(const ContinualAccountant& accountant, graph::Node target,
                                               std::optional<double> rate, const ContinualScale& scale);

}  // namespace hearsay::accounting
