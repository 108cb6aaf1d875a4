// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/learning/token_noise.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <hearsay/core/error.hpp>
#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/divergence/renyi.hpp>

namespace hearsay::learning {

namespace {

void require_valid(const TokenGuarantee& guarantee) {
  require_between("walk noise", "users", guarantee.users, 2, 1'000'000'000);
  require_between("walk noise", "iterations", guarantee.iterations, 1, 1'000'000'000'000);
  require_positive("walk noise", "epsilon", guarantee.epsilon);
  require_open_unit("walk noise", "delta", guarantee.delta);
  require_positive("walk noise", "clip", guarantee.clip);
  require_positive("walk noise", "budget factor", guarantee.slack);
}

/// Epsilon of `contributions` contributions with noise sigma, at the best order the lemma allows.
double network_epsilon(const TokenGuarantee& guarantee, double contributions, double sigma) {
  const double n = static_cast<double>(guarantee.users), ratio = guarantee.clip / sigma;
  const double per_order = 4.0 * contributions * ratio * ratio * std::log(n) / (n - 1.0);
  const double largest = 0.5 * (1.0 + std::sqrt(1.0 + 2.0 / (ratio * ratio)));  // sigma = L sqrt(2 alpha (alpha - 1))
  const double best = 1.0 + std::sqrt(std::log(1.0 / guarantee.delta) / per_order);
  const double alpha = std::min(best, largest);
  return divergence::rdp_to_dp(alpha, per_order * alpha, guarantee.delta);
}

}  // namespace

std::int64_t contribution_budget(const TokenGuarantee& guarantee) {
  require_valid(guarantee);
  return static_cast<std::int64_t>(
      std::ceil(guarantee.slack * static_cast<double>(guarantee.iterations) / static_cast<double>(guarantee.users)));
}

double local_noise(const TokenGuarantee& guarantee) {
  const double contributions = static_cast<double>(contribution_budget(guarantee));
  return 2.0 * guarantee.clip * std::sqrt(contributions) /
         divergence::gaussian_mu(guarantee.epsilon, guarantee.delta).lower();
}

double network_noise(const TokenGuarantee& guarantee) {
  const double contributions = static_cast<double>(contribution_budget(guarantee));
  double low = guarantee.clip * 1e-6, high = guarantee.clip;
  while (network_epsilon(guarantee, contributions, high) > guarantee.epsilon) high *= 2.0;
  while (high - low > 1e-12 * high) {
    const double middle = 0.5 * (low + high);
    (network_epsilon(guarantee, contributions, middle) > guarantee.epsilon ? low : high) = middle;
  }
  return high;
}

double central_noise(const TokenGuarantee& guarantee) {
  require_valid(guarantee);
  const double n = static_cast<double>(guarantee.users), t = static_cast<double>(guarantee.iterations);
  return 16.0 * guarantee.clip *
         std::sqrt(t * std::log(2.0 / guarantee.delta) * std::log(1.25 * std::max(t / n, 1.0) / guarantee.delta)) /
         (n * guarantee.epsilon);
}

bool central_noise_proved(const TokenGuarantee& guarantee) {
  require_valid(guarantee);
  return static_cast<double>(guarantee.users) * guarantee.epsilon <=
         2.0 * std::sqrt(2.0 * static_cast<double>(guarantee.iterations) * std::log(2.0 / guarantee.delta));
}

}  // namespace hearsay::learning
