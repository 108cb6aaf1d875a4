// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <vector>

#include <hearsay/accounting/token/complete.hpp>
#include <hearsay/accounting/token/cycle.hpp>
#include <hearsay/accounting/token/visits.hpp>
#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/protocol/token/token.hpp>

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

// ---- numbers of visits

/// The bound fails if P(Bin(T, 1/n) >= bound) > delta_hat; the probability exactly, the bound with its rounding on the
/// safe side.
template <class Bound>
Finding visit_bound(const Context& context, Bound bound, bool outside_condition) {
  const int most_users = context.pick(9, 12, 20), most_steps = context.pick(30, 60, 120);
  std::uint64_t tried = 0;
  double tightness = std::numeric_limits<double>::infinity();
  for (int steps = 1; steps <= most_steps; ++steps) {
    for (int users = 2; users <= most_users; ++users) {
      for (const int inverse : {2, 3, 5, 10, 100, 1000, 1000000}) {
        const double delta_hat = 1.0 / inverse;
        if (!outside_condition && steps < 3.0 * users * std::log(static_cast<double>(inverse))) continue;
        ++tried;
        const double value = bound(steps, users, delta_hat);
        const int count = static_cast<int>(std::ceil(value * (1.0 - 1e-12)));
        const auto actual = oracle::binomial_at_least(steps, Rational(1, users), count);
        if (actual > Rational(1, inverse) && count >= value) {
          return refuted(
              tried,
              exceeds_exactly(
                  {{"users", users}, {"steps", steps}, {"delta_hat", fmt::format("1/{}", inverse)}, {"bound", value}},
                  Rational(1, inverse), actual,
                  {fmt::format("P(visits >= {:.6f}) <= 1/{}", value, inverse),
                   fmt::format("P(visits >= {}) = {}", count, oracle::to_string(actual))}));
        }
        tightness = std::min(tightness, 1.0 - oracle::to_double(actual) * inverse);
      }
    }
  }
  return holds(tried, tightness);
}

double chernoff_bound(int steps, int users, double delta_hat) {
  return visits_chernoff(steps, 1.0 / users, delta_hat).value;
}
double bernstein_bound(int steps, int users, double delta_hat) {
  return visits_bernstein(steps, 1.0 / users, delta_hat);
}

/// N is right when P(X > N) <= delta_hat < P(X > N - 1).
Finding visits_exact_check(const Context& context) {
  std::uint64_t tried = 0;
  double tightness = 1.0;
  const int most_users = context.pick(8, 10, 16), most_steps = context.pick(20, 50, 100);
  for (int steps = 1; steps <= most_steps; ++steps) {
    for (int users = 2; users <= most_users; ++users) {
      for (const int inverse : {3, 10, 1000, 1000000}) {
        ++tried;
        const auto found =
            static_cast<int>(visits_exact(static_cast<std::uint64_t>(steps), 1.0 / users, 1.0 / inverse));
        const Rational p(1, users), level(1, inverse);
        const auto above = oracle::binomial_at_least(steps, p, found + 1);
        if (above > level || (found > 0 && oracle::binomial_at_least(steps, p, found) < level)) {
          return refuted(
              tried, compared_exactly({{"users", users}, {"steps", steps}, {"delta_hat", fmt::format("1/{}", inverse)}},
                                      {fmt::format("quantile {}", found),
                                       fmt::format("P(visits > {}) = {}", found, oracle::to_string(above))}));
        }
        tightness = std::min(tightness, 1.0 - oracle::to_double(above) * inverse);
      }
    }
  }
  return holds(tried, tightness);
}

// ---- one cycle

/// P(u occurs | a cycle of v has m steps) over all walks, against 1 - (1 - 1/denominator)^m.
Finding inclusion(const Context& context, int correction) {
  std::uint64_t tried = 0;
  const int most_users = context.pick(4, 5, 6), most_length = context.pick(3, 4, 5);
  for (int users = 2; users <= most_users; ++users) {
    for (int length = 1; length <= most_length; ++length) {
      ++tried;
      long cycles = 0, with_u = 0;  // v = 0 visited at both ends, never between; u = 1
      oracle::every_walk(users, length, [&](const std::vector<int>& walk) {
        if (std::ranges::count(walk, 0) != 0) return;
        ++cycles;
        if (std::ranges::count(walk, 1) > 0) ++with_u;
      });
      Rational absent = 1;
      for (int i = 0; i < length; ++i) absent *= Rational(users - correction - 1, users - correction);
      const Rational claimed = 1 - absent, actual(with_u, cycles);
      if (claimed != actual) {
        return refuted(tried, differs_exactly({{"users", users}, {"length", length}}, claimed, actual));
      }
    }
  }
  return holds(tried, 0.0);
}

