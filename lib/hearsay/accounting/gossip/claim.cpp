// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/gossip/claim.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <hearsay/core/infinity.hpp>
#include <hearsay/divergence/gaussian_dp.hpp>
#include <hearsay/divergence/renyi.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/exact/rational.hpp>

namespace hearsay::accounting {

namespace {

using exact::Rational;

constexpr double rounding =
    4.0 * std::numeric_limits<double>::epsilon();  ///< more than the relative error of three operations

/// alpha sensitivity^2 share / (2 sigma^2), in rational arithmetic.
Rational renyi_loss(const GaussianLossScale& scale, double share) {
  const Rational sensitivity(scale.sensitivity), sigma(scale.sigma);
  return Rational(scale.alpha) * sensitivity * sensitivity * Rational(share) / (2 * sigma * sigma);
}

/// Gaussian DP of a share between `least` and `most`.
divergence::GaussianDp gaussian_dp(const GaussianLossScale& scale, double least, double most) {
  const double lower = scale.mu(least) * (1.0 - rounding), upper = scale.mu(most) * (1.0 + rounding);
  return divergence::GaussianDp(Bracket(lower, std::midpoint(lower, upper), upper));
}

}  // namespace

double GaussianLossScale::unit() const { return divergence::gaussian_renyi(alpha, sensitivity, sigma); }

double GaussianLossScale::mu(double share) const { return sensitivity / sigma * std::sqrt(share); }

double GaussianLossScale::epsilon(double share) const {
  return divergence::GaussianDp(mu(share)).epsilon(*delta).upper();
}

Bracket gaussian_loss(LossUnit unit, const GaussianLossScale& scale, double share, double accuracy) {
  const double least = std::clamp((share - accuracy) * (1.0 - rounding), 0.0, 1.0);
  const double most = std::clamp((share + accuracy) * (1.0 + rounding), 0.0, 1.0);
  if (unit == LossUnit::epsilon) return gaussian_dp(scale, least, most).epsilon(*scale.delta);
  const double lower = exact::round_down(renyi_loss(scale, least)), upper = exact::round_up(renyi_loss(scale, most));
  return {lower, std::midpoint(lower, upper), upper};
}

}  // namespace hearsay::accounting
