// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/token/guarantee.hpp>

#include <fmt/format.h>

#include <limits>

#include <hearsay/core/error.hpp>
#include <hearsay/divergence/accountant.hpp>
#include <hearsay/divergence/composition.hpp>
#include <hearsay/divergence/gaussian.hpp>

namespace hearsay::accounting {

void refuse_vacuous(Guarantee& guarantee) {
  if (guarantee.value.delta >= 1.0) guarantee.refuse("delta >= 1 gives no guarantee");
}

double signal_to_noise(Calibration calibration, double epsilon, double delta) {
  require_positive("signal_to_noise", "epsilon", epsilon);
  require_open_unit("signal_to_noise", "delta", delta);
  if (calibration == Calibration::analytic) return divergence::gaussian_mu(epsilon, delta).lower();
  return 1.0 / divergence::classical_sigma(epsilon, delta);
}

Guarantee optimal_composition_guarantee(std::uint64_t count, const divergence::Promise& each, double total_delta) {
  constexpr std::uint64_t most = 100'000'000;
  if (count == 0) return {{0.0, total_delta}, true, "there are no contributions"};
  if (total_delta >= 1.0) return {{0.0, total_delta}, false, "delta >= 1 gives no guarantee"};
  if (count > most)
    return {{std::numeric_limits<double>::infinity(), total_delta},
            false,
            fmt::format("optimal composition is computed for at most {} contributions", most)};
  return {divergence::promise_at(divergence::OptimalComposition(each, count), total_delta), true,
          fmt::format("optimal composition of at most {} contributions", count)};
}

const Guarantee& LocalGuarantees::best() const {
  const Guarantee* best = &advanced;
  for (const auto* method : {&plain, &optimal, &gaussian}) {
    if (method->valid && (!best->valid || method->value.epsilon < best->value.epsilon)) best = method;
  }
  return *best;
}

}  // namespace hearsay::accounting
