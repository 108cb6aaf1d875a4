// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <hearsay/accounting/token/complete.hpp>
#include <hearsay/accounting/token/visits.hpp>
#include <hearsay/divergence/gaussian.hpp>

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

Finding log_series(const Context& context) {
  std::uint64_t tried = 0;
  for (int n = 2; n <= context.pick(40, 100, 1000); ++n) {
    ++tried;
    const long double x = 1.0L - 1.0L / n;
    long double sum = 0.0L, power = 1.0L;
    int t = 1;
    for (; power > 1e-22L; ++t) sum += (power *= x) / t;
    const long double rest = power * x * n / t,
                      target = std::log(static_cast<long double>(n));  // sum of the terms left out is at most this
    if (target < sum - 1e-14L || target > sum + rest + 1e-14L) {
      return refuted(tried, compared_numerically({{"n", n}}, {fmt::format("{}", static_cast<double>(target)),
                                                              fmt::format("{}", static_cast<double>(sum))}));
    }
  }
  return holds(tried, 0.0);
}

/// E[1/t] over the return time t to v, P(t) = (1/n)(1-1/n)^(t-1), against ln n / (n - correction).
Finding return_constant(const Context& context, bool printed) {
  std::uint64_t tried = 0;
  double tightness = std::numeric_limits<double>::infinity();
  for (int n = 2; n <= context.pick(20, 50, 100); ++n) {
    ++tried;
    const double claimed = std::log(static_cast<double>(n)) / (printed ? n : n - 1);
    Rational partial = 0, chance(1, n);
    for (int t = 1; t <= 8; ++t) {
      partial += chance / t;
      chance *= Rational(n - 1, n);
      if (printed && oracle::to_double(partial) > claimed * (1.0 + 1e-12)) {
        return refuted(tried,
                       compared_numerically({{"n", n}}, {fmt::format("E[1/t] <= ln {} / {} = {:.9g}", n, n, claimed),
                                                         fmt::format("E[1/t] >= {} (its first {} terms)",
                                                                     oracle::to_string(partial), t)}),
                       "n = 10: 0.25584 against 0.23026");
      }
    }
    long double sum = 0.0L, weight = 1.0L / n;
    int t = 1;
    for (; weight > 1e-22L; ++t) sum += weight / t, weight *= 1.0L - 1.0L / n;
    const double gap = std::abs(static_cast<double>(sum) / claimed - 1.0);
    if (!printed && gap > 1e-13)
      return refuted(tried, compared_numerically(
                                {{"n", n}}, {fmt::format("{}", claimed), fmt::format("{}", static_cast<double>(sum))}));
    tightness = std::min(tightness, gap);
  }
  return holds(tried, tightness);
}

/// One contribution of u, then `horizon` more steps; at sigma = L sqrt(2 alpha (alpha-1) / c) the moment of v's view is
/// E e^(c/t) over the return time (1 beyond the horizon), and the lemma allows e^(2 c ln n / n).
Finding lemma1(const Context& context) {
  std::uint64_t tried = 0;
  for (int n = 2; n <= 6; ++n) {
    for (int horizon = 1; horizon <= context.pick(6, 12, 40); ++horizon) {
      ++tried;
      Rational lower = 0, left = 1, chance(1, n);
      for (int t = 1; t <= horizon; ++t) {
        lower += chance * oracle::exp(Rational(1, t)).lower;
        left -= chance;
        chance *= Rational(n - 1, n);
      }
      lower += left;
      const double claimed =
          2.0 * std::log(static_cast<double>(n)) / n;  // alpha = 2, sigma = 2 L, in units of 2 alpha L^2 / sigma^2
      const double actual = std::log(oracle::to_double(lower));
      if (actual > claimed * (1.0 + 1e-12)) {
        return refuted(tried,
                       compared_numerically(
                           {{"users", n}, {"steps", horizon + 1}, {"alpha", 2}, {"sigma", "2 L"}, {"contributions", 1}},
                           {fmt::format("Renyi loss <= 4 alpha L^2 ln(n) / (sigma^2 n) = {:.9g}", claimed),
                            fmt::format("Renyi loss >= {:.9g}", actual)}),
                       "with ever more steps the loss tends to 0.742135, in units of 2 alpha L^2 / sigma^2 = 1");
      }
    }
  }
  return holds(tried, 0.0);
}

Finding lemma1_repaired(const Context& context) {
  std::uint64_t tried = 0;
  double tightness = std::numeric_limits<double>::infinity();
  for (int n = 2; n <= context.pick(20, 60, 1000); ++n) {
    for (const double c : {1.0, 0.5, 0.1, 0.01}) {
      ++tried;
      long double excess = 0.0L, weight = 1.0L / n;  // E e^(c/t) - 1
      for (int t = 1; weight > 1e-22L; ++t)
        excess += weight * std::expm1(static_cast<long double>(c) / t), weight *= 1.0L - 1.0L / n;
      const double actual = static_cast<double>(std::log1p(excess)),
                   claimed = 2.0 * c * std::log(static_cast<double>(n)) / (n - 1);
      if (actual > claimed)
        return refuted(tried, compared_numerically({{"users", n}, {"c", c}},
                                                   {fmt::format("<= {}", claimed), fmt::format("{}", actual)}));
      tightness = std::min(tightness, 1.0 - actual / claimed);
    }
  }
  return holds(tried, tightness);
}