nlohmann::ordered_json cycle_json(int users, int length, double epsilon, double delta) {
  return {{"users", users}, {"length", length}, {"epsilon", epsilon}, {"delta", delta}};
}

/// The promise of a cycle against its exact delta: the library's bracket, and the oracle's quadrature, which must
/// agree.
template <class Promise>
Finding cycle_check(const Context& context, Promise promise, const std::vector<double>& deltas) {
  std::uint64_t tried = 0;
  double tightness = std::numeric_limits<double>::infinity();
  const std::vector<int> sizes = context.pick<std::vector<int>>({3, 4, 10, 50}, {3, 4, 5, 10, 30, 100},
                                                                {3, 4, 5, 6, 8, 10, 20, 50, 100, 300, 1000});
  for (int users : sizes) {
    for (int length = 1; length <= users; length = length < 8 ? length + 1 : length * 3 / 2) {
      for (const double delta : deltas) {
        for (const double epsilon : {0.99, 0.5, 0.1}) {
          ++tried;
          const double mu = epsilon / std::sqrt(2.0 * std::log(1.25 / delta));
          const auto claimed = promise(users, length, epsilon, delta);
          const auto exact = cycle_delta(CycleMixture::binomial(length, 1.0 / (users - 1), mu), claimed.epsilon);
          if (exact.lower() > claimed.delta) {
            const auto again = oracle::cycle_delta_by_quadrature(length, 1.0 / (users - 1), mu, claimed.epsilon);
            const double other = std::max(again.forward, again.backward);
            if (!(std::abs(other - exact.upper()) <= 1e-6 * other))
              return {
                  .verdict = Verdict::broken, .instances = tried, .note = "two computations of a cycle's delta differ"};
            return refuted(tried, exceeds_between_brackets(
                                      cycle_json(users, length, epsilon, delta), claimed.delta, exact.lower(),
                                      {fmt::format("delta <= {} at epsilon = {:.9g}", claimed.delta, claimed.epsilon),
                                       fmt::format("delta in [{:.9g}, {:.9g}]", exact.lower(), exact.upper())}));
          }
          tightness = std::min(tightness, 1.0 - exact.upper() / claimed.delta);
        }
      }
    }
  }
  return holds(tried, tightness);
}

Finding cycle10(const Context& context) {
  return cycle_check(context,
                     [](int users, int length, double epsilon, double delta) {
                       return CyclePromise{cycle_epsilon_published(users, length, epsilon), delta};
                     },
                     {1e-6});
}

Finding cycle10_repaired(const Context& context) {
  return cycle_check(context,
                     [](int users, int length, double epsilon, double delta) {
                       return cycle_promise_repaired(1.0 / (users - 1), length, epsilon, delta);
                     },
                     {1e-6, 1e-3, 1e-9});
}

Finding cycle(const Context& context) {
  return cycle_check(context,
                     [](int users, int, double epsilon, double delta) {
                       return CyclePromise{3.0 * epsilon / std::sqrt(static_cast<double>(users)), delta};
                     },
                     {1e-6, 1e-3, 1e-9});
}

