// SPDX-License-Identifier: GPL-3.0-or-later
#include <boost/math/special_functions/gamma.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include <hearsay/accounting/token/complete/complete.hpp>
#include <hearsay/accounting/token/complete/histogram.hpp>
#include <hearsay/accounting/token/ring/ring.hpp>

#include "props/kit/promise.hpp"
#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/oracle/rational.hpp"
#include "props/walk/walk_checks.hpp"
#include "props/walk/walk_props.hpp"

namespace hearsay::props {

namespace {

using namespace accounting;
using oracle::Interval;
using oracle::Rational;
using run::Context;
using run::Finding;

/// Theorem 6's condition n >= 14^2 ln(4/delta).
std::int64_t least_users(double delta) { return static_cast<std::int64_t>(std::ceil(196.0 * std::log(4.0 / delta))); }

// ---- one cycle

/// Exact delta of one cycle of m steps of the two-bucket histogram: Bin(m, q + change) against Bin(m, q), summed term
/// by term.
double histogram_cycle_delta(std::int64_t users, std::int64_t length, double gamma, double epsilon) {
  const double low = 0.5 * gamma, high = low + (1.0 - gamma) / static_cast<double>(users - 1),
               scale = std::exp(epsilon);
  const auto m = static_cast<double>(length);
  const auto mass = [&](double q, double k) {
    return std::exp(boost::math::lgamma(m + 1.0) - boost::math::lgamma(k + 1.0) - boost::math::lgamma(m - k + 1.0) +
                    k * std::log(q) + (m - k) * std::log1p(-q));
  };
  double forward = 0.0, backward = 0.0;
  const double center = m * low, reach = 12.0 * std::sqrt(m * low) + 40.0;
  for (double k = std::max(0.0, std::floor(center - reach)); k <= std::min(m, center + reach); k += 1.0) {
    const double p = mass(high, k), q = mass(low, k);
    forward += std::max(0.0, p - scale * q);
    backward += std::max(0.0, q - scale * p);
  }
  return std::max(forward, backward);
}

/// One cycle of the histogram walk.
struct Cycle {
  std::int64_t users, length;
  double epsilon, delta;
};

Finding cycle6(const Context& context) {
  std::vector<Cycle> all;
  for (const double delta : {1e-1, 1e-2, 1e-6}) {
    const auto users = least_users(delta);
    for (const auto n : {users, 4 * users, context.pick<std::int64_t>(10, 30, 300) * users}) {
      for (const double epsilon : {0.1, 1.0}) {
        for (std::int64_t length = 1; length <= n; length *= context.pick(8, 4, 2))
          all.push_back({n, length, epsilon, delta});
        all.push_back({n, n, epsilon, delta});
      }
    }
  }
  const auto delta_at = [](const Cycle& c) -> DeltaAt {
    return [c](double at) {
      return Bracket::exact(histogram_cycle_delta(c.users, c.length, response_randomness(c.epsilon, 2), at));
    };
  };
  const auto claimed = [](const Cycle& c) {
    return 21.0 * std::sqrt(std::log(4.0 / c.delta) / static_cast<double>(c.users)) * c.epsilon;
  };
  const auto found = sweep(all, [&](const Cycle& c) { return keeps_promise(delta_at(c), claimed(c), c.delta); });
  return conclude(found, [&](const Cycle& c) {
    return compared_numerically({{"users", c.users}, {"length", c.length}, {"epsilon", c.epsilon}, {"delta", c.delta}},
                                {fmt::format("delta <= {} at {}", c.delta, claimed(c)),
                                 fmt::format("delta = {}", delta_at(c)(claimed(c)).estimate())});
  });
}

// ---- two steps of the proof

Rational power(const Rational& base, unsigned exponent) {
  return {pow(numerator(base), exponent), pow(denominator(base), exponent)};
}

/// Both sides of "ln(1 + (1 - (1-1/n)^m)(e^amplified - 1)) <= allowed", without the logarithm, in rational bounds.
struct Step {
  std::int64_t users, length;
  Rational amplified, allowed;
  [[nodiscard]] Outcome judged() const {
    const double included = -std::expm1(static_cast<double>(length) * std::log1p(-1.0 / static_cast<double>(users)));
    return at_most(std::log1p(included * std::expm1(oracle::to_double(amplified))), oracle::to_double(allowed), {},
                   Relative{1e-12});
  }
  [[nodiscard]] run::Witness certified(nlohmann::ordered_json instance) const {
    const auto absent = power(Rational(users - 1, users), static_cast<unsigned>(length));
    const Interval actual = oracle::point(1) + oracle::point(1 - absent) * (oracle::exp(amplified) - oracle::point(1));
    return exceeds_rigorously(std::move(instance), oracle::exp(allowed), actual,
                              {fmt::format("<= {:.12g}", oracle::to_double(allowed)),
                               fmt::format("{:.12g}", std::log(oracle::to_double(actual.lower)))});
  }
};

/// ln(4/delta) = 15 and m = 196 * 15, the least that the step allows, so that 14 sqrt(ln(4/delta)/m) epsilon = 1 for
/// epsilon = 1, and sqrt(ln(4/delta) m) = 210: the smallest n that breaks it.
Finding step6_printed(const Context& context) {
  constexpr int factor = 21;
  constexpr std::int64_t length = 196 * 15;
  std::vector<Step> all;
  for (std::int64_t users = length; users <= context.pick<std::int64_t>(40'000, 100'000, 1'000'000); ++users)
    all.push_back({users, length, 1, Rational(factor * 210, users)});
  const auto found = sweep(all, [](const Step& x) { return x.judged(); });
  return conclude(found, [](const Step& x) {
    return x.certified({{"users", x.users}, {"length", x.length}, {"epsilon", 1}, {"delta", "4 e^-15"}});
  });
}

/// The same step with `factor`, for every epsilon and delta and every m from 196 ln(4/delta) to n:
/// ln(1 + (1 - (1-1/n)^m)(e^a - 1)) <= factor sqrt(ln(4/delta) m) epsilon / n, a = 14 sqrt(ln(4/delta)/m) epsilon.
Finding step6_repaired(const Context& context) {
  constexpr double factor = 25.0;
  std::vector<Cycle> all;
  for (const double delta : {0.9, 1e-1, 1e-3, 1e-6, 1e-12}) {
    const auto least = least_users(delta);
    for (const auto users :
         {least, least + 1, 2 * least, 10 * least, context.pick<std::int64_t>(50, 200, 1000) * least}) {
      for (const double epsilon : {1.0, 0.5, 0.1, 1e-3}) {
        for (auto length = least; length < users; length *= 2) all.push_back({users, length, epsilon, delta});
        all.push_back({users, users, epsilon, delta});
      }
    }
  }
  struct Sides {
    double actual, allowed;
  };
  const auto sides = [](const Cycle& c) {
    const double n = static_cast<double>(c.users), m = static_cast<double>(c.length),
                 log_delta = std::log(4.0 / c.delta);
    const double included = -std::expm1(m * std::log1p(-1.0 / n));
    return Sides{std::log1p(included * std::expm1(14.0 * std::sqrt(log_delta / m) * c.epsilon)),
                 factor * std::sqrt(log_delta * m) * c.epsilon / n};
  };
  const auto found =
      sweep(all, [&](const Cycle& c) { return at_most(sides(c).actual, sides(c).allowed, {}, Relative{1e-12}); });
  return conclude(found, [&](const Cycle& c) {
    return compared_numerically({{"users", c.users}, {"length", c.length}, {"epsilon", c.epsilon}, {"delta", c.delta}},
                                {fmt::format("<= {}", sides(c).allowed), fmt::format("{}", sides(c).actual)});
  });
}

/// ln(1 + (1 - (1-1/n)^m)(e^epsilon - 1)) <= factor m epsilon / n, for every m <= n up to `longest`.
Finding min6(std::int64_t first, std::int64_t last, std::int64_t longest, const Rational& factor) {
  std::vector<Step> all;
  for (std::int64_t users = first; users <= last; ++users) {
    for (std::int64_t length = 1; length <= std::min(users, longest); ++length) {
      for (const int inverse : {1, 2, 10})
        all.push_back({users, length, Rational(1, inverse), factor * length / (inverse * users)});
    }
  }
  const auto found = sweep(all, [](const Step& x) { return x.judged(); });
  return conclude(found, [](const Step& x) {
    return x.certified({{"users", x.users}, {"length", x.length}, {"epsilon", oracle::to_string(x.amplified)}});
  });
}

/// Where the theorem's condition is met at delta = 1e-6.
Finding min6_printed(const Context& context) {
  const auto users = least_users(1e-6);
  return min6(users, users + context.pick(2, 10, 100), 100, Rational(3, 2));
}
Finding min6_repaired(const Context& context) { return min6(2, context.pick(30, 80, 400), 400, Rational(7, 4)); }

// ---- the whole view

/// Theorem 6 against the exact epsilon at its delta.
Finding final6(const Context& context) {
  std::vector<TokenQuestion> all;
  for (const double delta : context.pick<std::vector<double>>({1e-4}, {1e-3, 1e-4}, {1e-3, 1e-4, 1e-6, 1e-9})) {
    for (const std::int64_t laps : context.pick<std::vector<std::int64_t>>({1}, {1, 2, 3}, {1, 2, 3, 30, 100})) {
      for (const auto& [delta_prime, delta_hat] : composition_deltas) {
        for (const double epsilon : {0.1, 0.9, 1.0}) {
          for (const std::int64_t buckets : {2, 5}) {
            all.push_back({.users = least_users(delta),
                           .steps = laps * least_users(delta),
                           .epsilon = epsilon,
                           .delta = delta,
                           .delta_prime = delta_prime,
                           .delta_hat = delta_hat,
                           .task = TokenTask::histogram,
                           .buckets = buckets});
          }
        }
      }
    }
  }
  std::erase_if(all, [](const TokenQuestion& q) { return token_published(q).value.delta >= 1.0; });
  const auto found = sweep(all, [](const TokenQuestion& q) {
    const auto claimed = token_published(q).value;
    return at_most(TokenHistogram(q).epsilon(claimed.delta), Bracket::exact(claimed.epsilon));
  });
  return conclude(found, [](const TokenQuestion& q) {
    const auto claimed = token_published(q).value;
    const auto actual = TokenHistogram(q).epsilon(claimed.delta);
    return exceeds_between_brackets(
        {{"users", q.users}, {"steps", q.steps}, {"buckets", q.buckets}, {"epsilon", q.epsilon}, {"delta", q.delta}},
        claimed.epsilon, actual.lower(),
        {fmt::format("epsilon <= {} at delta = {}", claimed.epsilon, claimed.delta),
         fmt::format("epsilon >= {}", actual.lower())});
  });
}

}  // namespace

Finding check_composed_histogram(ComposedSteps steps, const Context& context) {
  std::vector<TokenQuestion> all;
  for (const std::int64_t users : context.pick<std::vector<std::int64_t>>({50}, {50, 2000}, {50, 2000})) {
    for (const std::int64_t laps : context.pick<std::vector<std::int64_t>>({10, 100}, {10, 100}, {10, 100, 1000})) {
      for (const double epsilon : {0.1, 1.0}) {
        for (const std::int64_t buckets : {5, 2}) {
          if (buckets == 2 && users > 50 && context.effort != run::Effort::exhaustive) continue;
          all.push_back({.users = users,
                         .steps = laps * users,
                         .epsilon = epsilon,
                         .task = TokenTask::histogram,
                         .buckets = buckets});
        }
      }
    }
  }
  struct View {
    TokenQuestion question;
    double slack;
  };
  std::vector<View> views;
  for (const auto& q : all) {
    for (const double slack : {1e-3, 1e-6, 1e-9}) views.push_back({q, slack});
  }
  const auto claimed = [&](const View& x) {
    auto q = x.question;
    q.steps = steps(q.steps);
    return histogram_walk_epsilon(q, x.slack);
  };
  const auto found = sweep(views, [&](const View& x) {
    return at_most(TokenHistogram(x.question).epsilon(x.slack), Bracket::exact(claimed(x)));
  });
  return conclude(found, [&](const View& x) {
    const auto& q = x.question;
    const auto actual = TokenHistogram(q).epsilon(x.slack);
    return exceeds_between_brackets(
        {{"users", q.users}, {"steps", q.steps}, {"buckets", q.buckets}, {"epsilon", q.epsilon}, {"slack", x.slack}},
        claimed(x), actual.lower(),
        {fmt::format("epsilon <= {:.6g} at delta = {}", claimed(x), x.slack),
         fmt::format("epsilon >= {:.6g}", actual.lower())});
  });
}

void register_walk_complete_histogram(run::Registry& registry) {
  registry.add("walk.thm6.cycle", cycle6);
  registry.add("walk.thm6.step", step6_printed);
  registry.add("walk.thm6.step.repaired", step6_repaired);
  registry.add("walk.thm6.min", min6_printed);
  registry.add("walk.thm6.min.repaired", min6_repaired);
  registry.add("walk.thm6.final", final6);
  registry.add("walk.thm6.final.repaired",
               [](const Context& c) { return check_composed_histogram([](std::int64_t steps) { return steps; }, c); });
}

}  // namespace hearsay::props
