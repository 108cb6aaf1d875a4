// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <vector>

#include <hearsay/accounting/generic/shuffling.hpp>
#include <hearsay/accounting/token/ring/ring.hpp>
#include <hearsay/divergence/composition.hpp>
#include <hearsay/divergence/gaussian.hpp>

#include "props/kit/promise.hpp"
#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/walk/walk_props.hpp"

namespace hearsay::props {

namespace {

using run::Context;
using run::Finding;

/// A cycle of `length` of n users, local (epsilon, delta).
struct StepCycle {
  int users, length;
  double epsilon, delta;
};

std::vector<StepCycle> cycles(int most_users) {
  std::vector<StepCycle> all;
  for (int users = 2; users <= most_users; users += 1 + users / 3) {
    for (int length = 1; length <= users; length += 1 + length / 2) {
      for (const double epsilon : {0.99, 0.5, 0.1}) {
        for (const double delta : {0.1, 1e-3, 1e-6}) all.push_back({users, length, epsilon, delta});
      }
    }
  }
  return all;
}

std::string describe_cycle(const StepCycle& c) {
  return fmt::format("n = {}, m = {}, epsilon = {}, delta = {}", c.users, c.length, c.epsilon, c.delta);
}

/// The sum of m contributions with m classical noises is (epsilon/sqrt(m), delta)-DP.
Finding aggregate(const Context& context) {
  const auto result = sweep(cycles(context.pick(30, 100, 1000)), [](const StepCycle& c) {
    const double root = std::sqrt(c.length);
    const double mu = accounting::signal_to_noise(accounting::Calibration::classical, c.epsilon, c.delta) / root;
    return keeps_promise([&](double at) { return divergence::gaussian_delta(mu, at); }, c.epsilon / root, c.delta);
  });
  return conclude_uncertified(result, describe_cycle);
}

/// From (10) to 3 epsilon/sqrt(n): each inequality on the way.
Finding simplification(const Context& context) {
  const auto result = sweep(cycles(context.pick(100, 1000, 100'000)), [](const StepCycle& c) {
    const double y = c.epsilon / std::sqrt(c.length), n = c.users, m = c.length;
    const double included = -std::expm1(m * std::log1p(-1.0 / n));
    auto outcome = worse(at_most(std::expm1(y), 2.0 * y), at_most(-1.5 / n, std::log1p(-1.0 / n)));
    outcome = worse(outcome, at_most(included, 1.5 * m / n));
    return worse(outcome, at_most(std::log1p(included * std::expm1(y)), 3.0 * c.epsilon * std::sqrt(m) / n));
  });
  return conclude_uncertified(result, describe_cycle);
}

/// Equation (11) against the bound that it simplifies, for every n >= 16 ln(2/delta) e^epsilon0.
Finding equation_11(const Context& context) {
  struct Shuffle {
    double epsilon, delta;
    std::uint64_t n;
  };
  std::vector<Shuffle> all;
  for (const double epsilon : {1.0, 0.7, 0.3, 0.1, 0.01}) {
    for (const double delta : {0.5, 0.1, 1e-3, 1e-6, 1e-12}) {
      const double least = 16.0 * std::log(2.0 / delta) * std::exp(epsilon);
      for (double n = std::ceil(least) + 1.0; n < context.pick(1e4, 1e6, 1e9); n *= 1.7)
        all.push_back({epsilon, delta, static_cast<std::uint64_t>(n)});
    }
  }
  const auto result = sweep(all, [](const Shuffle& x) {
    return at_most(accounting::shuffling_clones(x.epsilon, x.n, x.delta),
                   14.0 * std::sqrt(std::log(4.0 / x.delta) / static_cast<double>(x.n)) * x.epsilon);
  });
  return conclude_uncertified(result, [](const Shuffle& x) { return fmt::format("n = {}", x.n); });
}

/// ln(14^2 ln(4/delta)/(16 ln(2/delta))), up to which Theorem 7 allows epsilon at m = 14^2 ln(4/delta).
double most_epsilon(double delta) { return std::log(12.25 * std::log(4.0 / delta) / std::log(2.0 / delta)); }

/// It is at least `limit` for every delta.
Finding constraint(double limit) {
  std::vector<double> deltas;
  for (int k = 1; k <= 120; ++k) deltas.push_back(std::pow(10.0, -0.125 * k));
  const auto result = sweep(deltas, [&](double delta) { return at_most(limit, most_epsilon(delta)); });
  return conclude(result, [&](double delta) {
    return falls_short_between_brackets(
        {{"delta", delta}}, limit, most_epsilon(delta) + 1e-9,
        {fmt::format("at least {}", limit), fmt::format("{:.6f}", most_epsilon(delta))});
  });
}

/// k contributions by randomized response of epsilon each, composed at slack delta'.
struct Spotted {
  std::uint64_t count;
  double epsilon, slack;
  [[nodiscard]] double claimed() const {
    const double k = static_cast<double>(count);
    return std::sqrt(k * -std::log(slack)) * epsilon + k * epsilon * std::expm1(epsilon);
  }
  [[nodiscard]] Bracket delta() const { return divergence::OptimalComposition({epsilon, 0.0}, count).delta(claimed()); }
};

/// "sqrt(k ln(1/delta')) epsilon + k epsilon (e^epsilon - 1), except with probability delta'".
Finding spotted_composed(const Context&) {
  std::vector<Spotted> all;
  for (std::uint64_t count = 1; count <= 200; ++count) {
    for (const double slack : {1e-3, 1e-6, 1e-9}) {
      for (const double epsilon : {0.1, 0.05, 0.01}) all.push_back({count, epsilon, slack});
    }
  }
  const auto result = sweep(all, [](const Spotted& x) { return at_most(x.delta(), Bracket::exact(x.slack)); });
  return conclude(result, [](const Spotted& x) {
    const auto found = x.delta();
    return exceeds_between_brackets({{"spotted", x.count}, {"epsilon", x.epsilon}, {"delta_prime", x.slack}}, x.slack,
                                    found.lower(),
                                    {fmt::format("delta <= {} at epsilon = {:.6f}", x.slack, x.claimed()),
                                     fmt::format("delta >= {:.6g}", found.lower())});
  });
}

}  // namespace

void register_walk_steps(run::Registry& registry) {
  registry.add("walk.thm3.aggregate", aggregate);
  registry.add("walk.thm3.simplification", simplification);
  registry.add("walk.eq11", equation_11);
  registry.add("walk.thm6.constraint", [](const Context&) { return constraint(12.25); });
  registry.add("walk.thm6.constraint.repaired", [](const Context&) { return constraint(std::log(12.25)); });
  registry.add("walk.lemma2.advanced", spotted_composed);
}

}  // namespace hearsay::props