/// The composed guarantee against the renewal bound on the exact view.
Finding final_sum(const Context& context) {
  std::uint64_t tried = 0;
  double tightness = std::numeric_limits<double>::infinity(), least = tightness, most = 0.0;
  const std::vector<std::int64_t> sizes = context.pick<std::vector<std::int64_t>>(
      {3, 20, 200}, {3, 5, 20, 50, 200, 1000}, {3, 4, 5, 7, 10, 20, 50, 100, 200, 400, 1000, 10000});
  for (const auto users : sizes) {
    for (const std::int64_t laps : {100, 1}) {
      for (const double epsilon : {0.9, 0.1}) {
        ++tried;
        const TokenQuestion q{.users = users,
                              .steps = laps * users,
                              .epsilon = epsilon,
                              .delta = 1e-7,
                              .delta_prime = 1e-7,
                              .delta_hat = 1e-7};
        const auto repaired = token_repaired(q);
        const double tight = walk_renyi_bound(q, repaired.delta), ratio = repaired.epsilon / tight;
        if (!(ratio >= 1.0)) {
          return {.verdict = Verdict::inconclusive,
                  .instances = tried,
                  .note = fmt::format("n = {}, T = {}: the bound on the exact epsilon, {}, is above the promise", users,
                                      q.steps, tight)};
        }
        tightness = std::min(tightness, 1.0 - 1.0 / ratio);
        least = std::min(least, ratio);
        most = std::max(most, ratio);
      }
    }
  }
  return holds(tried, tightness,
               fmt::format("the repaired epsilon is {:.0f} to {:.0f} times a bound on the exact one at the same delta",
                           least, most));
}

/// Noise and expectation of the complete sum: pushing unit noise and powers of two through the protocol.
Finding utility(const Context& context) {
  std::uint64_t tried = 0;
  random::Stream stream(context.seed, random::Purpose::search, 0, 77);
  for (const int users : {2, 3, 10}) {
    for (const int steps : {1, 2, 10, context.pick(50, 200, 1000)}) {
      ++tried;
      const auto walk = protocol::uniform_walk(users, steps, stream);
      std::vector<double> values(static_cast<std::size_t>(users));
      std::iota(values.begin(), values.end(), 1.0);
      double expected = 0.0, noise_sum = 0.0;
      for (const auto user : walk) expected += values[user];
      std::vector<std::int64_t> seen;
      const auto out = protocol::complete_sum({.users = users}, walk, values, [&](std::int64_t step, double scale) {
        seen.push_back(step);
        noise_sum += scale;
        return 0.0;
      });
      if (out.estimate != expected || static_cast<int>(seen.size()) != steps || noise_sum != steps ||
          out.noise_variance != steps) {
        return refuted(tried, compared_exactly(
                                  {{"users", users}, {"steps", steps}},
                                  {fmt::format("sum {} with variance {} sigma^2", expected, steps),
                                   fmt::format("sum {} with variance {} sigma^2", out.estimate, out.noise_variance)}));
      }
    }
  }
  return holds(tried, 0.0);
}

// ---- collusion

/// c observers see cycles in which u occurs with probability 1/(n-c) a step; the statements for n/c users allow
/// c/(n-c).
Finding collusion(const Context& context) {
  std::uint64_t tried = 0;
  double tightness = std::numeric_limits<double>::infinity();
  for (const int users : {6, 12, context.pick(24, 60, 300)}) {
    for (const int colluders : {1, 2, 3, 4}) {
      if (2 * colluders > users) continue;  // n/c users must be at least two
      for (const int length : {1, 2, 5, 20}) {
        for (const double mu : {0.05, 0.5, 2.0}) {
          for (const double epsilon : {0.0, 0.1, 1.0}) {
            ++tried;
            const auto actual = cycle_delta(CycleMixture::binomial(length, 1.0 / (users - colluders), mu), epsilon);
            const auto allowed = cycle_delta(
                CycleMixture::binomial(length, static_cast<double>(colluders) / (users - colluders), mu), epsilon);
            if (actual.lower() > allowed.upper()) {
              return refuted(tried, exceeds_between_brackets({{"users", users},
                                                              {"colluders", colluders},
                                                              {"length", length},
                                                              {"mu", mu},
                                                              {"epsilon", epsilon}},
                                                             allowed.upper(), actual.lower(),
                                                             {fmt::format("delta <= {}", allowed.upper()),
                                                              fmt::format("delta >= {}", actual.lower())}));
            }
            if (allowed.upper() > 1e-12) tightness = std::min(tightness, 1.0 - actual.lower() / allowed.upper());
          }
        }
      }
    }
  }
  return holds(tried, tightness);
}

