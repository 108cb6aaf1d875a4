// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <hearsay/core/bracket.hpp>

namespace hearsay::accounting {

/// What turns the share of a Gaussian view's information into a loss.
struct GaussianLossScale {
  double alpha = 2.0;  ///< order of the Renyi loss
  double sigma = 1.0;
  double sensitivity = 1.0;
  std::optional<double> delta = std::nullopt;  ///< where epsilons are wanted

  /// alpha sensitivity^2 / (2 sigma^2): the Renyi loss of a share of 1, which is the local-DP loss.
  /// @throws Error(Errc::domain) unless alpha > 1 is finite, sigma > 0 and sensitivity >= 0.
  [[nodiscard]] double unit() const;
  /// Signal to noise ratio sensitivity sqrt(share) / sigma.
  [[nodiscard]] double mu(double share) const;
  /// The epsilon at delta of Gaussian DP with mu(share), rounded upwards.
  /// @pre delta is given, 0 <= share <= 1.
  /// @throws as divergence::gaussian_epsilon.
  [[nodiscard]] double epsilon(double share) const;
};

/// What a bound on a loss is a bound on.
enum class LossUnit {
  epsilon,  ///< of (epsilon, delta)-DP, at the scale's delta
  renyi,    ///< the Renyi loss of the scale's order
};

/// A claimed bound on the loss of every target.
struct LossClaim {
  LossUnit unit = LossUnit::epsilon;
  double bound = 0.0;
};

/// The loss, in the unit asked for, of a target of which the view reveals `share` (1: everything, the local-DP loss) up
/// to `accuracy`: Renyi loss alpha sensitivity^2 share / (2 sigma^2), or the exact epsilon at delta of Gaussian DP with
/// mu = sensitivity sqrt(share) / sigma. The bracket holds the true loss if the share is as accurate as said: share and
/// mu are widened by more than their rounding, and the Renyi loss is computed in rational arithmetic and rounded
/// outwards.
/// @pre the scale is one that unit() accepts; delta is given if an epsilon is asked for.
/// @throws as divergence::gaussian_epsilon.
[[nodiscard]] Bracket gaussian_loss(LossUnit unit, const GaussianLossScale& scale, double share, double accuracy);

}  // namespace hearsay::accounting
