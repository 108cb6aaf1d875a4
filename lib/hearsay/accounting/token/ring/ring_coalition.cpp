// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/token/ring/ring_coalition.hpp>

#include <fmt/format.h>

#include <string_view>

#include <hearsay/core/error.hpp>
#include <hearsay/core/infinity.hpp>
#include <hearsay/divergence/composition.hpp>
#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/divergence/gaussian_dp.hpp>

namespace hearsay::accounting {

namespace {

/// A guarantee at the published delta, and whether that promises anything.
Guarantee at_published_delta(std::string_view where, const RingQuestion& q) {
  require_ring(q);
  require_between(where, "colluders", q.colluders, 2, q.users - 1);
  Guarantee guarantee{{infinity, ring_published(q).value.delta}, true, {}};
  refuse_vacuous(guarantee);
  return guarantee;
}

}  // namespace

Guarantee ring_coalition(const RingQuestion& q) {
  auto guarantee = at_published_delta("ring_coalition", q);
  if (!guarantee.valid) return guarantee;
  if (q.task == TokenTask::sum) {
    guarantee.refuse("the users before and after one that adds no noise see its contribution exactly");
    return guarantee;
  }
  const auto response = ring_response_repaired(q);
  const divergence::OptimalComposition answers({response.value.local_epsilon, 0.0},
                                               static_cast<std::uint64_t>(q.rounds));
  guarantee.value.epsilon = answers.epsilon(guarantee.value.delta).upper();
  guarantee.why = fmt::format("one answer a lap is seen by itself, at gamma = {:.6g}{}", response.value.gamma,
                              q.buckets == 2 ? "" : "; an upper bound for more than two buckets");
  return guarantee;
}

Guarantee ring_coalition_distributed(const RingQuestion& q) {
  auto guarantee = at_published_delta("ring_coalition_distributed", q);
  if (q.task != TokenTask::sum || q.noise != Noise::gaussian)
    throw Error(Errc::conditions, "ring_coalition_distributed", "requires a sum with Gaussian noise");
  if (!guarantee.valid) return guarantee;
  const double laps = static_cast<double>(q.rounds) * static_cast<double>(q.users - 1);
  const double mu = divergence::compose_gaussian(signal_to_noise(q.calibration, q.epsilon, q.delta), laps);
  guarantee.value.epsilon = divergence::GaussianDp(mu).epsilon(guarantee.value.delta).upper();
  guarantee.why = "exact, if every user adds sigma / sqrt(n - 1): mu = sqrt(rounds (n - 1)) Delta / sigma";
  return guarantee;
}

}  // namespace hearsay::accounting
