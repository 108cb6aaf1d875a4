// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <vector>

#include <hearsay/accounting/token/complete/complete.hpp>
#include <hearsay/accounting/token/complete/visits.hpp>
#include <hearsay/divergence/gaussian.hpp>

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

std::vector<int> users_up_to(int most) {
  std::vector<int> all;
  for (int n = 2; n <= most; ++n) all.push_back(n);
  return all;
}

/// The first terms of sum_t (1-1/n)^t/t and what the rest is at most.
struct LogSeries {
  long double sum = 0.0L, rest = 0.0L;
};
LogSeries log_series(int n) {
  const long double x = 1.0L - 1.0L / n;
  LogSeries series;
  long double power = 1.0L;
  int t = 1;
  for (; power > 1e-22L; ++t) series.sum += (power *= x) / t;
  series.rest = power * x * n / t;
  return series;
}

Finding lemma1_sum(const Context& context) {
  const auto found = sweep(users_up_to(context.pick(40, 120, 1000)), [](int n) {
    const auto [sum, rest] = log_series(n);
    const long double target = std::log(static_cast<long double>(n));
    return decided(target >= sum - 1e-14L && target <= sum + rest + 1e-14L);
  });
  return conclude(found, [](int n) {
    return compared_numerically({{"n", n}}, {fmt::format("{}", std::log(static_cast<double>(n))),
                                             fmt::format("{}", static_cast<double>(log_series(n).sum))});
  });
}

// ---- E[1/t] over the return time t to v, P(t) = (1/n)(1-1/n)^(t-1)

/// The first `terms` terms.
Rational return_mean(int n, int terms) {
  Rational sum = 0, chance(1, n);
  for (int t = 1; t <= terms; ++t) {
    sum += chance / t;
    chance *= Rational(n - 1, n);
  }
  return sum;
}

/// "E[1/t] <= ln n/n", without the logarithm: e^(n E[1/t]) <= n; as many terms as are needed, up to eight.
Finding return_constant_printed(const Context& context) {
  const auto terms = [](int n) {
    int t = 1;
    while (t < 8 && oracle::exp(n * return_mean(n, t)).lower <= n) ++t;
    return t;
  };
  const auto found = sweep(users_up_to(context.pick(20, 50, 100)), [&](int n) {
    return at_most(oracle::exp(n * return_mean(n, terms(n))).lower, Rational(n));
  });
  auto finding = conclude(found, [&](int n) {
    return exceeds_rigorously(
        {{"n", n}}, oracle::point(n), oracle::exp(n * return_mean(n, terms(n))),
        {fmt::format("E[1/t] <= ln {} / {} = {:.9g}", n, n, std::log(static_cast<double>(n)) / n),
         fmt::format("E[1/t] >= {} (its first {} terms)", oracle::to_string(return_mean(n, terms(n))), terms(n))});
  });
  finding.note = "n = 10: 0.25584 against 0.23026";
  return finding;
}

/// "E[1/t] = ln n/(n-1)".
Finding return_constant_repaired(const Context& context) {
  const auto summed = [](int n) {
    long double sum = 0.0L, weight = 1.0L / n;
    for (int t = 1; weight > 1e-22L; ++t) sum += weight / t, weight *= 1.0L - 1.0L / n;
    return static_cast<double>(sum);
  };
  const auto claimed = [](int n) { return std::log(static_cast<double>(n)) / (n - 1); };
  const auto found = sweep(users_up_to(context.pick(40, 120, 1000)),
                           [&](int n) { return equals(summed(n), claimed(n), {}, Relative{1e-13}); });
  return conclude(found, [&](int n) {
    return compared_numerically({{"n", n}}, {fmt::format("{}", claimed(n)), fmt::format("{}", summed(n))});
  });
}

// ---- Lemma 1

/// Lemma 1's parameters, in units of L: alpha = 3 and sigma = 7/2, which is Theorem 4's at epsilon = 0.99, delta =
/// 0.28.
const Rational lemma1_sigma(7, 2);
/// 2 alpha (alpha - 1) L^2/sigma^2: the moment of a contribution under t noises is e^(this/t).
const Rational lemma1_exponent(48, 49);

/// Two users, at most one contribution of u in `steps` steps: e^((alpha - 1) loss) for linear objectives. v sees u's
/// contribution under as many noises as there are steps up to its own next one.
oracle::Interval one_contribution(int steps) {
  oracle::Interval sum = oracle::point(0);
  long walks = 0;
  oracle::every_walk(2, steps, [&](const std::vector<int>& walk) {  // v = 0, u = 1
    if (std::ranges::count(walk, 1) > 1) return;
    ++walks;
    const auto u = std::ranges::find(walk, 1), v = std::find(u, walk.end(), 0);
    sum = sum + (v == walk.end() ? oracle::point(1) : oracle::exp(lemma1_exponent / static_cast<long>(v - u)));
  });
  return oracle::point(Rational(1, walks)) * sum;
}

