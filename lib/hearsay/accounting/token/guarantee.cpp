// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/token/guarantee.hpp>

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include <hearsay/core/error.hpp>
#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/divergence/optimal_composition.hpp>

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

Guarantee optimal_composition_guarantee(std::uint64_t count, double epsilon, double delta, double total_delta) {
  constexpr std::uint64_t most = 100'000'000;
  if (count == 0) return {0.0, total_delta, true, "nothing is contributed"};
  if (total_delta >= 1.0) return {0.0, total_delta, false, "delta >= 1 promises nothing"};
  if (count > most)
    return {std::numeric_limits<double>::infinity(), total_delta, false,
            fmt::format("optimal composition is computed for at most {} contributions", most)};
  const auto found = divergence::optimal_composition_epsilon({epsilon, delta}, count, total_delta);
  return {found.upper(), total_delta, true, fmt::format("optimal composition of at most {} contributions", count)};
}

}  // namespace hearsay::accounting
