// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/divergence/gaussian_dp.hpp>

#include <numeric>

#include <hearsay/core/error.hpp>
#include <hearsay/divergence/gaussian.hpp>

namespace hearsay::divergence {

GaussianDp::GaussianDp(const Bracket& mu) : mu_(mu) {
  require_non_negative("GaussianDp", "mu", mu.lower());
  require_non_negative("GaussianDp", "mu", mu.upper());
}

Bracket GaussianDp::delta(double epsilon) const {
  if (mu_.width() == 0.0) return gaussian_delta(mu_.upper(), epsilon);
  const double lower = gaussian_delta(mu_.lower(), epsilon).lower(),
               upper = gaussian_delta(mu_.upper(), epsilon).upper();
  return {lower, std::midpoint(lower, upper), upper};
}

Bracket GaussianDp::epsilon(double delta) const {
  if (mu_.width() == 0.0) return gaussian_epsilon(mu_.upper(), delta);
  const double lower = gaussian_epsilon(mu_.lower(), delta).lower(),
               upper = gaussian_epsilon(mu_.upper(), delta).upper();
  return {lower, std::midpoint(lower, upper), upper};
}

}  // namespace hearsay::divergence