/// The moment that the lemma allows, e^((alpha - 1) 4 alpha L^2 ln(2)/(2 sigma^2)) = 2^(48/49), rounded up.
Rational lemma1_allowed() {
  const auto power = [](const Rational& x) {
    Rational product = 1;
    for (int k = 0; k < 49; ++k) product *= x;
    return product;
  };
  Rational allowed(197, 100);
  while (power(allowed) < Rational(exact::Integer(1) << 48)) allowed += Rational(1, 10000);
  return allowed;
}

Finding lemma1(const Context& context) {
  std::vector<int> all;
  for (int steps = 1; steps <= context.pick(6, 8, 12); ++steps) all.push_back(steps);
  const auto allowed = lemma1_allowed();
  const auto found = sweep(all, [&](int steps) { return at_most(one_contribution(steps).lower, allowed); });
  return conclude(found, [&](int steps) {
    const auto actual = one_contribution(steps);
    return exceeds_rigorously({{"users", 2},
                               {"steps", steps},
                               {"alpha", 3},
                               {"sigma", lemma1_sigma.str() + " L"},
                               {"contributions", "at most 1"}},
                              oracle::point(allowed), actual,
                              {fmt::format("Renyi loss <= 4 alpha L^2 ln(n) / (sigma^2 n) = {:.9g}",
                                           oracle::to_double(lemma1_exponent) * std::log(2.0) / 2.0),
                               fmt::format("Renyi loss >= {:.9g}", std::log(oracle::to_double(actual.lower)) / 2.0)});
  });
}

/// One contribution of u among n users: the moment of v's view is E e^(c/t) over the return time.
struct Contribution {
  int users;
  double c;
};

/// Lemma 1 as printed for four users or more: of walks with at most one contribution the other steps go to the n - 1
/// others, so v's next turn comes after a geometric time of parameter 1/(n-1), and the moment is below its mean.
Finding lemma1_four(const Context& context) {
  std::vector<Contribution> all;
  for (const int n : users_up_to(context.pick(60, 200, 2000))) {
    if (n < 4) continue;
    for (const double c : {1.0, 0.5, 0.1, 0.01}) all.push_back({n, c});
  }
  const auto actual = [](const Contribution& x) {
    long double excess = 0.0L, weight = 1.0L / (x.users - 1);  // E e^(c/t) - 1
    for (int t = 1; weight > 1e-22L; ++t) {
      excess += weight * std::expm1(static_cast<long double>(x.c) / t);
      weight *= 1.0L - 1.0L / (x.users - 1);
    }
    return static_cast<double>(std::log1p(excess));
  };
  const auto claimed = [](const Contribution& x) {
    return 2.0 * x.c * std::log(static_cast<double>(x.users)) / x.users;
  };
  const auto found = sweep(all, [&](const Contribution& x) { return at_most(actual(x), claimed(x)); });
  return conclude_uncertified(found,
                              [](const Contribution& x) { return fmt::format("{} users, c = {}", x.users, x.c); });
}

Finding lemma1_repaired(const Context& context) {
  std::vector<Contribution> all;
  for (const int n : users_up_to(context.pick(20, 60, 1000))) {
    for (const double c : {1.0, 0.5, 0.1, 0.01}) all.push_back({n, c});
  }
  const auto actual = [](const Contribution& x) {
    long double excess = 0.0L, weight = 1.0L / x.users;  // E e^(c/t) - 1
    for (int t = 1; weight > 1e-22L; ++t)
      excess += weight * std::expm1(static_cast<long double>(x.c) / t), weight *= 1.0L - 1.0L / x.users;
    return static_cast<double>(std::log1p(excess));
  };
  const auto claimed = [](const Contribution& x) {
    return 2.0 * x.c * std::log(static_cast<double>(x.users)) / (x.users - 1);
  };
  const auto found =
      sweep(all, [&](const Contribution& x) { return at_most(actual(x), claimed(x), {}, Relative{1e-12}); });
  return conclude(found, [&](const Contribution& x) {
    return compared_numerically({{"users", x.users}, {"c", x.c}},
                                {fmt::format("<= {}", claimed(x)), fmt::format("{}", actual(x))});
  });
}

// ---- Theorem 4

/// Two users: law of the number of u's contributions before v's last visit, which are all that v learns.
struct TwoUsers {
  int steps;
  std::vector<long double> law;
};

/// For 1, ..., most steps. With chance 1/2 the last step is v's and what comes before it is Bin(steps - 1, 1/2);
/// otherwise v knows what it knew a step before.
std::vector<TwoUsers> two_users(int most) {
  std::vector<TwoUsers> all;
  std::vector<long double> law{1.0L}, binomial{1.0L};
  for (int steps = 1; steps <= most; ++steps) {
    law.resize(binomial.size(), 0.0L);
    for (std::size_t k = 0; k < law.size(); ++k) law[k] = 0.5L * (law[k] + binomial[k]);
    all.push_back({steps, law});
    binomial.push_back(0.0L);
    for (std::size_t k = binomial.size() - 1; k > 0; --k) binomial[k] = 0.5L * (binomial[k] + binomial[k - 1]);
    binomial[0] *= 0.5L;
  }
  return all;
}

