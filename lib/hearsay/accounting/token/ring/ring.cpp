// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/token/ring/ring.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include <hearsay/accounting/token/ring/ring_histogram.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/core/infinity.hpp>
#include <hearsay/divergence/composition.hpp>
#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/divergence/gaussian_dp.hpp>
#include <hearsay/divergence/pld.hpp>
#include <hearsay/stats/binomial.hpp>

namespace hearsay::accounting {

namespace {

bool is_laplace(const RingQuestion& q) { return q.noise == Noise::laplace; }

/// Delta of all contributions and the slack: the delta of Theorems 1 and 2. Laplace noise has none.
double published_delta(const RingQuestion& q) {
  return (is_laplace(q) ? 0.0 : static_cast<double>(q.rounds) * q.delta) + q.delta_prime;
}

/// The composition formula of Theorems 1 and 2.
Guarantee composed(const RingQuestion& q) {
  return {{divergence::advanced_composition_epsilon(static_cast<double>(q.rounds), q.epsilon, q.delta_prime),
           published_delta(q)},
          true,
          {}};
}

/// Theorems 1 and 2 are for one curious user.
void refuse_if_colluding(const RingQuestion& q, Guarantee& guarantee) {
  if (q.colluders == 1) return;
  if (guarantee.valid) guarantee.why.clear();  // which is about one user
  guarantee.refuse("two colluding users see what the one between them adds (Section 3.3)");
}

/// A guarantee with delta >= 1 promises nothing, and no other reason is given then.
void refuse_if_vacuous(Guarantee& guarantee) {
  if (guarantee.value.delta >= 1.0) guarantee.why.clear();
  refuse_vacuous(guarantee);
}

/// The loss of one round with Laplace noise, on a grid for the composition of all.
divergence::Pld laplace_lap(double epsilon, std::int64_t rounds) {
  // A loss is +-epsilon or in between: its deviation is below epsilon, and below 2 of which no epsilon is larger.
  const double step = std::min(epsilon, 2.0) / std::min(2000.0, 5e4 / std::sqrt(static_cast<double>(rounds)));
  return divergence::Pld::laplace(epsilon, step);
}

}  // namespace

void require_ring(const RingQuestion& q) {
  require_between("ring", "users", q.users, 2, 1'000'000'000'000);
  require_between("ring", "rounds", q.rounds, 1, 1'000'000);
  require_positive("ring", "epsilon", q.epsilon);
  require_open_unit("ring", "delta", q.delta);
  require_open_unit("ring", "delta-prime", q.delta_prime);
  require_between("ring", "buckets", q.buckets, 2, 1'000'000'000);
  require_between("ring", "colluders", q.colluders, 1, q.users - 1);
  if (q.task == TokenTask::sgd)
    throw Error(Errc::domain, "ring", "task must be sum or histogram; SGD is for walks on the complete graph");
  if (q.task == TokenTask::histogram && is_laplace(q))
    throw Error(Errc::conditions, "ring", "Laplace noise needs the sum; a histogram uses randomized response");
}

std::int64_t ring_noise_events(std::int64_t users, std::int64_t rounds) {
  require_between("ring_noise_events", "users", users, 2, 1'000'000'000'000);
  require_between("ring_noise_events", "rounds", rounds, 1, 1'000'000);
  return (rounds * users - 1) / (users - 1) + 1;
}

std::int64_t ring_noise_events_published(std::int64_t users, std::int64_t rounds) {
  require_between("ring_noise_events_published", "users", users, 2, 1'000'000'000'000);
  require_between("ring_noise_events_published", "rounds", rounds, 1, 1'000'000);
  return rounds * users / (users - 1);
}

double response_randomness(double epsilon, std::int64_t buckets) {
  require_non_negative("response_randomness", "epsilon", epsilon);
  require_between("response_randomness", "buckets", buckets, 2, 1'000'000'000);
  const auto size = static_cast<double>(buckets);
  return size / (std::expm1(epsilon) + size);
}

Conditional<ResponseChoice> ring_response_published(const RingQuestion& q) {
  require_ring(q);
  const auto users = static_cast<double>(q.users);
  const double level = std::log(1.0 / q.delta), local = 12.0 * q.epsilon * std::sqrt(level / users);
  Conditional<ResponseChoice> choice{
      {.gamma = response_randomness(local, q.buckets), .local_epsilon = local}, true, {}};
  if (q.epsilon >= 0.5 || q.delta >= 0.01 || q.users <= 1000) {
    choice.valid = false;
    choice.why = "Theorem 2 requires epsilon < 1/2, delta < 1/100 and n > 1000";
  } else if (users < 144.0 * level) {
    choice.valid = false;
    choice.why = fmt::format("with the printed gamma the guarantee is known only for n >= 144 ln(1/delta) = {:.0f}",
                             std::ceil(144.0 * level));
  } else {
    choice.why = fmt::format(
        "holds, but the printed gamma makes {:.4g} of the answers random, and local DP at epsilon needs only {:.4g}",
        choice.value.gamma, response_randomness(q.epsilon, q.buckets));
  }
  return choice;
}

Conditional<ResponseChoice> ring_response_repaired(const RingQuestion& q) {
  require_ring(q);
  const double level = std::log(1.0 / q.delta);
  const double local = q.epsilon * std::sqrt(static_cast<double>(q.users - 1)) / (12.0 * std::sqrt(level));
  Conditional<ResponseChoice> choice{
      {.gamma = response_randomness(std::min(local, 700.0), q.buckets), .local_epsilon = local}, true, {}};
  if (local >= 0.5 || q.delta >= 0.01 || q.users < 1001) {
    choice.valid = false;
    choice.why = fmt::format(
        "the shuffling bound requires epsilon sqrt(n-1)/(12 sqrt(ln(1/delta))) = {:.4g} < 1/2, delta < 1/100 and n >= "
        "1001",
        local);
  }
  return choice;
}

LocalGuarantees ring_local(const RingQuestion& q) {
  require_ring(q);
  const auto rounds = static_cast<double>(q.rounds);
  const bool gaussian = q.task == TokenTask::sum && !is_laplace(q);
  const double each_delta = gaussian ? q.delta : 0.0;  // randomized response and Laplace noise are pure
  LocalGuarantees local{
      .plain = {{rounds * q.epsilon, rounds * each_delta}, true, "plain composition of the rounds"},
      .advanced = {{divergence::advanced_composition_epsilon(rounds, q.epsilon, q.delta_prime),
                    rounds * each_delta + q.delta_prime},
                   true,
                   "advanced composition of the rounds"},
      .optimal = optimal_composition_guarantee(static_cast<std::uint64_t>(q.rounds), {q.epsilon, each_delta},
                                               rounds * each_delta + q.delta_prime),
      .gaussian = {{infinity, rounds * each_delta + q.delta_prime},
                   false,
                   is_laplace(q) ? "Laplace noise is not Gaussian" : "randomized response has no Gaussian noise"},
  };
  if (gaussian) local.gaussian = ring_tight(q);
  for (auto* guarantee : {&local.plain, &local.advanced, &local.optimal, &local.gaussian})
    refuse_if_vacuous(*guarantee);
  return local;
}

Guarantee ring_published(const RingQuestion& q) {
  require_ring(q);
  auto guarantee = composed(q);
  guarantee.why = "for the views of the users; a published final token is not covered";
  if (q.task == TokenTask::histogram) {
    const auto choice = ring_response_published(q);
    guarantee.valid = choice.valid;
    guarantee.why = choice.why;
  } else if (!is_laplace(q) && q.calibration == Calibration::classical && q.epsilon >= 1.0) {
    guarantee.valid = false;
    guarantee.why = "the classical Gaussian calibration requires epsilon < 1";
  }
  refuse_if_colluding(q, guarantee);
  refuse_if_vacuous(guarantee);
  return guarantee;
}

Guarantee ring_repaired(const RingQuestion& q) {
  require_ring(q);
  auto guarantee = composed(q);
  guarantee.why = "also with a published final token, if it gets one more Perturb";
  if (q.task == TokenTask::histogram) {
    const auto choice = ring_response_repaired(q);
    guarantee.valid = choice.valid;
    guarantee.why =
        choice.valid ? fmt::format("with gamma = L / (e^epsilon0 + L - 1) = {:.6g}", choice.value.gamma) : choice.why;
  } else if (!is_laplace(q) && q.calibration == Calibration::classical && q.epsilon >= 1.0) {
    guarantee.valid = false;
    guarantee.why = "the classical Gaussian calibration requires epsilon < 1; use the analytic one";
  }
  refuse_if_colluding(q, guarantee);
  refuse_if_vacuous(guarantee);
  return guarantee;
}

double ring_mu(const RingQuestion& q) {
  require_ring(q);
  if (is_laplace(q)) throw Error(Errc::conditions, "ring_mu", "requires Gaussian noise");
  return divergence::compose_gaussian(signal_to_noise(q.calibration, q.epsilon, q.delta),
                                      static_cast<double>(q.rounds));
}

RingLaplace::RingLaplace(const RingQuestion& q) : one_(q.epsilon), rounds_(q.rounds) {
  require_ring(q);
  if (!is_laplace(q)) throw Error(Errc::conditions, "RingLaplace", "requires Laplace noise");
  if (one_ > 700.0) throw Error(Errc::domain, "RingLaplace", fmt::format("epsilon = {} must be at most 700", one_));
}

Bracket RingLaplace::delta(double epsilon) const {
  require_non_negative("RingLaplace::delta", "epsilon", epsilon);
  if (rounds_ == 1) return Bracket::exact(std::max(0.0, -std::expm1(0.5 * (epsilon - one_))));
  const auto lap = laplace_lap(one_, rounds_);
  return divergence::Composition(lap, static_cast<std::uint64_t>(rounds_)).delta(epsilon);
}

Bracket RingLaplace::epsilon(double delta) const {
  require_open_unit("RingLaplace::epsilon", "delta", delta);
  if (rounds_ == 1)
    return Bracket::exact(std::max(0.0, one_ + 2.0 * std::log1p(-delta)));  // delta = 1 - e^((epsilon - one) / 2)
  const auto lap = laplace_lap(one_, rounds_);
  const divergence::Composition laps(lap, static_cast<std::uint64_t>(rounds_));
  const auto found = laps.epsilon(delta);
  double lower = found.lower(), upper = std::min(found.upper(), static_cast<double>(rounds_) * one_);
  // Near the largest loss there is, the tilt for a delta leaves no digits; the one for an epsilon does.
  constexpr double wide = 1e-4, narrow = 1e-5;
  if (upper - lower > wide * upper) {
    const double first = lower, last = upper;
    for (double low = first; upper - low > narrow * last;) {
      const double middle = 0.5 * (low + upper);
      (laps.delta(middle).upper() <= delta ? upper : low) = middle;
    }
    for (double high = last; high - lower > narrow * last;) {
      const double middle = 0.5 * (lower + high);
      (laps.delta(middle).lower() >= delta ? lower : high) = middle;
    }
  }
  return {lower, 0.5 * (lower + upper), upper};
}

Guarantee ring_tight(const RingQuestion& q) {
  require_ring(q);
  Guarantee guarantee{{infinity, published_delta(q)}, true, {}};
  auto& [epsilon, delta] = guarantee.value;
  refuse_if_vacuous(guarantee);
  if (!guarantee.valid) return guarantee;
  if (is_laplace(q)) {
    const auto found = RingLaplace(q).epsilon(delta);
    epsilon = found.upper();
    guarantee.why = fmt::format("upper end of a certified bracket of the rounds-fold Laplace mechanism, from {:.8g}",
                                found.lower());
    return guarantee;
  }
  if (q.task == TokenTask::sum) {
    epsilon = divergence::GaussianDp(ring_mu(q)).epsilon(delta).upper();
    guarantee.why = "exact: Gaussian DP with mu = sqrt(rounds) Delta / sigma";
    return guarantee;
  }
  const double gamma = ring_response_repaired(q).value.gamma;
  const RingHistogram ring{.users = q.users,
                           .rounds = q.rounds,
                           .buckets = q.buckets,
                           .gamma = gamma,
                           .initial = static_cast<std::int64_t>(std::ceil(gamma * static_cast<double>(q.users)))};
  try {
    const auto found = ring.epsilon(delta);
    epsilon = found.upper();
    guarantee.why = fmt::format("for any values of the others at gamma = {:.6g}; some values lose at least {:.6g}",
                                gamma, found.lower());
  } catch (const Error& error) {
    if (error.code() != Errc::conditions && error.code() != Errc::too_large && error.code() != Errc::not_converged)
      throw;
    guarantee.valid = false;
    guarantee.why = error.what();
  }
  return guarantee;
}

double hidden_answer_delta(std::span<const double> others, double gamma, double epsilon) {
  require_unit("hidden_answer_delta", "gamma", gamma);
  require_non_negative("hidden_answer_delta", "epsilon", epsilon);
  if (others.empty()) throw Error(Errc::shape, "hidden_answer_delta", "the law of the other elements is empty");
  const double truth = 1.0 - 0.5 * gamma, lie = 0.5 * gamma, scale = std::exp(epsilon);
  double forward = 0.0, backward = 0.0;
  for (std::size_t count = 0; count <= others.size(); ++count) {
    const double without = count < others.size() ? others[count] : 0.0, with = count > 0 ? others[count - 1] : 0.0;
    const double zero = truth * without + lie * with, one = lie * without + truth * with;
    forward += std::max(0.0, one - scale * zero);
    backward += std::max(0.0, zero - scale * one);
  }
  return std::max(forward, backward);
}

std::vector<double> answers_law(std::int64_t ones, std::int64_t zeros, double gamma) {
  require_between("answers_law", "ones", ones, 0, 100'000);
  require_between("answers_law", "zeros", zeros, 0, 100'000 - ones);
  require_unit("answers_law", "gamma", gamma);
  const auto up = static_cast<std::uint64_t>(ones), down = static_cast<std::uint64_t>(zeros);
  std::vector<double> second(down + 1), law(up + down + 1, 0.0);
  for (std::uint64_t b = 0; b <= down; ++b) second[b] = stats::binomial_mass(down, 0.5 * gamma, b);
  for (std::uint64_t a = 0; a <= up; ++a) {
    const double first = stats::binomial_mass(up, 1.0 - 0.5 * gamma, a);
    for (std::uint64_t b = 0; b <= down; ++b) law[a + b] += first * second[b];
  }
  return law;
}

}  // namespace hearsay::accounting
