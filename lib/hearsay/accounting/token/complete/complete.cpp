// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/token/complete/complete.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include <hearsay/accounting/token/complete/detail/binomial_gaussian.hpp>
#include <hearsay/accounting/token/complete/visits.hpp>
#include <hearsay/accounting/token/ring/ring.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/core/infinity.hpp>
#include <hearsay/divergence/composition.hpp>
#include <hearsay/divergence/renyi.hpp>

namespace hearsay::accounting {

namespace {

/// C-fold advanced composition as printed: the second term has a base of its own.
double printed_cycles_epsilon(double cycles, double each, double second, double delta_prime) {
  return std::sqrt(2.0 * cycles * std::log(1.0 / delta_prime)) * each + cycles * second * std::expm1(each);
}

/// Lemma 2: loss of `count` spotted contributions, the better of plain and advanced composition.
double spotted_epsilon(double count, double epsilon, double delta_prime) {
  return std::min(count * epsilon, divergence::advanced_composition_epsilon(count, epsilon, delta_prime));
}

/// Loss of one cycle of a walk on `users` users.
double cycle_epsilon(const TokenQuestion& q, double users) {
  if (q.task == TokenTask::sum) return 3.0 * q.epsilon / std::sqrt(users);
  return 21.0 * std::sqrt(std::log(4.0 / q.delta) / users) * q.epsilon;
}

void check_cycle_conditions(const TokenQuestion& q, double users, Guarantee& guarantee) {
  if (q.task == TokenTask::sum) {
    if (q.epsilon >= 1.0) guarantee.refuse("Theorem 3 requires epsilon < 1");
    return;
  }
  if (q.epsilon > 1.0) guarantee.refuse("Theorem 6 requires epsilon <= 1");
  const double needed = 196.0 * std::log(4.0 / q.delta);
  if (users < needed) guarantee.refuse(fmt::format("Theorem 6 requires n >= 196 ln(4/delta) = {:.6g}", needed));
}

/// Theorem 4's closed form as printed.
Guarantee sgd_closed_form(const TokenQuestion& q, double users, double contributions) {
  const double level = std::log(1.0 / q.delta);
  const double quality = std::max(2.0 * contributions * std::log(users) / users, 2.0 * level);
  Guarantee guarantee{
      {std::sqrt(2.0 * quality * level) * q.epsilon / std::sqrt(std::log(1.25 / q.delta)), q.delta + q.delta_hat},
      true,
      {}};
  if (q.epsilon >= 1.0) guarantee.refuse("Theorem 4 requires epsilon < 1");
  if (q.delta >= 0.5) guarantee.refuse("Theorem 4 requires delta < 1/2");
  return guarantee;
}

/// Epsilon at delta of at most `contributions` to SGD with convex losses, by the best order: D_alpha <= N ln(1 + (e^c -
/// 1) g)/(alpha - 1), c = alpha (alpha - 1) mu^2/2, g = sgd_contribution/(e - 1). docs/maths/walk.md, section 8.
double sgd_best_order(const TokenQuestion& q, double contributions) {
  const double mu = signal_to_noise(Calibration::classical, q.epsilon, q.delta);
  const double hidden = sgd_contribution(q.users, q.colluders) / (std::numbers::e - 1.0);
  const auto curve = [=](double alpha) {
    return contributions * std::log1p(hidden * std::expm1(0.5 * alpha * (alpha - 1.0) * mu * mu)) / (alpha - 1.0);
  };
  return divergence::best_rdp_to_dp_improved(curve, q.delta).value;
}

/// Adds Lemma 2 for `spotted` contributions that nothing hides.
void add_spotted(const TokenQuestion& q, double spotted, Guarantee& guarantee) {
  guarantee.value.epsilon += spotted_epsilon(spotted, q.epsilon, q.delta_prime);
  const double each = q.task == TokenTask::histogram ? 0.0 : q.delta;
  guarantee.value.delta += spotted * each + q.delta_prime + q.delta_hat;
}

}  // namespace

void require_token(const TokenQuestion& q) {
  require_between("walk", "users", q.users, 2, 1'000'000'000'000);
  require_between("walk", "steps", q.steps, 1, 1'000'000'000'000'000);
  require_between("walk", "colluders", q.colluders, 1, std::max<std::int64_t>(1, q.users - 2));
  require_positive("walk", "epsilon", q.epsilon);
  require_open_unit("walk", "delta", q.delta);
  require_open_unit("walk", "delta-prime", q.delta_prime);
  require_open_unit("walk", "delta-hat", q.delta_hat);
  require_between("walk", "buckets", q.buckets, 2, 1'000'000'000);
}

LocalGuarantees token_local(const TokenQuestion& q) {
  require_token(q);
  const double chance = 1.0 / static_cast<double>(q.users);
  const auto most_contributions = visits_exact(static_cast<std::uint64_t>(q.steps), chance, q.delta_hat);
  const auto count = static_cast<double>(most_contributions);
  const double each = q.task == TokenTask::histogram ? 0.0 : q.delta;
  LocalGuarantees local{
      .plain = {{count * q.epsilon, count * each + q.delta_hat},
                true,
                fmt::format("plain composition of at most {:.0f} contributions", count)},
      .advanced = {{divergence::advanced_composition_epsilon(count, q.epsilon, q.delta_prime),
                    count * each + q.delta_prime + q.delta_hat},
                   true,
                   fmt::format("advanced composition of at most {:.0f} contributions", count)},
      .optimal = optimal_composition_guarantee(most_contributions, {q.epsilon, each}, count * each + q.delta_prime),
      .gaussian = {{infinity, count * each + q.delta_prime + q.delta_hat},
                   false,
                   "randomized response has no Gaussian noise"},
  };
  local.optimal.value.delta += q.delta_hat;  // more contributions than that
  refuse_vacuous(local.plain);
  refuse_vacuous(local.optimal);
  refuse_vacuous(local.advanced);
  if (q.task == TokenTask::histogram) return local;
  local.gaussian.why.clear();
  local.gaussian.valid = true;
  refuse_vacuous(local.gaussian);
  if (!local.gaussian.valid) return local;
  auto& [epsilon, delta] = local.gaussian.value;
  const BinomialGaussian exact({.trials = static_cast<std::uint64_t>(q.steps),
                                .chance = chance,
                                .mu = signal_to_noise(q.calibration, q.epsilon, q.delta)},
                               1e-9 * delta);
  epsilon = exact.epsilon(delta).upper();
  local.gaussian.why = "exact mixture over the number of contributions";
  return local;
}

Guarantee token_published(const TokenQuestion& q) {
  require_token(q);
  const double users = q.effective_users(), mean = static_cast<double>(q.steps) / users;
  const auto visits = visits_chernoff(static_cast<double>(q.steps), 1.0 / users, q.delta_hat);
  Guarantee guarantee{{infinity, 1.0}, true, {}};
  if (q.task == TokenTask::sgd) {
    guarantee = sgd_closed_form(q, users, visits.value);
  } else {
    const double cycles = mean + visits.value, each = cycle_epsilon(q, users);
    guarantee = {{printed_cycles_epsilon(cycles, each, q.epsilon, q.delta_prime),
                  cycles * q.delta + q.delta_prime + q.delta_hat},
                 true,
                 {}};
    check_cycle_conditions(q, users, guarantee);
  }
  if (!visits.valid) guarantee.refuse(visits.why);
  if (q.known_neighbors) {
    const auto spotted = visits_chernoff(visits.value, std::min(1.0, 2.0 / users), q.delta_hat);
    add_spotted(q, spotted.value, guarantee);
    if (!spotted.valid) guarantee.refuse("Lemma 2: " + spotted.why);
  }
  refuse_vacuous(guarantee);
  return guarantee;
}

double sgd_contribution(std::int64_t users, std::int64_t colluders) {
  require_between("walk", "users", users, 2, 1'000'000'000'000);
  require_between("walk", "colluders", colluders, 1, users - 1);
  const double next = static_cast<double>(colluders + 1) / static_cast<double>(users);
  const double mean = next < 1.0 ? next * -std::log(next) / (1.0 - next) : 1.0;
  return (std::numbers::e - 1.0) * mean;
}

double histogram_walk_epsilon(const TokenQuestion& q, double delta) {
  require_token(q);
  require_open_unit("walk", "delta-prime", delta);
  const double gamma = response_randomness(q.epsilon, q.buckets), steps = static_cast<double>(q.steps);
  const double each = std::log1p(q.inclusion() * std::expm1(q.epsilon));
  const double telling = 2.0 * gamma / static_cast<double>(q.buckets) + (1.0 - gamma) * q.inclusion();
  const double level = std::log(1.0 / delta), order = std::sqrt(2.0 * level / (telling * steps)) / each;
  const double moment = steps * std::log1p(telling * std::expm1(0.5 * order * (order + 1.0) * each * each));
  return std::min(steps * each, (moment + level) / order);
}

Guarantee token_repaired(const TokenQuestion& q) {
  require_token(q);
  const double users = q.effective_users();
  Guarantee guarantee{{infinity, 1.0}, true, {}};
  if (q.task == TokenTask::sgd) {
    const auto contributions =
        visits_exact(static_cast<std::uint64_t>(q.steps), 1.0 / static_cast<double>(q.users), q.delta_hat);
    guarantee = {{sgd_best_order(q, static_cast<double>(contributions)), q.delta + q.delta_hat},
                 true,
                 fmt::format("at most {} contributions, by the exact binomial quantile", contributions)};
  } else if (q.task == TokenTask::histogram) {
    guarantee = {{histogram_walk_epsilon(q, q.delta_prime), q.delta_prime}, true, "composition of all steps"};
  } else {
    const auto visits =
        static_cast<double>(visits_exact(static_cast<std::uint64_t>(q.steps), q.observed(), q.delta_hat));
    const double cycles = static_cast<double>(q.steps) / users + visits, each = cycle_epsilon(q, users);
    guarantee = {{divergence::advanced_composition_epsilon(cycles, each, q.delta_prime),
                  cycles * q.delta + q.delta_prime + q.delta_hat},
                 true,
                 {}};
    check_cycle_conditions(q, users, guarantee);
    if (guarantee.valid) guarantee.why = fmt::format("at most {:.0f} visits, by the exact binomial quantile", visits);
  }
  if (q.known_neighbors) {
    constexpr std::int64_t longest = 10'000'000;
    if (q.colluders > 1 || q.steps > longest) {
      guarantee.refuse(
          fmt::format("with known neighbors the repair is for one observer and at most {} steps", longest));
    } else {
      add_spotted(q, static_cast<double>(spotted_exact(q.users, q.steps, q.delta_hat)), guarantee);
    }
  }
  refuse_vacuous(guarantee);
  return guarantee;
}

double sgd_epsilon(double users, double contributions, double sigma, double delta, bool published) {
  if (!(users > 1.0 && std::isfinite(users)))
    throw Error(Errc::domain, "sgd_epsilon", fmt::format("users = {} must be finite and > 1", users));
  if (!(contributions >= 1.0 && std::isfinite(contributions))) {
    throw Error(Errc::domain, "sgd_epsilon", fmt::format("contributions = {} must be finite and >= 1", contributions));
  }
  require_positive("sgd_epsilon", "sigma", sigma);
  require_open_unit("sgd_epsilon", "delta", delta);
  const double c_n = std::log(users) / (published ? users : users - 1.0), level = std::log(1.0 / delta);
  const double rate = 4.0 * contributions * c_n / (sigma * sigma);            // Renyi loss per unit of alpha
  const double largest = 0.5 * (1.0 + std::sqrt(1.0 + 2.0 * sigma * sigma));  // alpha (alpha - 1) = sigma^2 / 2
  const double best = std::min(largest, 1.0 + std::sqrt(level / rate));
  return rate * best + level / (best - 1.0);
}

double sgd_sigma(double users, double contributions, double epsilon, double delta, bool published) {
  require_positive("sgd_sigma", "epsilon", epsilon);
  double low = 1e-12, high = 1.0;
  while (sgd_epsilon(users, contributions, high, delta, published) > epsilon) high *= 2.0;
  while (high - low > 1e-12 * high) {
    const double middle = 0.5 * (low + high);
    (sgd_epsilon(users, contributions, middle, delta, published) > epsilon ? low : high) = middle;
  }
  return high;
}

}  // namespace hearsay::accounting
