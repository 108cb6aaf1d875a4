// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/mechanism/gaussian.hpp>

#include <cmath>
#include <limits>

#include <hearsay/divergence/gaussian.hpp>

namespace hearsay::mechanism {

Gaussian::Gaussian(double sensitivity, double sigma)
    : sensitivity_(require_positive("mechanism::Gaussian", "sensitivity", sensitivity)),
      sigma_(require_positive("mechanism::Gaussian", "sigma", sigma)) {}

Gaussian Gaussian::classical(double sensitivity, double epsilon, double delta) {
  require_positive("Gaussian::classical", "sensitivity", sensitivity);
  const double sigma = sensitivity * divergence::classical_sigma(epsilon, delta);
  if (epsilon >= 1.0)
    throw Error(Errc::conditions, "Gaussian::classical",
                fmt::format("epsilon = {}: the theorem needs epsilon < 1; use the analytic calibration", epsilon));
  return {sensitivity, sigma};
}

Gaussian Gaussian::analytic(double sensitivity, double epsilon, double delta) {
  require_positive("Gaussian::analytic", "sensitivity", sensitivity);
  double sigma = sensitivity / divergence::gaussian_mu(epsilon, delta).lower();
  // The quotient is rounded: step up until the mechanism as it will be used is certified.
  while (divergence::gaussian_delta(sensitivity / sigma, epsilon).upper() > delta)
    sigma = std::nextafter(sigma, std::numeric_limits<double>::infinity());
  return {sensitivity, sigma};
}

Bracket Gaussian::delta(double epsilon) const { return divergence::gaussian_delta(mu(), epsilon); }

Bracket Gaussian::epsilon(double delta) const { return divergence::gaussian_epsilon(mu(), delta); }

}  // namespace hearsay::mechanism
