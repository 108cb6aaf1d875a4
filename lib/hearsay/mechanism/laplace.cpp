// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/mechanism/laplace.hpp>

#include <algorithm>
#include <cmath>

#include <hearsay/core/error.hpp>

namespace hearsay::mechanism {

Laplace::Laplace(double sensitivity, double scale)
    : sensitivity_(require_positive("mechanism::Laplace", "sensitivity", sensitivity)),
      scale_(require_positive("mechanism::Laplace", "scale", scale)) {}

Laplace Laplace::calibrated(double sensitivity, double epsilon) {
  require_positive("Laplace::calibrated", "sensitivity", sensitivity);
  return {sensitivity, sensitivity / require_positive("Laplace::calibrated", "epsilon", epsilon)};
}

double Laplace::delta(double epsilon) const {
  require_non_negative("Laplace::delta", "epsilon", epsilon);
  return std::max(0.0, -std::expm1(0.5 * (epsilon - sensitivity_ / scale_)));
}

double Laplace::perturb(double value, random::Stream& stream) const {
  const double magnitude = -scale_ * std::log(stream.uniform_open());
  return stream.word() & 1u ? value + magnitude : value - magnitude;
}

}  // namespace hearsay::mechanism
