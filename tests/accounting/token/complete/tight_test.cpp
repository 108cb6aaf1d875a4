// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>

#include <hearsay/accounting/token/complete/complete.hpp>
#include <hearsay/accounting/token/complete/tight.hpp>
#include <hearsay/core/infinity.hpp>
#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/protocol/token/token.hpp>
#include <hearsay/stats/binomial.hpp>

namespace hearsay::accounting {
namespace {

TEST(WalkTight, BoundsTheExactLossOfTwoUsersFromAbove) {
  // n = 2: v learns exactly the contributions of u before its last visit; s - 1 free steps before a last visit at s.
  const TokenQuestion q{.users = 2, .steps = 40, .epsilon = 0.9, .delta = 1e-3};
  const double mu = 0.9 / std::sqrt(2.0 * std::log(1.25e3)), delta = 1e-3;
  const auto exact = [&](double epsilon) {
    double sum = 0.0;
    for (int s = 1; s <= 40; ++s) {
      for (int k = 1; k < s; ++k) {
        sum += std::ldexp(1.0, s - 41) *
               stats::binomial_mass(static_cast<std::uint64_t>(s - 1), 0.5, static_cast<std::uint64_t>(k)) *
               divergence::gaussian_delta(mu * std::sqrt(k), epsilon).estimate();
      }
    }
    return sum;
  };
  const double found = walk_tight(q, delta).value.epsilon;
  EXPECT_LE(exact(found), delta);
  EXPECT_GT(exact(found / 1.3), delta);
}

TEST(WalkTight, KnownNeighborsCostMoreAndSoDoMoreSteps) {
  TokenQuestion q{.users = 20, .steps = 2000, .epsilon = 0.5, .delta = 1e-6};
  const double hidden = walk_tight(q, 1e-5).value.epsilon;
  q.known_neighbors = true;
  EXPECT_GT(walk_tight(q, 1e-5).value.epsilon, hidden);
  q.known_neighbors = false;
  q.steps = 4000;
  EXPECT_GT(walk_tight(q, 1e-5).value.epsilon, hidden);
}

/// ln P(Bin(trials, p) = k).
double log_mass(std::size_t trials, double p, std::size_t k) {
  if (p == 1.0) return k == trials ? 0.0 : -infinity;
  const auto hits = static_cast<double>(k), misses = static_cast<double>(trials - k);
  return std::lgamma(hits + misses + 1.0) - std::lgamma(hits + 1.0) - std::lgamma(misses + 1.0) + hits * std::log(p) +
         misses * std::log1p(-p);
}

TEST(TokenRenyi, KnownPassesBoundTheMomentOfEveryWalkFromAboveAndNearly) {
  // R_t by its recursion; a cycle of m steps has the moment E e^(alpha (alpha-1) k^2 mu^2 / (2 m)), k ~ Bin(m, p).
  const auto moment = [](const TokenQuestion& q, double mu, double alpha) {
    const double rate = 0.5 * alpha * (alpha - 1.0) * mu * mu, back = q.observed();
    const auto steps = static_cast<std::size_t>(q.steps);
    std::vector<double> cycle{back};
    for (std::size_t m = 1; m < steps; ++m) {
      double sum = 0.0;
      for (std::size_t k = 0; k <= m; ++k)
        sum += std::exp(log_mass(m, q.inclusion(), k) + rate * static_cast<double>(k * k) / static_cast<double>(m));
      cycle.push_back(sum * back * std::pow(1.0 - back, m));
    }
    std::vector<double> r{1.0};
    for (std::size_t t = 1; t <= steps; ++t) {
      double sum = std::pow(1.0 - back, t);
      for (std::size_t m = 0; m < t; ++m) sum += cycle[m] * r[t - 1 - m];
      r.push_back(sum);
    }
    return std::log(r.back()) / (alpha - 1.0);
  };
  for (const std::int64_t users : {2, 3, 20, 100}) {
    for (const double mu : {0.05, 0.5}) {
      const TokenQuestion q{.users = users, .steps = 10 * users, .others = OtherData::anything};
      const TokenRenyi bound(q, mu);
      for (const double alpha : {1.5, 2.0, 5.0}) {
        const double exact = moment(q, mu, alpha);
        EXPECT_GE(bound(alpha), exact * (1.0 - 1e-9)) << users << " " << mu << " " << alpha;
        EXPECT_LE(bound(alpha), 1.35 * exact) << users << " " << mu << " " << alpha;
      }
    }
  }
}

TEST(WalkTight, KnownPassesCostMoreThanKnownNeighborsAndAgreeWithTheBracket) {
  TokenQuestion q{.users = 20, .steps = 400, .epsilon = 0.5, .delta = 1e-6, .known_neighbors = true};
  const double neighbors = walk_tight(q, 1e-5).value.epsilon;
  q.others = OtherData::anything;
  const auto exact = token_epsilon_bracket(q, 1e-5);
  EXPECT_GT(walk_tight(q, 1e-5).value.epsilon, neighbors);
  EXPECT_GE(walk_tight(q, 1e-5).value.epsilon, exact.lower());
  EXPECT_LE(walk_tight(q, 1e-5).value.epsilon, 1.3 * exact.upper());
}

}  // namespace
}  // namespace hearsay::accounting
