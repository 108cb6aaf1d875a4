// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <numbers>
#include <vector>

#include <hearsay/accounting/token/complete/complete.hpp>
#include <hearsay/accounting/token/ring/ring.hpp>
#include <hearsay/divergence/composition.hpp>

#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/walk/renyi_bound.hpp"
#include "props/walk/walk_props.hpp"

namespace hearsay::props {

namespace {

using namespace accounting;
using oracle::Rational;
using run::Context;
using run::Finding;

/// Theorem 1: the variance of the ring sum is at most 2/n of that of Kn noises.
Finding ring_gain(const Context& context) {
  struct Ring {
    std::int64_t users, rounds;
  };
  std::vector<Ring> all;
  for (std::int64_t users = 2; users <= context.pick(60, 200, 1000); ++users) {
    for (const std::int64_t rounds : {1, 2, 3, 10, 100}) all.push_back({users, rounds});
  }
  const auto share = [](const Ring& r) { return Rational(ring_noise_events(r.users, r.rounds), r.users * r.rounds); };
  const auto result = sweep(all, [&](const Ring& r) { return at_most(share(r), Rational(2, r.users)); });
  return conclude(result, [&](const Ring& r) {
    return exceeds_exactly({{"users", r.users}, {"rounds", r.rounds}}, Rational(2, r.users), share(r));
  });
}

/// Theorem 2's parameters.
struct Responses {
  std::int64_t users;
  double epsilon;
  Rational delta;
  std::int64_t buckets;
  [[nodiscard]] RingQuestion question() const {
    return {.users = users,
            .epsilon = epsilon,
            .delta = oracle::to_double(delta),
            .task = TokenTask::histogram,
            .buckets = buckets};
  }
  [[nodiscard]] double local_gamma() const { return response_randomness(epsilon, buckets); }
};

std::vector<Responses> histogram_rings(const std::vector<std::int64_t>& sizes) {
  std::vector<Responses> all;
  for (const std::int64_t users : sizes) {
    for (const double epsilon : {0.25, 0.125, 0.03125}) {
      for (const auto& delta : {Rational(1, 128), Rational(1, 1'000'000)}) {
        for (const std::int64_t buckets : {2, 5, 50}) all.push_back({users, epsilon, delta, buckets});
      }
    }
  }
  return all;
}

/// Where Theorem 2 with the inverted gamma applies.
std::vector<Responses> valid_rings(const Context& context) {
  auto all = histogram_rings(context.pick<std::vector<std::int64_t>>(
      {1001, 1500, 2500, 5000, 10000, 20000}, {1001, 1200, 1500, 2000, 2500, 3500, 5000, 10000, 20000, 50000},
      {1001, 2500, 10000, 100000, 1000000}));
  std::erase_if(all, [](const Responses& x) { return !ring_response_repaired(x.question()).valid; });
  return all;
}

/// sqrt(n), with the constant and the logarithm of Theorem 2's epsilon0.
double printed_gain(const Responses& x) {
  return std::sqrt(static_cast<double>(x.users - 1) / -std::log(oracle::to_double(x.delta))) / 13.0;
}

/// "sqrt(n) times more random responses" under local DP. Certified by the shares: local DP's is at most 1 and that of
/// Theorem 2 at least e^(-1/2), so that the ratio is at most e^(1/2), and claimed is more if n - 1 > 169 e ln(1/delta).
Finding histogram_gain(const Context& context) {
  const auto ratio = [](const Responses& x) {
    return x.local_gamma() / ring_response_repaired(x.question()).value.gamma;
  };
  auto all = valid_rings(context);
  std::erase_if(all, [](const Responses& x) { return x.users < 10'000; });
  const auto result = sweep(all, [&](const Responses& x) { return at_most(printed_gain(x), ratio(x)); });
  return conclude(result, [&](const Responses& x) {
    const Rational above_e(2719, 1000);
    return exceeds_rigorously(
        {{"users", x.users}, {"epsilon", x.epsilon}, {"delta", x.delta.str()}, {"buckets", x.buckets}},
        oracle::point(1 / x.delta), oracle::exp(Rational(x.users - 1) / (169 * above_e)),
        {fmt::format("{:.6f} times as many", printed_gain(x)), fmt::format("{:.6f} times as many", ratio(x))});
  });
}

/// With the inverted gamma: the share of true answers, over that of local DP, grows like sqrt(n).
Finding histogram_gain_repaired(const Context& context) {
  const auto result = sweep(valid_rings(context), [](const Responses& x) {
    const double gain = (1.0 - ring_response_repaired(x.question()).value.gamma) / (1.0 - x.local_gamma());
    return at_most(printed_gain(x), gain);
  });
  return conclude_uncertified(result, [](const Responses& x) { return fmt::format("n = {}", x.users); });
}

/// Walks of T = laps n steps.
std::vector<TokenQuestion> walks(const std::vector<std::int64_t>& sizes, const std::vector<std::int64_t>& laps) {
  std::vector<TokenQuestion> all;
  for (const auto users : sizes) {
    for (const auto lap : laps) {
      for (const double epsilon : {0.9, 0.3, 0.05}) {
        for (const double delta : {1e-9, 1e-6}) {
          all.push_back({.users = users,
                         .steps = lap * users,
                         .epsilon = epsilon,
                         .delta = delta,
                         .delta_prime = delta,
                         .delta_hat = delta});
        }
      }
    }
  }
  return all;
}

/// The printed bound on the number of visits, T/n + sqrt(3 T/n ln(1/delta^)).
double most_visits(const TokenQuestion& q) {
  const double mean = static_cast<double>(q.steps) / static_cast<double>(q.users);
  return mean + std::sqrt(3.0 * mean * -std::log(q.delta_hat));
}

std::string describe_question(const TokenQuestion& q) {
  return fmt::format("n = {}, T = {}, epsilon = {}, delta = {}", q.users, q.steps, q.epsilon, q.delta);
}

/// Equation (5) with the constant 6 of the first term of Appendix D's formula, two users: all hidden steps are u's.
struct LongWalk {
  std::int64_t steps;
  double epsilon, delta, delta_prime, delta_hat;

  [[nodiscard]] double half() const { return 0.5 * static_cast<double>(steps); }
  [[nodiscard]] double visits() const { return half() + std::sqrt(3.0 * half() * -std::log(delta_hat)); }
  [[nodiscard]] double promised_epsilon() const {
    return 6.0 * std::sqrt(visits() * -std::log(delta_prime) / 2.0) * epsilon;
  }
  [[nodiscard]] double promised_delta() const { return (visits() + half()) * delta + delta_prime + delta_hat; }
};

/// An event: at least that many contributions of u before v's last visit, and a sum that is that many of its standard
/// deviations above its mean without them.
struct LongEvent {
  std::int64_t least = 0;
  double threshold = 0.0;
  double delta = -1.0;  ///< the delta that it shows at the promised epsilon, from below
};

/// The contributions are Bin(T, 1/2) - 1 where that is positive, and Hoeffding's inequality bounds its lower tail; k of
/// them are a Gaussian mechanism with mu^2 k. The normal tail above x is at most e^(-x^2/2)/2.
LongEvent shown_by(const LongWalk& x) {
  const double mu = accounting::signal_to_noise(Calibration::classical, x.epsilon, x.delta);
  LongEvent best;
  for (int tenths = 10; tenths <= 60; ++tenths) {
    LongEvent event;
    event.least = static_cast<std::int64_t>(x.half() - 0.05 * tenths * std::sqrt(static_cast<double>(x.steps)));
    if (event.least < 1) break;
    const double less = x.half() - static_cast<double>(event.least);
    const double often = -std::expm1(-2.0 * less * less / static_cast<double>(x.steps));
    const double shift = mu * std::sqrt(static_cast<double>(event.least));
    for (int below = 0; below <= 60; ++below) {
      event.threshold = std::floor(10.0 * (shift - 0.1 * below)) / 10.0;
      if (event.threshold < 0.0) break;
      const double with = 0.5 * std::erfc((event.threshold - shift) / std::numbers::sqrt2);
      const double without = 0.5 * std::exp(x.promised_epsilon() - 0.5 * event.threshold * event.threshold);
      event.delta = often * (with - without) - 1e-9;
      if (event.delta > best.delta) best = event;
    }
  }
  return best;
}

Finding order_of_sum_printed(const Context&) {
  std::vector<LongWalk> all;
  for (std::int64_t steps = 1000; steps <= 20'000; steps += 1000) {
    for (const double delta_prime : {0.1, 0.5, 0.9, 0.92}) all.push_back({steps, 0.99, 2e-6, delta_prime, 0.01});
  }
  const auto result =
      sweep(all, [](const LongWalk& x) { return at_most(shown_by(x).delta, x.promised_delta(), {}, Absolute{0.0}); });
  return conclude(result, [](const LongWalk& x) {
    const auto event = shown_by(x);
    return exceeds_between_brackets(
        {{"users", 2},
         {"steps", x.steps},
         {"epsilon", x.epsilon},
         {"delta", x.delta},
         {"delta_prime", x.delta_prime},
         {"delta_hat", x.delta_hat},
         {"constant", 6},
         {"least", event.least},
         {"threshold", event.threshold}},
        x.promised_delta(), event.delta,
        {fmt::format("delta <= {:.6f} at epsilon = {:.4f}", x.promised_delta(), x.promised_epsilon()),
         fmt::format("delta >= {:.6f}", event.delta)});
  });
}

/// Equation (5) as a bound with constant 1 on the exact loss, as long as N_v epsilon^2 <= n ln(1/delta').
Finding order_of_sum_repaired(const Context& context) {
  auto all = walks(context.pick<std::vector<std::int64_t>>({2, 5, 30, 200}, {2, 3, 5, 10, 30, 100, 300, 1000},
                                                           {2, 3, 5, 10, 30, 100, 1000, 10000}),
                   {1, 10, 100});
  for (const auto& q : std::vector(all)) {
    for (const std::int64_t part : {2, 10}) {
      if (q.steps != q.users || q.users < part) continue;
      all.push_back(q);
      all.back().steps = q.users / part;
    }
  }
  std::erase_if(all, [](const TokenQuestion& q) {
    return most_visits(q) * q.epsilon * q.epsilon > static_cast<double>(q.users) * -std::log(q.delta_prime);
  });
  WalkRenyiBound renyi_bound;
  const auto result = sweep(all, [&](const TokenQuestion& q) {
    const double visits = most_visits(q), users = static_cast<double>(q.users);
    const double delta = (visits + static_cast<double>(q.steps) / users) * q.delta + q.delta_prime + q.delta_hat;
    return bounded_by(renyi_bound(q, delta),
                      std::sqrt(visits * -std::log(q.delta_prime)) * q.epsilon / std::sqrt(users));
  });
  return to_finding(result);
}

/// Theorem 3 against local DP, both by advanced composition: 3 sqrt(2/n) for n >= 20.
Finding sum_gain(const Context& context) {
  const auto all = walks(context.pick<std::vector<std::int64_t>>({20, 50, 200, 1000, 10000, 100000},
                                                                 {20, 30, 50, 100, 200, 1000, 10000, 100000},
                                                                 {20, 30, 50, 100, 1000, 10000, 1000000}),
                         {1, 10, 100});
  const auto result = sweep(all, [](const TokenQuestion& q) {
    const double visits = most_visits(q), users = static_cast<double>(q.users);
    const double cycles = visits + static_cast<double>(q.steps) / users;
    const double network =
        divergence::advanced_composition_epsilon(cycles, 3.0 * q.epsilon / std::sqrt(users), q.delta_prime);
    const double local = divergence::advanced_composition_epsilon(visits, q.epsilon, q.delta_prime);
    return at_most(network / local, 3.0 * std::sqrt(2.0 / users));
  });
  return conclude_uncertified(result, describe_question);
}

/// Theorem 4 against local DP at T = n^2 ln(1/delta)/ln n.
Finding descent_gain(const Context& context) {
  struct Descent {
    double users, delta;
    [[nodiscard]] double log_delta() const { return -std::log(delta); }
    [[nodiscard]] double contributions() const {
      const double mean = users * log_delta() / std::log(users);
      return mean + std::sqrt(3.0 * mean * log_delta());
    }
  };
  std::vector<Descent> all;
  for (double users = 2.0; users < context.pick(1e6, 1e8, 1e12); users = std::ceil(users * 1.5)) {
    for (const double delta : {0.49, 1e-2, 1e-6, 1e-12}) all.push_back({users, delta});
  }
  const auto result = sweep(all, [](const Descent& x) {
    const double q = std::max(2.0 * x.contributions() * std::log(x.users) / x.users, 2.0 * x.log_delta());
    const double network = std::sqrt(2.0 * q * x.log_delta()) / std::sqrt(std::log(1.25 / x.delta));  // over epsilon
    const double local = std::sqrt(2.0 * x.contributions() * x.log_delta());
    return at_most(network / local, 2.0 * std::log(x.users) / std::sqrt(x.users));
  });
  return conclude_uncertified(result, [](const Descent& x) { return fmt::format("n = {}", x.users); });
}

}  // namespace

void register_walk_rates(run::Registry& registry) {
  registry.add("walk.thm1.gain", ring_gain);
  registry.add("walk.thm2.gain", histogram_gain);
  registry.add("walk.thm2.gain.repaired", histogram_gain_repaired);
  registry.add("walk.thm3.eq5", order_of_sum_printed);
  registry.add("walk.thm3.eq5.repaired", order_of_sum_repaired);
  registry.add("walk.thm3.gain", sum_gain);
  registry.add("walk.thm4.gain", descent_gain);
}

}  // namespace hearsay::props