/// Exact delta for linear objectives and n = 2: u's contributions before v's last visit are all v learns, mu^2 = their
/// number.
double two_users_delta(int steps, double mu, double epsilon) {
  std::vector<long double> law(static_cast<std::size_t>(steps),
                               0.0L);  // of k: last visit of v at step s, k ~ Bin(s-1, 1/2)
  for (int s = 1; s <= steps; ++s) {
    const long double last = std::ldexp(1.0L, -(steps - s + 1));
    long double choose = std::ldexp(1.0L, -(s - 1));
    for (int k = 0; k < s; ++k) {
      law[static_cast<std::size_t>(k)] += last * choose;
      choose = choose * (s - 1 - k) / (k + 1);
    }
  }
  double sum = 0.0;
  for (std::size_t k = 1; k < law.size(); ++k) {
    if (law[k] > 1e-14L)
      sum += static_cast<double>(law[k]) *
             divergence::gaussian_delta(mu * std::sqrt(static_cast<double>(k)), epsilon).lower();
  }
  return sum * (1.0 - 1e-12);
}

Finding theorem4(const Context& context) {
  std::uint64_t tried = 0;
  const int most = context.pick(80, 120, 400);
  for (int steps = 1; steps <= most; ++steps) {
    const TokenQuestion q{
        .users = 2, .steps = steps, .epsilon = 0.9999, .delta = 0.4999, .delta_hat = 0.01, .task = TokenTask::sgd};
    ++tried;
    const auto promise = token_published(q);
    const double mu = q.epsilon / std::sqrt(2.0 * std::log(1.25 / q.delta));  // 2L / sigma
    if (steps < 20) continue;  // far inside: the promise is above epsilon = 2 and u has at most 19 contributions
    const double actual = two_users_delta(steps, mu, promise.epsilon);
    if (actual > q.delta + q.delta_hat) {
      return refuted(
          tried,
          exceeds_between_brackets(
              {{"users", 2}, {"steps", steps}, {"epsilon", q.epsilon}, {"delta", q.delta}, {"delta_hat", q.delta_hat}},
              q.delta + q.delta_hat, actual,
              {fmt::format("delta <= {} at epsilon = {:.9g}", q.delta + q.delta_hat, promise.epsilon),
               fmt::format("delta >= {:.9g}", actual)}),
          "linear objectives; the promise grows like sqrt(T), the truth like T");
    }
  }
  return holds(tried, 0.0);
}

/// The closed form with ln n/(n-1) against the renewal bound for linear objectives.
Finding theorem4_range(const Context& context) {
  std::uint64_t tried = 0;
  double tightness = std::numeric_limits<double>::infinity();
  const std::vector<std::int64_t> sizes = context.pick<std::vector<std::int64_t>>(
      {3, 10, 100}, {3, 5, 10, 100, 1000}, {3, 4, 5, 7, 10, 30, 100, 1000, 10000});
  for (const auto users : sizes) {
    for (const std::int64_t laps : {1, 10, 1000}) {
      for (const double delta : {1e-6, 0.1}) {
        const TokenQuestion q{.users = users,
                              .steps = laps * users,
                              .epsilon = 0.99,
                              .delta = delta,
                              .delta_hat = 1e-6,
                              .task = TokenTask::sgd};
        const auto promise = token_repaired(q);
        if (promise.epsilon > 2.0 * std::log(1.0 / delta)) continue;
        ++tried;
        const double tight = walk_renyi_bound(q, promise.delta);
        if (tight > promise.epsilon) {
          return {.verdict = Verdict::inconclusive,
                  .instances = tried,
                  .note = fmt::format(
                      "n = {}, T = {}, delta = {}: the bound on the exact epsilon, {}, is above the promise {}", users,
                      q.steps, delta, tight, promise.epsilon)};
        }
        tightness = std::min(tightness, 1.0 - tight / promise.epsilon);
      }
    }
  }
  return holds(tried, tightness, "checked for linear objectives; not proved");
}

}  // namespace

void register_walk_sgd(run::Registry& registry) {
  registry.add("walk.lemma1.sum", log_series);
  registry.add("walk.lemma1.constant", [](const Context& c) { return return_constant(c, true); });
  registry.add("walk.lemma1.constant.repaired", [](const Context& c) { return return_constant(c, false); });
  registry.add("walk.lemma1", lemma1);
  registry.add("walk.lemma1.repaired", lemma1_repaired);
  registry.add("walk.thm4", theorem4);
  registry.add("walk.thm4.range", theorem4_range);
}

}  // namespace hearsay::props
