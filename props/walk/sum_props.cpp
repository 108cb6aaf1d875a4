// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <vector>

#include <hearsay/accounting/token/ring/ring.hpp>
#include <hearsay/divergence/composition.hpp>

#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/walk/walk_checks.hpp"
#include "props/walk/walk_props.hpp"

namespace hearsay::props {

using oracle::Rational;
using run::Context;
using run::Finding;

int fictive_observations(int users, const std::vector<int>& walk) {
  int count = 0, since = 0;
  for (const int user : walk) {
    if (user == 0) {
      since = 0;
    } else if (++since == users) {
      ++count;
      since = 0;
    }
  }
  return count;
}

Finding check_central(RingNoise noise, const Context& context) {
  struct Ring {
    int users, rounds;
  };
  std::vector<Ring> all;
  for (int users = 2; users <= context.pick(12, 20, 40); ++users) {
    for (int rounds = 1; rounds <= context.pick(4, 6, 10); ++rounds) all.push_back({users, rounds});
  }
  const auto property = [&](const Ring& r) {
    const auto steps = noise(r.users, r.rounds);
    Rational most = 0, variance = 0;
    for (const auto& step : steps) variance += step.variance;
    for (int v = 0; v < r.users; ++v) {
      for (int u = 0; u < r.users; ++u) {
        if (u == v) continue;
        const auto square = oracle::view_square(steps, v, u, std::nullopt);
        if (!square) return decided(false);
        most = std::max(most, *square);
      }
    }
    if (most != r.rounds) return decided(false);
    return at_most(variance, Rational(r.rounds + 1) + Rational(r.rounds) / (r.users - 1));
  };
  const auto result = sweep(all, property);
  return conclude(result, [](const Ring& r) {
    return compared_exactly({{"users", r.users}, {"rounds", r.rounds}},
                            {"loss and noise of the aggregator", "another loss, or more noise"});
  });
}

Finding check_laplace(double factor, const Context& context) {
  struct Views {
    int rounds;
    double epsilon, slack;
    /// Advanced composition as printed.
    [[nodiscard]] double claimed() const {
      return std::sqrt(-2.0 * rounds * std::log(slack)) * epsilon + rounds * epsilon * std::expm1(epsilon);
    }
  };
  std::vector<Views> all;
  for (const int rounds :
       context.pick<std::vector<int>>({1, 3, 10, 100}, {1, 2, 3, 10, 100, 300}, {1, 2, 3, 5, 10, 30, 100, 300, 1000})) {
    for (const double epsilon : {1.0, 0.3, 0.1, 0.01}) {
      for (const double slack : {1e-2, 1e-6}) all.push_back({rounds, epsilon, slack});
    }
  }
  // Smallest epsilon at which the views are within the slack, from above.
  const auto actual = [&](const Views& x) {
    const double local = factor * x.epsilon;
    const int cells = x.rounds > 10 ? 4 : 40;
    double low = 0.0, high = x.rounds * local;
    for (int halving = 0; halving < 12; ++halving) {
      const double middle = 0.5 * (low + high);
      (oracle::laplace_delta(x.rounds, local, middle, cells) > x.slack ? low : high) = middle;
    }
    return high;
  };
  const auto result = sweep(all, [&](const Views& x) { return bounded_by(actual(x), x.claimed()); });
  return to_finding(result);
}

Finding check_fictive(FictiveCount count, const Context& context) {
  struct Visits {
    int users;
    std::vector<int> walk;  ///< 0 is v, 1 anybody else
  };
  std::vector<Visits> all;
  for (int users = 2; users <= 4; ++users) {
    for (int steps = 1; steps <= context.pick(7, 8, 9); ++steps)
      oracle::every_walk(2, steps, [&](const std::vector<int>& walk) { all.push_back({users, walk}); });
  }
  const auto result = sweep(all, [&](const Visits& x) {
    return at_most(Rational(count(x.users, x.walk)), Rational(static_cast<long>(x.walk.size()), x.users));
  });
  return conclude(result, [&](const Visits& x) {
    return exceeds_exactly({{"users", x.users}, {"walk", x.walk}}, Rational(static_cast<long>(x.walk.size()), x.users),
                           Rational(count(x.users, x.walk)));
  });
}

Finding check_histogram_gain(double constant, const Context& context) {
  struct Walk {
    double users, laps, epsilon, delta;
    [[nodiscard]] double ratio() const { return std::sqrt(2.0 * std::log(4.0 / delta) / users); }
  };
  std::vector<Walk> all;
  for (const double delta : {1e-3, 1e-6, 1e-9}) {
    const double least = std::ceil(882.0 * std::log(4.0 / delta));
    for (double users = least; users <= least * context.pick(10.0, 100.0, 1e4); users = std::ceil(1.9 * users)) {
      for (const double laps : {1.0, 10.0, 100.0}) {
        for (const double epsilon : {1.0, 0.3, 0.05}) all.push_back({users, laps, epsilon, delta});
      }
    }
  }
  const auto result = sweep(all, [&](const Walk& x) {
    const double level = -std::log(x.delta), visits = x.laps + std::sqrt(3.0 * x.laps * level);
    const double each = 21.0 * std::sqrt(std::log(4.0 / x.delta) / x.users) * x.epsilon;
    const auto advanced = [&](double count, double loss) {
      return std::sqrt(2.0 * count * level) * loss + count * loss * std::expm1(loss);
    };
    return at_most(advanced(x.laps + visits, each), constant * x.ratio() * advanced(visits, x.epsilon));
  });
  return conclude_uncertified(result,
                              [](const Walk& x) { return fmt::format("n = {}, delta = {}", x.users, x.delta); });
}

Finding check_crossover(int constant, const Context& context) {
  struct Cycle {
    int level, length;  ///< ln(4/delta), m
  };
  std::vector<Cycle> all;
  for (int level = 2; level <= 40; ++level) {
    for (int length = 1; length <= context.pick(50, 100, 200) * level * level; length += 1 + length / 50)
      all.push_back({level, length});
    for (const int off : {-1, 0, 1}) all.push_back({level, 196 * level + off});
  }
  // constant sqrt(l m) < 3 m/2, squared.
  const auto result = sweep(all, [&](const Cycle& x) {
    const Rational m = x.length, second = Rational(constant) * constant * x.level * m, first = Rational(9, 4) * m * m;
    return decided((second < first) == (x.length > 196 * x.level));
  });
  return conclude(result, [](const Cycle& x) {
    return compared_exactly({{"log_four_over_delta", x.level}, {"length", x.length}},
                            {"smaller if and only if m > 196 ln(4/delta)", "not so"});
  });
}

double composed_epsilon(double count, double epsilon, double slack) {
  return std::min(count * epsilon,
                  std::sqrt(-2.0 * count * std::log(slack)) * epsilon + count * epsilon * std::tanh(0.5 * epsilon));
}

Finding check_composed(ComposedEpsilon epsilon, const Context& context) {
  struct Spots {
    std::uint64_t count;
    double epsilon, slack;
  };
  std::vector<Spots> all;
  for (std::uint64_t count = 1; count <= context.pick<std::uint64_t>(60, 200, 1000); count += 1 + count / 30) {
    for (const double slack : {1e-3, 1e-6, 1e-9}) {
      for (const double each : {0.1, 0.05, 0.01}) all.push_back({count, each, slack});
    }
  }
  const auto claimed = [&](const Spots& x) { return epsilon(static_cast<double>(x.count), x.epsilon, x.slack); };
  const auto actual = [](const Spots& x) {
    return divergence::OptimalComposition({x.epsilon, 0.0}, x.count).epsilon(x.slack);
  };
  const auto result =
      sweep(all, [&](const Spots& x) { return at_most(actual(x), Bracket::exact(claimed(x) * (1.0 + 1e-9))); });
  return conclude(result, [&](const Spots& x) {
    return exceeds_between_brackets(
        {{"spotted", x.count}, {"epsilon", x.epsilon}, {"delta_prime", x.slack}}, claimed(x), actual(x).lower(),
        {fmt::format("epsilon <= {:.6f}", claimed(x)), fmt::format("epsilon >= {:.6f}", actual(x).lower())});
  });
}

void register_walk_sums(run::Registry& registry) {
  registry.add("walk.thm1.central", [](const Context& c) { return check_central(oracle::ring_steps, c); });
  registry.add("walk.thm1.laplace", [](const Context& c) { return check_laplace(1.0, c); });
  registry.add("walk.thm3.fictive", [](const Context& c) { return check_fictive(fictive_observations, c); });
  registry.add("walk.thm6.gain", [](const Context& c) { return check_histogram_gain(21.0, c); });
  registry.add("walk.thm6.crossover", [](const Context& c) { return check_crossover(21, c); });
  registry.add("walk.lemma2.advanced.repaired", [](const Context& c) { return check_composed(composed_epsilon, c); });
}

}  // namespace hearsay::props
