// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <hearsay/core/bracket.hpp>

namespace hearsay::divergence {

/// Accountant of mu-Gaussian DP: N(mu, 1) against N(0, 1), mu known as a bracket.
/// @cite dong2022gaussian
class GaussianDp {
 public:
  /// @pre 0 <= mu.lower(), mu.upper() finite. @throws Error(Errc::domain) otherwise.
  explicit GaussianDp(const Bracket& mu);
  explicit GaussianDp(double mu) : GaussianDp(Bracket::exact(mu)) {}

  [[nodiscard]] const Bracket& mu() const noexcept { return mu_; }
  /// gaussian_delta at both ends of mu. @throws as gaussian_delta.
  [[nodiscard]] Bracket delta(double epsilon) const;
  /// gaussian_epsilon at both ends of mu. @throws as gaussian_epsilon.
  [[nodiscard]] Bracket epsilon(double delta) const;

 private:
  Bracket mu_;
};

}  // namespace hearsay::divergence
