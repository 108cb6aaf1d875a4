// SPDX-License-Identifier: GPL-3.0-or-later
#include <boost/math/special_functions/gamma.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <hearsay/accounting/token/complete.hpp>
#include <hearsay/accounting/token/histogram.hpp>
#include <hearsay/accounting/token/ring.hpp>

#include "props/kit/witness.hpp"
#include "props/oracle/walk_oracle.hpp"
#include "props/walk/walk_props.hpp"

namespace hearsay::props {

namespace {

using namespace accounting;
using oracle::Rational;
using run::Context;
using run::Finding;

// ---- Theorem 2

/// "The printed gamma asks for no more randomness than local DP at epsilon": fails as soon as n > 144 ln(1/delta).
Finding gamma_printed(const Context&) {
  std::uint64_t tried = 0;
  for (std::int64_t users = 1001; users <= 3000; ++users) {
    for (const int inverse : {128, 1000, 1000000}) {
      ++tried;
      const double epsilon = 0.25;
      const auto choice = ring_response_published(
          {.users = users, .rounds = 1, .epsilon = epsilon, .delta = 1.0 / inverse, .task = TokenTask::histogram});
      const double local = response_randomness(epsilon, 2);
      // Exactly: gamma is above the local one iff 144 ln(1/delta) < n, that is e^(n/144) > 1/delta.
      if (choice.gamma > local && oracle::exp(Rational(users, 144)).lower > inverse) {
        const auto far = ring_response_published(
            {.users = 1'000'000, .rounds = 1, .epsilon = 0.1, .delta = 1e-6, .task = TokenTask::histogram});
        return refuted(
            tried,
            compared_numerically(
                {{"users", users}, {"epsilon", "1/4"}, {"delta", fmt::format("1/{}", inverse)}, {"buckets", 2}},
                {fmt::format("share of random answers <= {:.9g}, what local DP needs", local),
                 fmt::format("gamma = {:.9g}", choice.gamma)}),
            fmt::format("n = 1e6, epsilon = 0.1, delta = 1e-6: {:.4f} of the answers are true, {:.4f} under local DP",
                        1.0 - far.gamma, 1.0 - response_randomness(0.1, 2)));
      }
    }
  }
  return holds(tried, 0.0);
}

/// With the repaired gamma, every window of the two-bucket histogram is (epsilon, delta)-DP by its exact law.
Finding gamma_repaired(const Context& context) {
  std::uint64_t tried = 0;
  double tightness = 1.0;
  const std::vector<std::int64_t> sizes =
      context.pick<std::vector<std::int64_t>>({1001}, {1001, 2000}, {1001, 2000, 5000, 20000});
  for (const auto users : sizes) {
    for (const double delta : {1e-3, 1e-6}) {
      for (const double epsilon : {0.05, 0.2, 0.45}) {
        const auto choice = ring_response_repaired(
            {.users = users, .rounds = 1, .epsilon = epsilon, .delta = delta, .task = TokenTask::histogram});
        if (!choice.valid) continue;
        const auto first =
            answers_law(0, static_cast<std::int64_t>(std::ceil(choice.gamma * static_cast<double>(users))), 1.0);
        for (const auto& others : {first, answers_law(0, users - 2, choice.gamma),
                                   answers_law((users - 2) / 2, users - 2 - (users - 2) / 2, choice.gamma)}) {
          ++tried;
          const double actual = hidden_answer_delta(others, choice.gamma, epsilon);
          if (actual > delta) {
            return refuted(
                tried, compared_numerically({{"users", users}, {"epsilon", epsilon}, {"delta", delta}},
                                            {fmt::format("delta <= {}", delta), fmt::format("delta = {}", actual)}));
          }
          tightness = std::min(tightness, 1.0 - actual / delta);
        }
      }
    }
  }
  return holds(tried, tightness);
}

/// delta of `count` pure mechanisms at epsilon_total, exactly (Kairouz, Oh, Viswanath): randomized response is the
/// worst.
double pure_composition(int count, double each, double total) {
  double sum = 0.0, log_choose = 0.0;
  for (int i = 0; i <= count; ++i) {
    const double excess = each * (count - i) - (total + each * i);
    if (excess > 0.0)
      sum += std::exp(log_choose + total + each * i - count * std::log1p(std::exp(each))) * std::expm1(excess);
    log_choose += std::log(static_cast<double>(count - i)) - std::log(i + 1.0);
  }
  return sum;
}

Finding privacy_printed(const Context& context) {
  std::uint64_t tried = 0;
  double tightness = 1.0;
  for (const double delta : {1e-3, 1e-6, 1e-9}) {
    for (const double epsilon : {0.05, 0.2, 0.45}) {
      const auto users =
          std::max<std::int64_t>(1001, static_cast<std::int64_t>(std::ceil(144.0 * std::log(1.0 / delta))));
      for (const int rounds : {1, 2, 10, context.pick(30, 100, 300)}) {
        ++tried;
        const RingQuestion q{.users = users,
                             .rounds = rounds,
                             .epsilon = epsilon,
                             .delta = delta,
                             .delta_prime = delta,
                             .task = TokenTask::histogram};
        const auto promise = ring_published(q);
        const double each = ring_response_published(q).local_epsilon,
                     actual = pure_composition(rounds, each, promise.epsilon);
        if (!promise.valid || each > epsilon * (1.0 + 1e-12) || actual > promise.delta) {
          return refuted(tried, compared_numerically(
                                    {{"users", users}, {"rounds", rounds}, {"epsilon", epsilon}, {"delta", delta}},
                                    {fmt::format("delta <= {}", promise.delta), fmt::format("delta = {}", actual)}));
        }
        tightness = std::min(tightness, 1.0 - actual / promise.delta);
      }
    }
  }
  return holds(tried, tightness);
}

/// The expected debiased histogram against the truth, smallest worlds first.
template <class Subtract>
Finding unbiased(const Context& context, Subtract subtract) {
  std::uint64_t tried = 0;
  const int most_users = context.pick(3, 4, 5);
  for (int users = 2; users <= most_users; ++users) {
    for (int rounds = 1; rounds <= 2; ++rounds) {
      for (int buckets = 2; buckets <= 3; ++buckets) {
        for (int initial = 1; initial < users; ++initial) {  // gamma n, an integer
          const Rational gamma(initial, users);
          std::vector<int> values(static_cast<std::size_t>(users), 0);
          while (true) {
            ++tried;
            const auto expected = oracle::expected_histogram(values, rounds, buckets, gamma, initial,
                                                             subtract(gamma, users, rounds, buckets));
            std::string claimed, actual;
            bool equal = true;
            for (int l = 0; l < buckets; ++l) {
              const Rational truth = rounds * static_cast<int>(std::ranges::count(values, l));
              equal = equal && expected[static_cast<std::size_t>(l)] == truth;
              claimed += (l ? ", " : "") + oracle::to_string(truth);
              actual += (l ? ", " : "") + oracle::to_string(expected[static_cast<std::size_t>(l)]);
            }
            if (!equal) {
              return refuted(tried, compared_exactly({{"users", users},
                                                      {"rounds", rounds},
                                                      {"buckets", buckets},
                                                      {"gamma", oracle::to_string(gamma)},
                                                      {"values", values}},
                                                     {"(" + claimed + ")", "(" + actual + ")"}));
            }
            std::size_t i = 0;
            while (i < values.size() && ++values[i] == buckets) values[i++] = 0;
            if (i == values.size()) break;
          }
        }
      }
    }
  }
  return holds(tried, 0.0);
}

/// Expected number of random answers, over every outcome of the coins.
Finding count(const Context& context) {
  std::uint64_t tried = 0;
  const int most = context.pick(6, 8, 12);
  for (int users = 2; users <= most; ++users) {
    for (int rounds = 1; users * rounds <= most; ++rounds) {
      for (int initial = 0; initial < users; ++initial) {
        ++tried;
        const Rational gamma(initial, users);
        const int coins = users * rounds;
        Rational expected = initial;
        for (int outcome = 0; outcome < (1 << coins); ++outcome) {
          const int random = __builtin_popcount(static_cast<unsigned>(outcome));
          if (random == 0) continue;
          Rational chance = random;
          for (int i = 0; i < coins; ++i) chance *= (outcome >> i & 1) != 0 ? gamma : 1 - gamma;
          expected += chance;
        }
        const Rational claimed = gamma * users * (rounds + 1);
        if (expected != claimed) {
          return refuted(tried,
                         differs_exactly({{"users", users}, {"rounds", rounds}, {"gamma", oracle::to_string(gamma)}},
                                         claimed, expected));
        }
      }
    }
  }
  return holds(tried, 0.0);
}

// ---- Theorem 6

constexpr double paper_delta = 1e-6;

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
  const double centre = m * low, reach = 12.0 * std::sqrt(m * low) + 40.0;
  for (double k = std::max(0.0, std::floor(centre - reach)); k <= std::min(m, centre + reach); k += 1.0) {
    const double p = mass(high, k), q = mass(low, k);
    forward += std::max(0.0, p - scale * q);
    backward += std::max(0.0, q - scale * p);
  }
  return std::max(forward, backward);
}

Finding cycle6(const Context& context) {
  std::uint64_t tried = 0;
  double tightness = 1.0;
  for (const double delta : {1e-2, 1e-6}) {
    const auto users = static_cast<std::int64_t>(std::ceil(196.0 * std::log(4.0 / delta)));
    for (const auto n : {users, 4 * users, context.pick<std::int64_t>(10, 30, 300) * users}) {
      for (const double epsilon : {0.1, 1.0}) {
        for (std::int64_t length = 1; length <= n; length *= context.pick(8, 4, 2)) {
          ++tried;
          const double claimed = 21.0 * std::sqrt(std::log(4.0 / delta) / static_cast<double>(n)) * epsilon;
          const double actual = histogram_cycle_delta(n, length, response_randomness(epsilon, 2), claimed);
          if (actual > delta) {
            return refuted(tried,
                           compared_numerically(
                               {{"users", n}, {"length", length}, {"epsilon", epsilon}, {"delta", delta}},
                               {fmt::format("delta <= {} at {}", delta, claimed), fmt::format("delta = {}", actual)}));
          }
          tightness = std::min(tightness, 1.0 - actual / delta);
        }
      }
    }
  }
  return holds(tried, tightness);
}

/// The step ln(1 + (1 - (1-1/n)^m)(e^(14 sqrt(ln(4/delta)/m) epsilon) - 1)) <= factor sqrt(ln(4/delta) m) epsilon / n
/// for 196 ln(4/delta) <= m <= n, epsilon <= 1: the smallest n that breaks it, at the smallest m.
Finding step6(const Context& context, double factor) {
  const double level = std::log(4.0 / paper_delta), epsilon = 1.0;
  const auto length = static_cast<std::int64_t>(std::ceil(196.0 * level));
  const auto m = static_cast<double>(length);
  std::uint64_t tried = 0;
  double tightness = std::numeric_limits<double>::infinity();
  for (std::int64_t users = length; users <= context.pick<std::int64_t>(40'000, 100'000, 1'000'000); ++users) {
    ++tried;
    const auto n = static_cast<double>(users);
    const double included = -std::expm1(m * std::log1p(-1.0 / n));
    const double actual = std::log1p(included * std::expm1(14.0 * std::sqrt(level / m) * epsilon));
    const double claimed = factor * std::sqrt(level * m) * epsilon / n;
    if (actual > claimed * (1.0 + 1e-12)) {  // both sides are good to 1e-14
      return refuted(tried, compared_numerically(
                                {{"users", users}, {"length", length}, {"epsilon", epsilon}, {"delta", paper_delta}},
                                {fmt::format("<= {:.12g}", claimed), fmt::format("{:.12g}", actual)}));
    }
    tightness = std::min(tightness, 1.0 - actual / claimed);
  }
  return holds(tried, tightness);
}

/// ln(1 + (1 - (1-1/n)^m)(e^epsilon - 1)) <= factor m epsilon / n.
Finding min6(const Context& context, double factor) {
  std::uint64_t tried = 0;
  double tightness = std::numeric_limits<double>::infinity();
  for (int users = 2; users <= context.pick(50, 200, 2000); ++users) {
    for (int length = 1; length <= users; ++length) {
      for (const double epsilon : {1.0, 0.5, 0.1}) {
        ++tried;
        const double included = -std::expm1(length * std::log1p(-1.0 / users));
        const double actual = std::log1p(included * std::expm1(epsilon)), claimed = factor * length * epsilon / users;
        if (actual > claimed * (1.0 + 1e-12)) {
          return refuted(tried,
                         compared_numerically({{"users", users}, {"length", length}, {"epsilon", epsilon}},
                                              {fmt::format("<= {:.12g}", claimed), fmt::format("{:.12g}", actual)}));
        }
        tightness = std::min(tightness, 1.0 - actual / claimed);
      }
    }
  }
  return holds(tried, tightness);
}

Finding final6(const Context& context) {
  std::uint64_t tried = 0;
  double tightness = 1.0;
  for (const double delta : context.pick<std::vector<double>>({1e-2}, {1e-2, 1e-6}, {1e-2, 1e-6, 1e-9})) {
    const auto users = static_cast<std::int64_t>(std::ceil(196.0 * std::log(4.0 / delta)));
    for (const std::int64_t laps : {1, context.pick(1, 4, 100)}) {
      if (laps == 1 && tried > 0 && context.effort == run::Effort::quick) continue;
      for (const std::int64_t buckets : {2, 5}) {
        ++tried;
        const TokenQuestion q{.users = users,
                              .steps = laps * users,
                              .epsilon = 0.9,
                              .delta = delta,
                              .delta_prime = 1e-6,
                              .delta_hat = 1e-6,
                              .task = TokenTask::histogram,
                              .buckets = buckets};
        const auto promise = token_repaired(q);
        if (!promise.valid) continue;
        const auto actual = token_histogram_delta(q, promise.epsilon);
        if (actual.lower() > promise.delta) {
          return refuted(
              tried, exceeds_between_brackets(
                         {{"users", users}, {"steps", q.steps}, {"buckets", buckets}, {"delta", delta}}, promise.delta,
                         actual.lower(),
                         {fmt::format("delta <= {}", promise.delta), fmt::format("delta >= {}", actual.lower())}));
        }
        tightness = std::min(tightness, 1.0 - actual.upper() / promise.delta);
      }
    }
  }
  return holds(tried, tightness);
}

}  // namespace

void register_walk_histogram(run::Registry& registry) {
  registry.add("walk.thm2.gamma", gamma_printed);
  registry.add("walk.thm2.gamma.repaired", gamma_repaired);
  registry.add("walk.thm2.privacy", privacy_printed);
  registry.add("walk.thm2.unbiased", [](const Context& c) {
    return unbiased(c, [](const Rational& gamma, int, int, int buckets) { return Rational(gamma / buckets); });
  });
  registry.add("walk.thm2.unbiased.repaired", [](const Context& c) {
    return unbiased(c, [](const Rational& gamma, int users, int rounds, int buckets) {
      return Rational(gamma * users * (rounds + 1) / buckets);
    });
  });
  registry.add("walk.thm2.count", count);
  registry.add("walk.thm6.cycle", cycle6);
  registry.add("walk.thm6.step", [](const Context& c) { return step6(c, 21.0); });
  registry.add("walk.thm6.step.repaired", [](const Context& c) { return step6(c, 25.0); });
  registry.add("walk.thm6.min", [](const Context& c) { return min6(c, 1.5); });
  registry.add("walk.thm6.min.repaired", [](const Context& c) { return min6(c, 1.75); });
  registry.add("walk.thm6.final", final6);
}

}  // namespace hearsay::props
