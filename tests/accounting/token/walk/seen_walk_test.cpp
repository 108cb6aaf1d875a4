// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/token/walk/seen_walk.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include <hearsay/accounting/token/walk/graph_walk_loss.hpp>
#include <hearsay/accounting/token/walk/pass_laws.hpp>
#include <hearsay/accounting/token/walk/seen_losses.hpp>
#include <hearsay/accounting/token/walk/seen_target.hpp>
#include <hearsay/accounting/token/walk/seen_walk_loss.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/graph/families/generators.hpp>
#include "tests/graphs.hpp"
#include "tests/reference/reference.hpp"

namespace hearsay::accounting {
namespace {

using testing::metropolis;
using testing::sparse;

/// Two cliques of three nodes that an edge joins, with loops.
graph::GossipMatrix barbell() {
  return sparse({{0.3, 0.3, 0.4, 0.0, 0.0, 0.0},
                 {0.3, 0.2, 0.5, 0.0, 0.0, 0.0},
                 {0.4, 0.5, 0.0, 0.1, 0.0, 0.0},
                 {0.0, 0.0, 0.1, 0.2, 0.3, 0.4},
                 {0.0, 0.0, 0.0, 0.3, 0.6, 0.1},
                 {0.0, 0.0, 0.0, 0.4, 0.1, 0.5}});
}

/// A cycle in one direction, with loops: not symmetric.
graph::GossipMatrix one_way() {
  return sparse({{0.2, 0.5, 0.3, 0.0}, {0.0, 0.3, 0.5, 0.2}, {0.3, 0.0, 0.2, 0.5}, {0.5, 0.2, 0.0, 0.3}});
}

// What is extrapolated once the walk has mixed is what step after step gives, within what is certified.
TEST(FirstArrivals, ExtrapolatesWithinItsError) {
  const auto w = barbell();
  const graph::GossipMatrix back = w.transpose();
  const std::vector<graph::Node> exits{4};
  const auto found = first_arrivals(back, exits, {{0.5, 0.0, 0.5, 0.0, 0.0, 0.0}}, 3000, 0.0, {});
  EXPECT_LT(found.walked, 1500);
  std::vector<long double> law{0.5L, 0.0L, 0.5L, 0.0L, 0.0L, 0.0L};
  for (std::size_t t = 0; t <= 3000; ++t) {
    const long double met = law[4];
    law[4] = 0.0L;
    long double alive = 0.0L;
    for (const auto x : law) alive += x;
    const long double slack = found.per_step * static_cast<long double>(t + 2);
    EXPECT_NEAR(found.from[0].at[0][t], static_cast<double>(met), static_cast<double>(slack * met)) << t;
    EXPECT_NEAR(found.from[0].alive[t], static_cast<double>(alive), static_cast<double>(slack * alive)) << t;
    std::vector<long double> next(6, 0.0L);
    for (int a = 0; a < 6; ++a)
      for (graph::GossipMatrix::InnerIterator entry(w, a); entry; ++entry)
        next[static_cast<std::size_t>(entry.col())] += law[static_cast<std::size_t>(a)] * entry.value();
    law = next;
  }
  EXPECT_LT(found.per_step * 3000, 1e-9);
}

// A walk that alternates between two sides never has one factor, but one for two steps.
TEST(FirstArrivals, PeriodTwo) {
  const auto w = sparse({{0.0, 0.5, 0.0, 0.5}, {0.5, 0.0, 0.5, 0.0}, {0.0, 0.5, 0.0, 0.5}, {0.5, 0.0, 0.5, 0.0}});
  const auto found = first_arrivals(w.transpose(), {0}, {{0.0, 1.0, 0.0, 0.0}}, 1000, 0.0, {});
  EXPECT_LT(found.walked, 200);
  EXPECT_NEAR(found.from[0].at[0][101], std::ldexp(1.0, -51), 1e-12 * std::ldexp(1.0, -51));
  EXPECT_EQ(found.from[0].at[0][100], 0.0);
}

// An exit may separate parts that mix at different rates: here a node that keeps the token, and a part without exits.
TEST(FirstArrivals, PartsHaveFactorsOfTheirOwn) {
  const auto w = sparse({{0.2, 0.1, 0.7, 0.0}, {0.1, 0.9, 0.0, 0.0}, {0.7, 0.0, 0.3, 0.0}, {0.0, 0.0, 0.0, 1.0}});
  const auto found = first_arrivals(w.transpose(), {0}, {{0.25, 0.25, 0.25, 0.25}}, 500, 0.0, {});
  EXPECT_LT(found.walked, 20);
  for (const int t : {1, 2, 10, 100}) {
    const double slow = std::pow(0.9, t - 1), fast = std::pow(0.3, t - 1);
    EXPECT_NEAR(found.from[0].at[0][static_cast<std::size_t>(t)], 0.25 * (0.1 * slow + 0.7 * fast), 1e-13 * slow);
    EXPECT_NEAR(found.from[0].alive[static_cast<std::size_t>(t)], 0.25 * (0.9 * slow + 0.3 * fast + 1.0), 1e-13);
  }
}

TEST(FirstArrivals, SaysIfItCannotEnd) {
  const auto w = metropolis(graph::ring(200));
  std::vector<double> start(200, 1.0 / 200);
  EXPECT_THROW((void)first_arrivals(w.transpose(), {0}, {start}, 100'000, 0.0, {}, 1e4), Error);
}

/// A walk as the coalition sees it, by all walks: expected sums over gaps, and the second moment.
struct WalkSums {
  double limit = 0.0, moment = 0.0;
};

/// The chance of every sequence of gaps with their passes, by recursion over the steps.
WalkSums sum_over_walks(const graph::GossipMatrix& w, const std::vector<bool>& observer, int target, int steps,
                        double mu, OtherData others) {
  const Eigen::MatrixXd dense(w);
  const int n = static_cast<int>(dense.rows());
  // A reading: who holds the token, after how many hidden steps; what is hidden: how many of them are passes.
  using View = std::vector<std::pair<int, int>>;
  std::map<View, std::map<std::vector<int>, double>> law;
  const auto walk = [&](auto&& self, int t, int at, double chance, View view, std::vector<int> passes, int hidden,
                        int k) -> void {
    if (chance == 0.0) return;
    if (observer[static_cast<std::size_t>(at)]) {
      view.emplace_back(at, hidden);
      passes.push_back(k);
      hidden = k = 0;
    } else {
      ++hidden;
      if (at == target) ++k;
    }
    if (t == steps) {
      law[view][passes] += chance;
      return;
    }
    for (int b = 0; b < n; ++b) self(self, t + 1, b, chance * dense(at, b), view, passes, hidden, k);
  };
  for (int a = 0; a < n; ++a) walk(walk, 0, a, 1.0 / n, {}, {}, 0, 0);
  WalkSums found;
  for (const auto& [view, given] : law) {
    double all = 0.0;
    for (const auto& [passes, chance] : given) all += chance;
    for (std::size_t i = 0; i < view.size(); ++i) {
      const double hidden = view[i].second;
      if (hidden == 0.0) continue;
      double mean = 0.0, square = 0.0;
      for (const auto& [passes, chance] : given) mean += passes[i] * chance, square += passes[i] * passes[i] * chance;
      found.limit += (others == OtherData::anything ? square : mean * mean / all) / hidden;
    }
    for (const auto& [j, p] : given) {
      for (const auto& [k, q] : given) {
        if (others == OtherData::anything && j != k) continue;
        double exponent = 0.0;
        for (std::size_t i = 0; i < view.size(); ++i)
          if (view[i].second > 0) exponent += mu * mu * j[i] * k[i] / view[i].second;
        found.moment += (others == OtherData::anything ? p : p * q / all) * std::exp(exponent);
      }
    }
  }
  return found;
}

// Every walk of up to six steps, one by one: one observer, coalitions, weights that are not symmetric.
TEST(SeenTarget, EqualsTheSumOverAllWalks) {
  for (const auto& w : {one_way(), sparse({{0.5, 0.5, 0.0}, {0.5, 0.0, 0.5}, {0.0, 0.5, 0.5}})}) {
    const int n = static_cast<int>(w.rows());
    for (const auto& observers : std::vector<std::vector<graph::Node>>{{0}, {1}, {0, 1}}) {
      std::vector<bool> seen(static_cast<std::size_t>(n), false);
      for (const auto v : observers) seen[v] = true;
      for (const int steps : {1, 2, 6}) {
        const auto walk = seen_walk(w, observers, steps);
        for (const auto others : {OtherData::known, OtherData::anything}) {
          const double mu = 0.9;
          const auto truth = sum_over_walks(w, seen, 2, steps, mu, others);
          const auto found = seen_target_losses(walk, 2, {.others = others, .mu = mu});
          const double renyi = std::log(truth.moment);
          EXPECT_LE(found.limit.lower(), truth.limit * (1 + 1e-13));
          EXPECT_GE(found.limit.upper(), truth.limit * (1 - 1e-13));
          EXPECT_LE(found.renyi.lower(), renyi + 1e-14);
          EXPECT_GE(found.renyi.upper(), renyi - 1e-14);
          EXPECT_LE(found.limit.width(), 1e-10);
          EXPECT_LE(found.renyi.width(), 1e-10);
        }
      }
    }
  }
}

// The other road: transfer matrices over nodes and passes. With transforms beyond 40 hidden steps, too.
TEST(SeenTarget, EqualsTransferMatrices) {
  for (const auto& w : {barbell(), metropolis(graph::ring(7)), metropolis(graph::star(6))}) {
    const auto walk = seen_walk(w, {0}, 90);
    for (const auto others : {OtherData::known, OtherData::anything}) {
      const auto gaps = walk_gaps({w, 0, 3, 90, others});
      const double limit = graph_walk_limit(gaps), renyi2 = graph_walk_renyi2(gaps, 0.2);
      for (const std::int64_t exact : {40, 1024}) {
        const auto found = seen_target_losses(walk, 3, {.others = others, .mu = 0.2, .exact = exact});
        EXPECT_LE(found.limit.lower(), limit * (1 + 1e-12)) << exact;
        EXPECT_GE(found.limit.upper(), limit * (1 - 1e-12)) << exact;
        EXPECT_LE(found.limit.width(), 1e-8 * limit) << exact;
        EXPECT_LE(found.renyi.lower(), renyi2 * (1 + 1e-12)) << exact;
        EXPECT_GE(found.renyi.upper(), renyi2 * (1 - 1e-12)) << exact;
        EXPECT_LE(found.renyi.width(), 1e-6 * renyi2) << exact;
      }
    }
  }
}

/// The cycle with chords of scripts/reference/walk_coalition.py.
graph::GossipMatrix chords(int n) {
  Eigen::MatrixXd edges = Eigen::MatrixXd::Zero(n, n);
  for (int i = 0; i < n; ++i)
    for (const int j : {(i + 1) % n, (3 * i + 1) % n})
      if (i != j) edges(i, j) = edges(j, i) = 1.0;
  const Eigen::VectorXd degree = edges.rowwise().sum();
  for (int i = 0; i < n; ++i) {
    double rest = 1.0;
    for (int j = 0; j < n; ++j)
      if (edges(i, j) != 0.0) rest -= edges(i, j) = 1.0 / (1.0 + std::max(degree(i), degree(j)));
    edges(i, i) += rest;
  }
  return edges.sparseView();
}

// Computed in Python, step by step, without series in time; here with transforms beyond 64 hidden steps.
TEST(SeenTarget, EqualsPythonForACoalition) {
  const auto w = chords(24);
  for (const auto& row : tests::reference_rows("walk_coalition.tsv")) {
    const auto walk = seen_walk(w, {0, 7}, static_cast<std::int64_t>(row[0]));
    const auto found = seen_target_losses(walk, 3, {.mu = row[1], .exact = 64});
    EXPECT_LE(found.limit.lower(), row[2] * (1 + 1e-10)) << row[0];
    EXPECT_GE(found.limit.upper(), row[2] * (1 - 1e-10)) << row[0];
    EXPECT_LE(found.limit.width(), 1e-7 * row[2]) << row[0];
    EXPECT_LE(found.renyi.lower(), row[3] * (1 + 1e-10)) << row[0];
    EXPECT_GE(found.renyi.upper(), row[3] * (1 - 1e-10)) << row[0];
    EXPECT_LE(found.renyi.width(), 1e-6 * row[3]) << row[0];
  }
}

// Coarse time gives brackets around fine time.
TEST(SeenTarget, BlocksOfTimeAreBounds) {
  const auto w = barbell();
  const auto walk = seen_walk(w, {0, 5}, 200);
  const PassLaws laws(walk, 3, {});
  TargetMoments moments;
  for (std::size_t start = 0; start <= 2; ++start)
    for (std::size_t end = 0; end < 2; ++end) {
      MomentCollector one(walk, laws, start, end, OtherData::known, 0.25);
      laws.each(start, end, [&](const PassLaws::Passes& passes) { one.add(passes); });
      moments.push_back(one.result());
    }
  const auto fine = seen_walk_moment(walk, moments), coarse = seen_walk_moment(walk, moments, 1e4);
  EXPECT_LE(fine.width(), 1e-9 * fine.upper());
  EXPECT_LT(coarse.lower(), fine.lower());
  EXPECT_GT(coarse.upper(), fine.upper());
}

TEST(SeenTarget, EpsilonMeetsThatOfTransferMatrices) {
  const auto w = metropolis(graph::ring(7));
  for (const auto others : {OtherData::known, OtherData::anything}) {
    for (const int steps : {1, 8}) {
      const auto walk = seen_walk(w, {0}, steps);
      const auto found = seen_target_losses(walk, 2, {.others = others, .mu = 0.5, .delta = 1e-5});
      const auto exact = GraphWalkLoss(walk_gaps({w, 0, 2, steps, others}), 0.5).epsilon(1e-5);
      EXPECT_LE(found.epsilon->lower(), exact.upper()) << steps;
      EXPECT_GE(found.epsilon->upper(), exact.lower()) << steps;
      EXPECT_LE(found.epsilon->width(), 0.05 * exact.upper()) << steps;
    }
  }
}

/// [k]: sum of law[j] over j >= k.
double tail(const std::vector<double>& law, std::size_t k) {
  double sum = 0.0;
  for (std::size_t j = law.size(); j > k; --j) sum += law[j - 1];
  return sum;
}

// By transforms and by direct products: the same probabilities, within what the transforms may round.
TEST(PassLaws, TransformsAreWithinTheirWidth) {
  const auto walk = seen_walk(barbell(), {0}, 150);
  const PassLaws transforms(walk, 3, {}, 20), products(walk, 3, {});
  std::vector<std::vector<double>> direct;
  products.each(
      1, 0, [&](const PassLaws::Passes& passes) { direct.emplace_back(passes.chance.begin(), passes.chance.end()); });
  transforms.each(1, 0, [&](const PassLaws::Passes& passes) {
    if (passes.k == 0 || passes.k > transforms.most() || passes.k >= direct.size()) return;
    EXPECT_GT(passes.width, 0.0);
    EXPECT_LT(passes.width, 1e-14);
    for (std::size_t m = 21; m <= 150; ++m) {
      const double truth = direct[passes.k][m], slack = 2.0 * products.relative(static_cast<std::int64_t>(m)) * truth;
      EXPECT_NEAR(passes.chance[m], truth, passes.width + slack) << passes.k << ' ' << m;
    }
  });
}

// The law of passes given a gap, by transfer matrices, lies between the two laws of its bucket.
TEST(GapBuckets, HoldTheLawsOfTheirGaps) {
  const auto w = barbell();
  const auto walk = seen_walk(w, {0}, 150);
  const PassLaws laws(walk, 3, {}, 20);
  const auto gaps = walk_gaps({w, 0, 3, 150});
  for (const std::size_t start : std::vector<std::size_t>{0, 1}) {
    BucketCollector collector(walk, laws, start, 0);
    laws.each(start, 0, [&](const PassLaws::Passes& passes) { collector.add(passes); });
    std::int64_t next = 1;
    for (const auto& bucket : collector.result()) {
      EXPECT_EQ(bucket.least, next);
      next = bucket.most + 1;
      for (auto m = bucket.least; m <= std::min<std::int64_t>(bucket.most, 149); ++m) {
        const auto& gap =
            start == 0 ? gaps.first[static_cast<std::size_t>(m - 1)] : gaps.later[static_cast<std::size_t>(m)];
        ASSERT_EQ(gap.hidden, m);
        for (std::size_t k = 1; k <= static_cast<std::size_t>(m); ++k) {
          const double truth = tail(gap.passes, k) / gap.chance();
          EXPECT_LE(truth, tail(bucket.law(divergence::Side::pessimistic), k) + bucket.beyond + 1e-15) << m << ' ' << k;
          EXPECT_GE(truth, tail(bucket.law(divergence::Side::optimistic), k) - 1e-15) << m << ' ' << k;
        }
      }
    }
    EXPECT_EQ(next, 151);
  }
}

// A bucket of longer gaps has more noise at its far end: that lowers the lower end only.
TEST(SeenWalkLoss, TakesTheNoiseOfTheBucketsEnds) {
  const auto walk = seen_walk(metropolis(graph::ring(5)), {0}, 5);
  const PassLaws laws(walk, 2, {});
  TargetBuckets buckets;
  for (const std::size_t start : std::vector<std::size_t>{0, 1}) {
    BucketCollector collector(walk, laws, start, 0);
    laws.each(start, 0, [&](const PassLaws::Passes& passes) { collector.add(passes); });
    buckets.push_back(collector.result());
  }
  auto wide = buckets;
  for (auto& series : wide)
    for (auto& bucket : series) bucket.most *= 2;
  const auto one = SeenWalkLoss(walk, buckets, OtherData::known, 0.5).epsilon(1e-3);
  const auto other = SeenWalkLoss(walk, wide, OtherData::known, 0.5).epsilon(1e-3);
  EXPECT_EQ(one.upper(), other.upper());
  EXPECT_GT(one.lower(), 1.05 * other.lower());
}

// Two tokens that walk independently lose twice the divergence, and epsilon more than of one.
TEST(SeenTarget, TokensCompose) {
  const auto walk = seen_walk(metropolis(graph::ring(5)), {0}, 6);
  const auto one = seen_target_losses(walk, 2, {.mu = 0.5, .delta = 1e-4});
  const auto two = seen_target_losses(walk, 2, {.mu = 0.5, .delta = 1e-4, .tokens = 2});
  EXPECT_NEAR(two.renyi.estimate(), 2 * one.renyi.estimate(), 1e-12);
  EXPECT_NEAR(two.limit.estimate(), 2 * one.limit.estimate(), 1e-12);
  EXPECT_GT(two.epsilon->lower(), one.epsilon->upper());
  EXPECT_LT(two.epsilon->upper(), 2 * one.epsilon->upper());
}

// More observers learn more; an order above 2 loses more.
TEST(SeenTarget, GrowsWithObserversAndOrder) {
  const auto w = barbell();
  const auto one = seen_target_losses(seen_walk(w, {0}, 60), 3, {.mu = 0.5});
  const auto two = seen_target_losses(seen_walk(w, {0, 5}, 60), 3, {.mu = 0.5});
  EXPECT_LT(one.renyi.upper(), two.renyi.lower());
  const auto fourth = seen_target_losses(seen_walk(w, {0}, 60), 3, {.mu = 0.5, .order = 4.0});
  EXPECT_GE(fourth.renyi.lower(), one.renyi.lower());
  const auto known =
      seen_target_losses(seen_walk(w, {0}, 60), 3, {.others = OtherData::anything, .mu = 0.5, .order = 4.0});
  EXPECT_EQ(fourth.renyi.upper(), known.renyi.upper());
  EXPECT_LE(known.renyi.width(), 1e-9 * known.renyi.upper());
}

TEST(SeenTarget, Refusals) {
  const auto w = barbell();
  EXPECT_THROW((void)seen_walk(w, {}, 5), Error);
  EXPECT_THROW((void)seen_walk(w, {1, 1}, 5), Error);
  EXPECT_THROW((void)seen_walk(w, {1}, 0), Error);
  EXPECT_THROW((void)seen_walk(sparse({{0.5, 0.5}, {0.25, 0.75}}), {0}, 5), Error);
  const auto walk = seen_walk(w, {0, 1}, 5);
  EXPECT_THROW((void)seen_target_losses(walk, 1, {}), Error);
  EXPECT_THROW((void)seen_target_losses(walk, 2, {.mu = 0.0}), Error);
  EXPECT_THROW((void)seen_target_losses(walk, 2, {.order = 1.0}), Error);
  EXPECT_THROW((void)seen_target_losses(walk, 2, {.others = OtherData::in_range}), Error);
}

}  // namespace
}  // namespace hearsay::accounting