/// Lower end of the exact delta for linear objectives: k contributions are a Gaussian mechanism with mu^2 = k.
double two_users_delta(const TwoUsers& x, double mu, double epsilon) {
  double sum = 0.0;
  for (std::size_t k = 1; k < x.law.size(); ++k) {
    if (x.law[k] > 1e-14L)
      sum += static_cast<double>(x.law[k]) *
             divergence::gaussian_delta(mu * std::sqrt(static_cast<double>(k)), epsilon).lower();
  }
  return sum * (1.0 - 1e-12);
}

Finding theorem4(const Context& context) {
  const auto question = [](int steps) {
    return TokenQuestion{
        .users = 2, .steps = steps, .epsilon = 0.99, .delta = 1e-6, .delta_hat = 1e-6, .task = TokenTask::sgd};
  };
  const auto actual = [&](const TwoUsers& x) {
    const auto q = question(x.steps);
    return two_users_delta(x, signal_to_noise(Calibration::classical, q.epsilon, q.delta),  // 2L / sigma
                           token_published(q).value.epsilon);
  };
  const auto found = sweep(two_users(context.pick(1400, 1400, 2000)), [&](const TwoUsers& x) {
    return at_most(actual(x), token_published(question(x.steps)).value.delta, {}, Absolute{0.0});
  });
  auto finding = conclude(found, [&](const TwoUsers& x) {
    const auto q = question(x.steps);
    const auto claimed = token_published(q).value;
    return exceeds_between_brackets(
        {{"users", 2}, {"steps", x.steps}, {"epsilon", q.epsilon}, {"delta", q.delta}, {"delta_hat", q.delta_hat}},
        claimed.delta, actual(x),
        {fmt::format("delta <= {} at epsilon = {:.9g}", claimed.delta, claimed.epsilon),
         fmt::format("delta >= {:.9g}", actual(x))});
  });
  finding.note = "linear objectives; the published epsilon grows like sqrt(T), the exact loss like T";
  return finding;
}

/// Theorem 4's closed form with ln n/(n-1) and the exact number of contributions.
double range_epsilon(const TokenQuestion& q) {
  const double n = static_cast<double>(q.users), level = -std::log(q.delta);
  const auto count = visits_exact(static_cast<std::uint64_t>(q.steps), 1.0 / n, q.delta_hat);
  const double quality = std::max(2.0 * static_cast<double>(count) * std::log(n) / (n - 1.0), 2.0 * level);
  return std::sqrt(2.0 * quality * level) * q.epsilon / std::sqrt(std::log(1.25 / q.delta));
}

/// It against an upper bound on the exact epsilon for linear objectives.
Finding theorem4_range(const Context& context) {
  const std::vector<std::int64_t> sizes = context.pick<std::vector<std::int64_t>>(
      {3, 10, 100}, {3, 4, 5, 7, 10, 30, 100, 1000}, {3, 4, 5, 6, 7, 8, 10, 30, 100, 1000, 10000});
  std::vector<TokenQuestion> all;
  for (const auto users : sizes) {
    for (const std::int64_t laps : {1, 3, 10, 100, 1000}) {
      for (const double epsilon : {0.99, 0.3}) {
        for (const double delta : {1e-6, 1e-3, 0.1}) {
          const TokenQuestion q{.users = users,
                                .steps = laps * users,
                                .epsilon = epsilon,
                                .delta = delta,
                                .delta_hat = 1e-6,
                                .task = TokenTask::sgd};
          if (range_epsilon(q) <= 2.0 * std::log(1.0 / delta)) all.push_back(q);
        }
      }
    }
  }
  WalkRenyiBound renyi_bound;
  const auto found = sweep(
      all, [&](const TokenQuestion& q) { return bounded_by(renyi_bound(q, q.delta + q.delta_hat), range_epsilon(q)); });
  return to_finding(found);
}

}  // namespace

void register_walk_sgd(run::Registry& registry) {
  registry.add("walk.lemma1.sum", lemma1_sum);
  registry.add("walk.lemma1.constant", return_constant_printed);
  registry.add("walk.lemma1.constant.repaired", return_constant_repaired);
  registry.add("walk.lemma1", lemma1);
  registry.add("walk.lemma1.four", lemma1_four);
  registry.add("walk.lemma1.repaired", lemma1_repaired);
  registry.add("walk.thm4", theorem4);
  registry.add("walk.thm4.range", theorem4_range);
}

}  // namespace hearsay::props
