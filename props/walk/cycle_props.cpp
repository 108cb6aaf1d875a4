// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <vector>

#include <hearsay/accounting/token/complete/complete.hpp>
#include <hearsay/accounting/token/complete/cycle.hpp>
#include <hearsay/core/infinity.hpp>
#include <hearsay/protocol/token/token.hpp>

#include "props/kit/promise.hpp"
#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/oracle/walk_oracle.hpp"
#include "props/walk/renyi_bound.hpp"
#include "props/walk/walk_props.hpp"

namespace hearsay::props {

namespace {

using namespace accounting;
using oracle::Rational;
using run::Context;
using run::Finding;

// ---- one cycle

/// A cycle of v of `length` steps; u is another user.
struct Length {
  int users, length;
};

/// P(u occurs | the cycle avoids v): by listing all walks where they are few, by counting them step by step beyond.
Rational included(const Length& c) {
  if (std::pow(c.users, c.length) > 3000) return 1 - oracle::cycles_by_visits(c.users, 1, c.length)[0];
  long cycles = 0, with_u = 0;  // v = 0 visited at both ends, never between; u = 1
  oracle::every_walk(c.users, c.length, [&](const std::vector<int>& walk) {
    if (std::ranges::count(walk, 0) != 0) return;
    ++cycles;
    if (std::ranges::count(walk, 1) > 0) ++with_u;
  });
  return {with_u, cycles};
}

/// 1 - (1 - 1/denominator)^m, the denominator being n - correction.
Finding inclusion(const Context& context, int correction) {
  std::vector<Length> all;
  for (int users = 2; users <= context.pick(8, 14, 30); ++users) {
    for (int length = 1; length <= context.pick(6, 10, 20); ++length) all.push_back({users, length});
  }
  const auto claimed = [&](const Length& c) {
    Rational absent = 1;
    for (int i = 0; i < c.length; ++i) absent *= Rational(c.users - correction - 1) / (c.users - correction);
    return Rational(1 - absent);
  };
  const auto found = sweep(all, [&](const Length& c) { return decided(claimed(c) == included(c)); });
  return conclude(found, [&](const Length& c) {
    return differs_exactly({{"users", c.users}, {"length", c.length}}, claimed(c), included(c));
  });
}

/// One cycle with local (epsilon, delta) by the classical calibration. The protected user adds Delta or nothing, every
/// other user `others` times Delta.
struct Cycle {
  int users, length;
  double epsilon, delta, others;
  [[nodiscard]] double inclusion() const { return 1.0 / (users - 1); }
  [[nodiscard]] double mu() const { return epsilon / std::sqrt(2.0 * std::log(1.25 / delta)); }
  /// For others = 0.
  [[nodiscard]] DeltaAt delta_at() const {
    return [cycle = CycleMixture::binomial(length, inclusion(), mu())](double at) {
      const auto both_ways = cycle_delta(cycle, at);
      return Bracket(both_ways.lower(), both_ways.lower(), both_ways.upper());
    };
  }
  [[nodiscard]] double delta_by_quadrature(double at) const {
    const auto both_ways = oracle::cycle_delta_by_quadrature(length, inclusion(), mu(), at, others);
    return std::max(both_ways.forward, both_ways.backward);
  }
};

/// Deltas of the local guarantee and what the others add, exchanged with 1 - others by the two directions.
struct CycleData {
  std::vector<double> deltas, others;
};

std::vector<Cycle> cycles(const Context& context, const CycleData& data) {
  const std::vector<int> sizes = context.pick<std::vector<int>>({3, 4, 10, 50}, {3, 4, 5, 10, 30, 100},
                                                                {3, 4, 5, 6, 8, 10, 20, 50, 100, 300, 1000});
  std::vector<Cycle> all;
  for (const int users : sizes) {
    for (int length = 1; length <= users; length = length < 8 ? length + 1 : length * 3 / 2) {
      for (const double delta : data.deltas) {
        for (const double epsilon : {0.99, 0.5, 0.1}) {
          for (const double others : data.others) all.push_back({users, length, epsilon, delta, others});
        }
      }
    }
  }
  return all;
}

constexpr double cycle_quadrature_accuracy = 1e-9;

/// The promise of a cycle against its exact delta: for others = 0 the library's bracket, which the oracle's quadrature
/// must confirm before anything is refuted; else the quadrature.
template <class Promise>
Finding cycle_check(const Context& context, Promise promise, const CycleData& data) {
  const auto found = sweep(cycles(context, data), [&](const Cycle& c) {
    const divergence::Promise claimed = promise(c);
    if (c.others == 0.0) return keeps_promise(c.delta_at(), claimed.epsilon, claimed.delta);
    auto kept = at_most(c.delta_by_quadrature(claimed.epsilon), claimed.delta, {}, Relative{cycle_quadrature_accuracy});
    kept.slack = infinity;  // in delta; that of others = 0 is in epsilon
    return kept;
  });
  return conclude(found, [&](const Cycle& c) {
    const divergence::Promise claimed = promise(c);
    const double other = c.delta_by_quadrature(claimed.epsilon);
    Bracket exact(other * (1.0 - cycle_quadrature_accuracy), other, other * (1.0 + cycle_quadrature_accuracy));
    if (c.others == 0.0) exact = c.delta_at()(claimed.epsilon);
    if (!(std::abs(other - exact.upper()) <= 1e-6 * other))
      throw std::logic_error("two computations of a cycle's delta differ");
    return exceeds_between_brackets(
        {{"users", c.users}, {"length", c.length}, {"epsilon", c.epsilon}, {"delta", c.delta}}, claimed.delta,
        exact.lower(),
        {fmt::format("delta <= {} at epsilon = {:.9g}", claimed.delta, claimed.epsilon),
         fmt::format("delta in [{:.9g}, {:.9g}]", exact.lower(), exact.upper())});
  });
}

divergence::Promise promise10(const Cycle& c) {
  return {cycle_epsilon_published(c.users, c.length, c.epsilon), c.delta};
}
divergence::Promise promise10_repaired(const Cycle& c) {
  return cycle_promise_repaired(c.inclusion(), c.length, c.epsilon, c.delta);
}
divergence::Promise promise_of_any_length(const Cycle& c) {
  return {3.0 * c.epsilon / std::sqrt(static_cast<double>(c.users)), c.delta};
}

// ---- the whole view

std::vector<TokenQuestion> walks(const Context& context) {
  const std::vector<std::int64_t> sizes = context.pick<std::vector<std::int64_t>>(
      {2, 3, 20, 200}, {2, 3, 5, 9, 20, 50, 200, 1000}, {2, 3, 4, 5, 7, 10, 20, 50, 100, 200, 400, 1000, 10000});
  std::vector<TokenQuestion> all;
  for (const auto users : sizes) {
    for (const std::int64_t laps : {100, 10, 1}) {
      for (const double epsilon : {0.9, 0.1}) {
        for (const double delta : {1e-7, 1e-4, 1e-3}) {
          for (const auto& [delta_prime, delta_hat] : composition_deltas) {
            all.push_back({.users = users,
                           .steps = laps * users,
                           .epsilon = epsilon,
                           .delta = delta,
                           .delta_prime = delta_prime,
                           .delta_hat = delta_hat});
          }
        }
      }
    }
  }
  return all;
}

/// A guarantee of the complete sum against an upper bound on its epsilon for all data of the others within Delta.
Finding final_sum(const Context& context, Guarantee (*promise)(const TokenQuestion&)) {
  auto all = walks(context);
  std::erase_if(all, [&](const TokenQuestion& q) { return promise(q).value.delta >= 1.0; });
  WalkRenyiBound renyi_bound;
  const auto found = sweep(all, [&](const TokenQuestion& q) {
    const auto claimed = promise(q).value;
    return bounded_by(renyi_bound(q, claimed.delta), claimed.epsilon);
  });
  return to_finding(found);
}

/// One walk of the token.
struct Walk {
  int users;
  std::vector<int> steps;
};

/// Sum and noise of the complete sum by its definition: the protocol is run with every pattern of noises +-1, whose
/// mean error must be 0 and mean squared error T.
Finding cycle_utility(const Context& context) {
  std::vector<Walk> all;
  const auto most_steps = context.pick<std::vector<int>>({4, 3}, {6, 4}, {9, 6});
  for (int users = 2; users <= 3; ++users) {
    for (int steps = 1; steps <= most_steps[static_cast<std::size_t>(users - 2)]; ++steps)
      oracle::every_walk(users, steps, [&](const std::vector<int>& walk) { all.push_back({users, walk}); });
  }
  struct Moments {
    double error = 0.0, square = 0.0, reported = 0.0, patterns = 0.0;
  };
  const auto moments = [](const Walk& w) {
    Moments sum;
    const std::vector<std::uint32_t> walk(w.steps.begin(), w.steps.end());
    const std::vector<double> values{1.0, 10.0, 100.0};
    double truth = 0.0;
    for (const int user : w.steps) truth += values[static_cast<std::size_t>(user)];
    for (unsigned signs = 0; signs < 1u << w.steps.size(); ++signs) {
      int drawn = 0;
      const auto out = protocol::complete_sum(
          {.users = w.users}, walk, std::vector<double>(values.begin(), values.begin() + w.users),
          [&](std::int64_t, double scale) { return (signs >> drawn++ & 1u) != 0 ? scale : -scale; });
      const double error = out.estimate - truth;
      sum.error += error, sum.square += error * error, sum.reported += out.noise_variance, sum.patterns += 1.0;
    }
    return sum;
  };
  const auto found = sweep(all, [&](const Walk& w) {
    const auto sum = moments(w);
    const double variance = static_cast<double>(w.steps.size()) * sum.patterns;
    return decided(sum.error == 0.0 && sum.square == variance && sum.reported == variance);
  });
  return conclude(found, [&](const Walk& w) {
    const auto sum = moments(w);
    return compared_exactly(
        {{"users", w.users}, {"walk", w.steps}},
        {fmt::format("bias 0, variance {} sigma^2", w.steps.size()),
         fmt::format("bias {}, variance {} sigma^2", sum.error / sum.patterns, sum.square / sum.patterns)});
  });
}

}  // namespace

void register_walk_cycles(run::Registry& registry) {
  registry.add("walk.thm3.inclusion", [](const Context& c) { return inclusion(c, 0); });
  registry.add("walk.thm3.inclusion.repaired", [](const Context& c) { return inclusion(c, 1); });
  registry.add("walk.thm3.cycle10", [](const Context& c) { return cycle_check(c, promise10, {{1e-6}, {0.0}}); });
  registry.add("walk.thm3.cycle10.repaired", [](const Context& c) {
    return cycle_check(c, promise10_repaired, {{1e-6, 1e-3, 1e-9}, {0.0, 0.25, 0.5}});
  });
  registry.add("walk.thm3.cycle", [](const Context& c) {
    return cycle_check(c, promise_of_any_length, {{1e-6, 1e-3, 1e-9}, {0.0, 0.25, 0.5}});
  });
  registry.add("walk.thm3.final", [](const Context& c) { return final_sum(c, token_published); });
  registry.add("walk.thm3.final.repaired", [](const Context& c) { return final_sum(c, token_repaired); });
  registry.add("walk.thm3.utility", cycle_utility);
}

}  // namespace hearsay::props
