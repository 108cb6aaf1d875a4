// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include <hearsay/accounting/token/complete/complete.hpp>
#include <hearsay/accounting/token/complete/cycle.hpp>
#include <hearsay/accounting/token/complete/visits.hpp>
#include <hearsay/divergence/renyi.hpp>

#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/oracle/walk_oracle.hpp"
#include "props/walk/walk_props.hpp"

namespace hearsay::props {

namespace {

using namespace accounting;
using oracle::Rational;
using run::Context;
using run::Finding;

// ---- colluders who follow the protocol

/// A cycle between two visits of c colluders.
struct Colluders {
  int users, colluders, length;
  double mu, epsilon;
};

std::vector<Colluders> all_colluders(const Context& context) {
  std::vector<Colluders> all;
  for (const int users : {6, 12, context.pick(24, 60, 300)}) {
    for (const int colluders : {1, 2, 3, 4}) {
      if (2 * colluders > users) continue;  // n/c users must be at least two
      for (const int length : {1, 2, 5, 20}) {
        for (const double mu : {0.05, 0.5, 2.0}) {
          for (const double epsilon : {0.0, 0.1, 1.0}) all.push_back({users, colluders, length, mu, epsilon});
        }
      }
    }
  }
  return all;
}

/// What the colluders see, from the walk: u's contributions as the walks that avoid them have it.
Bracket pooled(const Colluders& c) {
  CycleMixture cycle{.length = static_cast<double>(c.length), .mu = c.mu, .weight = {}, .first = 0, .missing = 0.0};
  for (const auto& share : oracle::cycles_by_visits(c.users, c.colluders, c.length))
    cycle.weight.push_back(oracle::to_double(share));
  const auto delta = cycle_delta(cycle, c.epsilon);
  return {delta.lower(), delta.lower(), delta.upper()};
}

/// What one curious user sees of a cycle among n/c users, by quadrature of the definition: 1/(n/c - 1) = c/(n - c).
double among_fewer(const Colluders& c) {
  const double share = static_cast<double>(c.colluders) / (c.users - c.colluders);
  const auto delta = oracle::cycle_delta_by_quadrature(c.length, share, c.mu, c.epsilon);
  return std::max(delta.forward, delta.backward);
}

/// Quadrature is good to 1e-9 of its result (above 1e-14).
constexpr double quadrature_accuracy = 1e-9, least_seen = 1e-12;

Finding collusion(const Context& context) {
  const auto found = sweep(all_colluders(context), [](const Colluders& c) {
    const auto actual = pooled(c);
    if (actual.upper() < least_seen) return Outcome{};
    return at_most(actual.lower(), among_fewer(c), {}, Relative{quadrature_accuracy});
  });
  return conclude(found, [](const Colluders& c) {
    const double allowed = among_fewer(c) * (1.0 + quadrature_accuracy), actual = pooled(c).lower();
    return exceeds_between_brackets(
        {{"users", c.users}, {"colluders", c.colluders}, {"length", c.length}, {"mu", c.mu}, {"epsilon", c.epsilon}},
        allowed, actual, {fmt::format("delta <= {}", allowed), fmt::format("delta >= {}", actual)});
  });
}

// ---- a colluder that always sends the token to u

/// The walk, and a probability 1/inverse.
struct Biased {
  int users, steps, inverse;
};

/// Chernoff's number of contributions, where Chernoff is valid.
Finding collusion_biased(const Context& context) {
  std::vector<Biased> all;
  for (int users = 3; users <= context.pick(8, 10, 20); ++users) {
    for (const int inverse : {2, 10, 100}) {
      const int first = static_cast<int>(std::ceil(3.0 * users * std::log(static_cast<double>(inverse))));
      for (int steps = first; steps <= std::max(first, 60); ++steps) all.push_back({users, steps, inverse});
    }
  }
  const auto bound = [](const Biased& x) { return visits_chernoff(x.steps, 1.0 / x.users, 1.0 / x.inverse).value; };
  const auto above = [&](const Biased& x) {
    const auto law = oracle::biased_contributions(x.users, x.steps);
    Rational sum = 0;
    for (auto k = static_cast<std::size_t>(std::ceil(bound(x))); k < law.size(); ++k) sum += law[k];
    return sum;
  };
  const auto found = sweep(all, [&](const Biased& x) { return at_most(above(x), Rational(1, x.inverse)); });
  return conclude(found, [&](const Biased& x) {
    const auto actual = above(x);
    const auto text = oracle::to_string(actual);
    return exceeds_exactly({{"users", x.users}, {"steps", x.steps}, {"delta_hat", fmt::format("1/{}", x.inverse)}},
                           Rational(1, x.inverse), actual,
                           {fmt::format("P(contributions >= {:.6f}) <= 1/{}", bound(x), x.inverse),
                            fmt::format("P(contributions >= {}) = {}", std::ceil(bound(x)),
                                        text.size() <= 60 ? text
                                                          : fmt::format("{:.12g} (a fraction of {} digits)",
                                                                        oracle::to_double(actual), text.size()))});
  });
}

/// Contributions of u <= its own draws + visits of v: the sum of two exact quantiles at delta_hat / 2.
Finding collusion_biased_repaired(const Context& context) {
  std::vector<Biased> all;
  for (const int users : {3, 4, 5, 10, 30, 100}) {
    for (const int steps : {5, 10, 20, 60, context.pick(100, 200, 1000)}) {
      for (const int inverse : {3, 10, 1000, 1000000}) all.push_back({users, steps, inverse});
    }
  }
  const auto bound = [](const Biased& x) {
    return 2 * visits_exact(static_cast<std::uint64_t>(x.steps), 1.0 / x.users, 0.5 / x.inverse);
  };
  const auto above = [&](const Biased& x) {
    const auto law = oracle::biased_contributions_double(x.users, x.steps);
    double sum = 0.0;
    for (std::size_t k = bound(x) + 1; k < law.size(); ++k) sum += law[k];
    return sum;
  };
  const auto found =
      sweep(all, [&](const Biased& x) { return at_most(above(x), 1.0 / x.inverse, {}, Relative{1e-9}); });
  return conclude(found, [&](const Biased& x) {
    return compared_numerically(
        {{"users", x.users}, {"steps", x.steps}, {"delta_hat", 1.0 / x.inverse}},
        {fmt::format("P(contributions > {}) <= 1/{}", bound(x), x.inverse), fmt::format("{}", above(x))});
  });
}

/// Upper bound on E_Q (dP/dQ)^alpha of a cycle of m steps, `surely` of which are u's and each other one with
/// probability 1/(n-1), in both directions: the number of u's steps is given to v, and N(k mu, m) against N(0, m) has
/// the moment e^(alpha (alpha-1) k^2 mu^2 / (2 m)).
double cycle_moment(int users, int length, int surely, double mu, double alpha) {
  const int others = length - surely;
  const double p = 1.0 / (users - 1), rate = 0.5 * alpha * (alpha - 1.0) * mu * mu / length;
  if (p == 1.0) return std::exp(rate * length * length);
  double sum = 0.0, mass = std::pow(1.0 - p, others);
  for (int k = 0; k <= others; ++k) {
    sum += mass * std::exp(rate * (surely + k) * (surely + k));
    mass *= p / (1.0 - p) * (others - k) / (k + 1.0);
  }
  return sum;
}

/// Upper bound on the Renyi divergence of the view of a v that always sends the token to u: its cycles begin with u,
/// the first one does not. The renewal equation of docs/maths/walk.md, section 6.
double biased_renyi(const TokenQuestion& q, double mu, double alpha) {
  const auto users = static_cast<int>(q.users), steps = static_cast<int>(q.steps);
  const double back = 1.0 / users, away = 1.0 - back;
  std::vector<double> cycle{1.0}, moment{1.0};  // by length; by number of steps after a visit of v
  for (int m = 1; m <= steps; ++m) cycle.push_back(cycle_moment(users, m, 1, mu, alpha) * std::pow(away, m - 1) * back);
  for (int t = 1; t <= steps; ++t) {
    double sum = std::pow(away, t - 1);  // v is not visited again
    for (int m = 1; m < t; ++m) sum += cycle[static_cast<std::size_t>(m)] * moment[static_cast<std::size_t>(t - 1 - m)];
    moment.push_back(sum);
  }
  double whole = std::pow(away, steps);
  for (int m = 0; m < steps; ++m) {
    const double first = m == 0 ? 1.0 : cycle_moment(users, m, 0, mu, alpha);
    whole += first * std::pow(away, m) * back * moment[static_cast<std::size_t>(steps - 1 - m)];
  }
  return std::log(whole) / (alpha - 1.0);
}

/// A guarantee as printed against an upper bound on the exact epsilon of the biased walk: Theorem 3's (task sum), or
/// Theorem 4's for linear objectives (task sgd) where its proof's alpha is above 2, epsilon' < 2 ln(1/delta).
Finding collusion_biased_guarantee(const Context& context, TokenTask task) {
  std::vector<TokenQuestion> all;
  for (const std::int64_t users : {2, 3, 5, 10, context.pick(15, 30, 60)}) {
    for (const std::int64_t laps : {1, 4, 10, 40, 150}) {
      if (laps * users > 600) continue;
      for (const double epsilon : {0.1, 0.9, 0.99}) {
        for (const double delta : {1e-6, 1e-4, 1e-2}) {
          for (const auto& [delta_prime, delta_hat] : composition_deltas) {
            all.push_back({.users = users,
                           .steps = laps * users,
                           .epsilon = epsilon,
                           .delta = delta,
                           .delta_prime = delta_prime,
                           .delta_hat = delta_hat,
                           .task = task});
          }
        }
      }
    }
  }
  std::erase_if(all, [&](const TokenQuestion& q) {
    const auto claimed = token_published(q).value;
    if (task == TokenTask::sgd && q.users == 2) return true;  // the bound on the divergence is too rough there
    return claimed.delta >= 1.0 || (task == TokenTask::sgd && claimed.epsilon >= 2.0 * std::log(1.0 / q.delta));
  });
  const auto found = sweep(all, [](const TokenQuestion& q) {
    const auto claimed = token_published(q).value;
    const double mu = signal_to_noise(q.calibration, q.epsilon, q.delta);
    double most = std::numeric_limits<double>::infinity();
    for (const double alpha : {1.5, 2.0, 3.0, 4.0, 6.0, 9.0, 13.0, 19.0, 28.0}) {
      const double renyi = biased_renyi(q, mu, alpha);
      if (std::isfinite(renyi)) most = std::min(most, divergence::rdp_to_dp_improved(alpha, renyi, claimed.delta));
    }
    return bounded_by(most, claimed.epsilon);
  });
  return to_finding(found);
}

}  // namespace

void register_walk_collusion(run::Registry& registry) {
  registry.add("walk.collusion", collusion);
  registry.add("walk.collusion.biased", collusion_biased);
  registry.add("walk.collusion.biased.repaired", collusion_biased_repaired);
  registry.add("walk.collusion.biased.guarantee",
               [](const Context& c) { return collusion_biased_guarantee(c, TokenTask::sum); });
  registry.add("walk.collusion.biased.descent",
               [](const Context& c) { return collusion_biased_guarantee(c, TokenTask::sgd); });
}

}  // namespace hearsay::props