/// A curious user that always sends the token to u: u's contributions against Chernoff's number, where Chernoff is
/// valid.
Finding collusion_biased(const Context& context) {
  const int most_users = context.pick(8, 10, 20);
  std::uint64_t tried = 0;
  for (int users = 3; users <= most_users; ++users) {
    for (const int inverse : {2, 10, 100}) {
      const double level = std::log(static_cast<double>(inverse));
      const int first = static_cast<int>(std::ceil(3.0 * users * level));
      for (int steps = first; steps <= std::max(first, 60); ++steps) {
        ++tried;
        const double bound = visits_chernoff(steps, 1.0 / users, 1.0 / inverse).value;
        const int count = static_cast<int>(std::ceil(bound));
        const auto quick = oracle::biased_contributions_double(users, steps);
        const double estimate = std::accumulate(quick.begin() + count, quick.end(), 0.0);
        if (estimate <= 1.0 / inverse) continue;
        const auto law = oracle::biased_contributions(users, steps);
        Rational above = 0;
        for (std::size_t k = static_cast<std::size_t>(count); k < law.size(); ++k) above += law[k];
        if (above <= Rational(1, inverse)) continue;
        const auto text = oracle::to_string(above);
        return refuted(
            tried,
            exceeds_exactly({{"users", users}, {"steps", steps}, {"delta_hat", fmt::format("1/{}", inverse)}},
                            Rational(1, inverse), above,
                            {fmt::format("P(contributions >= {:.6f}) <= 1/{}", bound, inverse),
                             fmt::format("P(contributions >= {}) = {}", count,
                                         text.size() <= 60 ? text
                                                           : fmt::format("{:.12g} (a fraction of {} digits)",
                                                                         oracle::to_double(above), text.size()))}),
            "n = 100, T = 10000: the mean is 198 contributions, Chernoff's bound at 1e-6 is 164.4");
      }
    }
  }
  return holds(tried, 0.0);
}

/// Contributions of u <= its own draws + visits of v: the sum of two exact quantiles at delta_hat / 2.
Finding collusion_biased_repaired(const Context& context) {
  std::uint64_t tried = 0;
  double tightness = std::numeric_limits<double>::infinity();
  for (const int users : {3, 5, 10, 100}) {
    for (const int steps : {5, 20, context.pick(60, 200, 1000)}) {
      const auto law = oracle::biased_contributions_double(users, steps);
      for (const double delta_hat : {0.1, 1e-3, 1e-6}) {
        ++tried;
        const auto bound = 2 * visits_exact(static_cast<std::uint64_t>(steps), 1.0 / users, 0.5 * delta_hat);
        double above = 0.0;
        for (std::size_t k = bound + 1; k < law.size(); ++k) above += law[k];
        if (above > delta_hat) {
          return refuted(tried, compared_numerically({{"users", users}, {"steps", steps}, {"delta_hat", delta_hat}},
                                                     {fmt::format("P(contributions > {}) <= {}", bound, delta_hat),
                                                      fmt::format("{}", above)}));
        }
        tightness = std::min(tightness, 1.0 - above / delta_hat);
      }
    }
  }
  return holds(tried, tightness);
}

}  // namespace

void register_walk_cycles(run::Registry& registry) {
  registry.add("walk.chernoff", [](const Context& c) { return visit_bound(c, chernoff_bound, true); });
  registry.add("walk.chernoff.repaired", [](const Context& c) { return visit_bound(c, chernoff_bound, false); });
  registry.add("walk.chernoff.bernstein", [](const Context& c) { return visit_bound(c, bernstein_bound, true); });
  registry.add("walk.visits.exact", visits_exact_check);
  registry.add("walk.thm3.inclusion", [](const Context& c) { return inclusion(c, 0); });
  registry.add("walk.thm3.inclusion.repaired", [](const Context& c) { return inclusion(c, 1); });
  registry.add("walk.thm3.cycle10", cycle10);
  registry.add("walk.thm3.cycle10.repaired", cycle10_repaired);
  registry.add("walk.thm3.cycle", cycle);
  registry.add("walk.thm3.final", final_sum);
  registry.add("walk.thm3.utility", utility);
  registry.add("walk.collusion", collusion);
  registry.add("walk.collusion.biased", collusion_biased);
  registry.add("walk.collusion.biased.repaired", collusion_biased_repaired);
}

}  // namespace hearsay::props
