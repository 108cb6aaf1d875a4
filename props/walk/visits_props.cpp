// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include <hearsay/accounting/token/complete/visits.hpp>

#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/oracle/walk_oracle.hpp"
#include "props/walk/walk_props.hpp"

namespace hearsay::props {

namespace {

using namespace accounting;
using exact::Integer;
using oracle::Rational;
using run::Context;
using run::Finding;

/// A number of visits that is exceeded with probability at most 1/inverse.
struct Visits {
  int users, steps, inverse;
  [[nodiscard]] double delta_hat() const { return 1.0 / inverse; }
  [[nodiscard]] nlohmann::ordered_json to_json() const {
    return {{"users", users}, {"steps", steps}, {"delta_hat", fmt::format("1/{}", inverse)}};
  }
};

std::vector<Visits> all_visits(int most_users, int most_steps, const std::vector<int>& inverses) {
  std::vector<Visits> all;
  for (int steps = 1; steps <= most_steps; ++steps) {
    for (int users = 2; users <= most_users; ++users) {
      for (const int inverse : inverses) all.push_back({users, steps, inverse});
    }
  }
  return all;
}

// ---- bounds by a formula

using Bound = double (*)(const Visits& visits);

double chernoff_bound(const Visits& x) { return visits_chernoff(x.steps, 1.0 / x.users, x.delta_hat()).value; }
double bernstein_bound(const Visits& x) { return visits_bernstein(x.steps, 1.0 / x.users, x.delta_hat()); }

/// The least number of visits at or above the bound, 1e-12 of it allowed for its rounding: the most visits count.
int reached(double bound) { return static_cast<int>(std::ceil(bound * (1.0 - 1e-12))); }

/// P(Bin(T, 1/n) >= bound) <= delta_hat: the probability exactly, the bound with its rounding on the safe side.
Finding visit_bound(const Context& context, Bound bound, bool outside_condition) {
  const std::vector<int> inverses{2, 3, 5, 10, 100, 1000, 1000000};
  auto all = all_visits(context.pick(9, 12, 20), context.pick(30, 60, 120), inverses);
  if (!outside_condition) {
    const auto least = [](int users, int inverse) { return 3.0 * users * std::log(static_cast<double>(inverse)); };
    std::erase_if(all, [&](const Visits& x) { return x.steps < least(x.users, x.inverse); });
    for (int users = 2; users <= context.pick(5, 12, 20); ++users) {
      for (const int inverse : inverses) {
        for (const int times : {1, 2, 10})
          all.push_back({users, times * static_cast<int>(std::ceil(least(users, inverse))), inverse});
      }
    }
  }
  const auto actual = [&](const Visits& x) {
    return oracle::binomial_at_least(x.steps, Rational(1, x.users), reached(bound(x)));
  };
  const auto found = sweep(all, [&](const Visits& x) { return at_most(actual(x), Rational(1, x.inverse)); });
  return conclude(found, [&](const Visits& x) {
    const int count = reached(bound(x));
    if (count < bound(x)) throw std::logic_error("the bound is a whole number up to rounding");
    auto instance = x.to_json();
    instance["bound"] = bound(x);
    return exceeds_exactly(instance, Rational(1, x.inverse), actual(x),
                           {fmt::format("P(visits >= {:.6f}) <= 1/{}", bound(x), x.inverse),
                            fmt::format("P(visits >= {}) = {}", count, oracle::to_string(actual(x)))});
  });
}

// ---- the exact quantile

/// Number of walks that visit the user more than `count` times, and of all walks.
std::pair<Integer, Integer> walks_above(const Visits& x, std::uint64_t count) {
  const auto walks = oracle::walks_by_visits(x.users, x.steps);
  Integer above = 0, all = 0;
  for (std::size_t k = 0; k < walks.size(); ++k) {
    all += walks[k];
    if (k > count) above += walks[k];
  }
  return {above, all};
}

/// N is right when P(X > N) <= delta_hat < P(X > N - 1), by counting walks.
Finding visits_exact_check(const Context& context) {
  const auto all = all_visits(context.pick(8, 10, 16), context.pick(20, 50, 100), {3, 10, 1000, 1000000});
  const auto quantile = [](const Visits& x) {
    return visits_exact(static_cast<std::uint64_t>(x.steps), 1.0 / x.users, x.delta_hat());
  };
  const auto found = sweep(all, [&](const Visits& x) {
    const auto n = quantile(x);
    const auto [above, walks] = walks_above(x, n);
    const bool least = n == 0 || walks_above(x, n - 1).first * x.inverse >= walks;
    return worse(at_most(Rational(above, walks), Rational(1, x.inverse)), decided(least));
  });
  return conclude(found, [&](const Visits& x) {
    const auto n = quantile(x);
    const auto [above, walks] = walks_above(x, n);
    return compared_exactly(x.to_json(), {fmt::format("quantile {}", n),
                                          fmt::format("P(visits > {}) = {}", n, Rational(above, walks).str())});
  });
}

}  // namespace

void register_walk_visits(run::Registry& registry) {
  registry.add("walk.chernoff", [](const Context& c) { return visit_bound(c, chernoff_bound, true); });
  registry.add("walk.chernoff.repaired", [](const Context& c) { return visit_bound(c, chernoff_bound, false); });
  registry.add("walk.chernoff.bernstein", [](const Context& c) { return visit_bound(c, bernstein_bound, true); });
  registry.add("walk.visits.exact", visits_exact_check);
}

}  // namespace hearsay::props
