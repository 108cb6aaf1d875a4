// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <hearsay/core/bracket.hpp>
#include <hearsay/random/stream.hpp>

namespace hearsay::mechanism {

/// Adds N(0, sigma^2) to a value that one input moves by at most `sensitivity`.
class Gaussian {
 public:
  /// @pre sensitivity > 0, sigma > 0, finite. @throws Error(Errc::domain) otherwise.
  Gaussian(double sensitivity, double sigma);

  /// sigma = sensitivity sqrt(2 ln(1.25/delta)) / epsilon.
  /// @throws Error(Errc::domain) unless 0 < delta < 1, epsilon > 0; Error(Errc::conditions) for epsilon >= 1, where the
  /// theorem is silent.
  /// @cite dwork2014algorithmic (Theorem A.1)
  [[nodiscard]] static Gaussian classical(double sensitivity, double epsilon, double delta);
  /// The smallest sigma that is (epsilon, delta)-DP, rounded to the safe side.
  /// @pre epsilon >= 0, 0 < delta < 1. @throws Error(Errc::domain).
  /// @cite balle2018improving (Algorithm 1)
  [[nodiscard]] static Gaussian analytic(double sensitivity, double epsilon, double delta);

  [[nodiscard]] double sensitivity() const noexcept { return sensitivity_; }
  [[nodiscard]] double sigma() const noexcept { return sigma_; }
  /// Signal to noise ratio sensitivity / sigma.
  [[nodiscard]] double mu() const noexcept { return sensitivity_ / sigma_; }
  /// Exact delta at epsilon, and epsilon at delta. @throws as divergence::gaussian_delta, divergence::gaussian_epsilon.
  [[nodiscard]] Bracket delta(double epsilon) const;
  [[nodiscard]] Bracket epsilon(double delta) const;

  [[nodiscard]] double perturb(double value, random::Stream& stream) const { return value + sigma_ * stream.normal(); }

 private:
  double sensitivity_, sigma_;
};

}  // namespace hearsay::mechanism
