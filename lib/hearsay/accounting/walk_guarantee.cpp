#include <hearsay/accounting/walk_guarantee.hpp>

#include <cmath>

#include <hearsay/core/error.hpp>
#include <hearsay/divergence/gaussian.hpp>

namespace hearsay::accounting {

double signal_to_noise(Calibration calibration, double epsilon, double delta) {
  require_positive("signal_to_noise", "epsilon", epsilon);
  require_open_unit("signal_to_noise", "delta", delta);
  if (calibration == Calibration::analytic) return divergence::gaussian_mu(epsilon, delta).lower();
  return 1.0 / divergence::classical_sigma(epsilon, delta);
}

double advanced_composition_epsilon(double count, double epsilon, double delta_prime) {
  require_non_negative("advanced_composition", "count", count);
  require_non_negative("advanced_composition", "epsilon", epsilon);
  require_open_unit("advanced_composition", "delta_prime", delta_prime);
  return std::sqrt(2.0 * count * std::log(1.0 / delta_prime)) * epsilon + count * epsilon * std::expm1(epsilon);
}

}  // namespace hearsay::accounting
