// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include <hearsay/accounting/token/ring/ring.hpp>
#include <hearsay/accounting/token/ring/ring_histogram.hpp>
#include <hearsay/core/error.hpp>

#include "props/oracle/rational.hpp"
#include "tests/error_message.hpp"

namespace hearsay::accounting {
namespace {

using props::oracle::Rational;
using tests::message_of;

using Counts = std::vector<int>;
using Law = std::map<Counts, Rational>;

/// Adds one answer that is `value` with probability 1 - gamma and uniform otherwise.
Law answered(const Law& law, int value, int buckets, const Rational& gamma) {
  Law sum;
  for (const auto& [counts, chance] : law) {
    for (int l = 0; l < buckets; ++l) {
      auto next = counts;
      ++next[static_cast<std::size_t>(l)];
      sum[next] += chance * (gamma / buckets + (l == value ? Rational(1) - gamma : Rational(0)));
    }
  }
  return sum;
}

/// The ring by its definition: users speak in order, user v sees what was added since it last held the token.
struct World {
  int users, rounds, buckets, initial;
  Rational gamma;
};
std::vector<Law> windows_of(const World& w, const std::vector<int>& values, int v, int u) {
  std::vector<Law> windows;
  for (int round = 0; round < w.rounds; ++round) {
    Law law{{Counts(static_cast<std::size_t>(w.buckets), 0), Rational(1)}};
    for (int i = 0; round == 0 && i < w.initial; ++i) law = answered(law, 0, w.buckets, Rational(1));
    for (int user = 0; user < w.users; ++user) {
      if (user != v && (round > 0 || user < v))
        law = answered(law, values[static_cast<std::size_t>(user)], w.buckets, w.gamma);
    }
    if (round > 0 || u < v) windows.push_back(law);  // otherwise the same under both values
  }
  return windows;
}

Rational divergence(const std::vector<Law>& p, const std::vector<Law>& q, const Rational& scale, std::size_t window = 0,
                    const Rational& with = 1, const Rational& without = 1) {
  if (window == p.size()) return with > scale * without ? Rational(with - scale * without) : Rational(0);
  Rational sum = 0;
  for (const auto& [counts, chance] : p[window])
    sum += divergence(p, q, scale, window + 1, with * chance, without * q[window].at(counts));
  return sum;
}

/// Over all pairs of users and all values.
Rational by_enumeration(const World& w, const Rational& scale) {
  Rational worst = 0;
  std::vector<int> values(static_cast<std::size_t>(w.users), 0);
  while (true) {
    for (int v = 0; v < w.users; ++v) {
      for (int u = 0; u < w.users; ++u) {
        if (u == v || values[static_cast<std::size_t>(v)] != 0) continue;
        for (int to = 0; to < w.buckets; ++to) {
          auto changed = values;
          if (changed[static_cast<std::size_t>(u)] == to) continue;
          changed[static_cast<std::size_t>(u)] = to;
          worst = std::max(worst, divergence(windows_of(w, values, v, u), windows_of(w, changed, v, u), scale));
        }
      }
    }
    std::size_t i = 0;
    while (i < values.size() && ++values[i] == w.buckets) values[i++] = 0;
    if (i == values.size()) return worst;
  }
}

TEST(WalkRingHistogram, IsTheWorstOfAllPairsAndValuesByExactEnumeration) {
  for (const auto& w :
       {World{2, 1, 2, 1, Rational(1, 2)}, World{2, 3, 3, 2, Rational(1, 3)}, World{3, 1, 2, 3, Rational(2, 3)},
        World{3, 2, 2, 2, Rational(1, 2)}, World{4, 2, 2, 1, Rational(3, 4)}, World{3, 3, 2, 1, Rational(1, 4)},
        World{3, 2, 3, 1, Rational(1, 2)}, World{4, 2, 3, 0, Rational(3, 4)}, World{3, 2, 4, 1, Rational(2, 3)},
        World{2, 2, 4, 1, Rational(2, 3)}}) {
    for (const auto& scale : {Rational(1), Rational(51, 50), Rational(5, 4), Rational(2)}) {
      const double worst = props::oracle::to_double(by_enumeration(w, scale));
      const RingHistogram ring{.users = w.users,
                               .rounds = w.rounds,
                               .buckets = w.buckets,
                               .gamma = props::oracle::to_double(w.gamma),
                               .initial = w.initial};
      const auto found = ring.delta(std::log(props::oracle::to_double(scale)));
      SCOPED_TRACE(fmt::format("n = {}, K = {}, L = {}, scale = {}: {} in [{}, {}]", w.users, w.rounds, w.buckets,
                               props::oracle::to_double(scale), worst, found.lower(), found.upper()));
      if (w.buckets <= 3 || w.rounds == 1 || w.users == 2) {
        EXPECT_NEAR(found.lower(), worst, 1e-11);
        EXPECT_NEAR(found.upper(), worst, 1e-11);
      } else {
        EXPECT_LE(found.lower(), worst * (1.0 + 1e-11));
        EXPECT_GE(found.upper(), worst * (1.0 - 1e-11));
      }
    }
  }
}

TEST(WalkRingHistogram, OneLapOfTwoBucketsIsTheSumOverOneBinomial) {
  for (const std::int64_t initial : {1, 40, 3000}) {
    const RingHistogram ring{.users = 5000, .rounds = 1, .buckets = 2, .gamma = 0.6, .initial = initial};
    const auto others = answers_law(0, initial, 1.0);
    for (const double epsilon : {0.0, 0.02, 0.3}) {
      const double expected = hidden_answer_delta(others, ring.gamma, epsilon);
      const auto found = ring.delta(epsilon);
      EXPECT_NEAR(found.lower(), expected, 1e-11) << initial << ' ' << epsilon;
      EXPECT_NEAR(found.upper(), expected, 1e-11) << initial << ' ' << epsilon;
    }
  }
}

/// Two laps of two buckets where `ones` of the others hold the new value: the definition, in double precision.
double two_laps(const RingHistogram& ring, std::int64_t ones, double epsilon) {
  const auto first = answers_law(0, ring.initial, 1.0), later = answers_law(ones, ring.users - 2 - ones, ring.gamma);
  const double truth = 1.0 - 0.5 * ring.gamma, lie = 0.5 * ring.gamma;
  const auto at = [](const std::vector<double>& law, std::size_t k) { return k < law.size() ? law[k] : 0.0; };
  const auto with = [&](const std::vector<double>& law, std::size_t k, double one, double zero) {
    return (k > 0 ? one * at(law, k - 1) : 0.0) + zero * at(law, k);
  };
  double sum = 0.0;
  for (std::size_t a = 0; a <= first.size(); ++a) {
    for (std::size_t b = 0; b <= later.size(); ++b) {
      sum += std::max(0.0, with(first, a, truth, lie) * with(later, b, truth, lie) -
                               std::exp(epsilon) * with(first, a, lie, truth) * with(later, b, lie, truth));
    }
  }
  return sum;
}

TEST(WalkRingHistogram, TheGridContainsTheDirectSumAndMovesLossesByLessThanItsStep) {
  for (const auto& ring : {RingHistogram{.users = 20, .rounds = 2, .buckets = 2, .gamma = 0.7, .initial = 9},
                           RingHistogram{.users = 33, .rounds = 2, .buckets = 2, .gamma = 0.3, .initial = 10},
                           RingHistogram{.users = 40, .rounds = 2, .buckets = 2, .gamma = 0.3, .initial = 9}}) {
    // Up to 32 others or so the pieces are single data sets, and the pessimistic grid raises each lap's loss by at most
    // one step, which is below this:
    const double moved = 2.0 * std::log((1.0 - 0.5 * ring.gamma) / (0.5 * ring.gamma)) / 300.0;
    for (const double epsilon : {0.0, 0.02, 0.4}) {
      double worst = 0.0, above = 0.0;
      for (std::int64_t ones = 0; ones <= ring.users - 2; ++ones) {
        worst = std::max(worst, two_laps(ring, ones, epsilon));
        above = std::max(above, two_laps(ring, ones, epsilon - moved));
      }
      const double stated = std::max(two_laps(ring, 0, epsilon), two_laps(ring, ring.users - 2, epsilon));
      const auto found = ring.delta(epsilon);
      SCOPED_TRACE(fmt::format("n = {}, epsilon = {}: {} (one value: {}) in [{}, {}]", ring.users, epsilon, worst,
                               stated, found.lower(), found.upper()));
      EXPECT_GE(found.upper(), worst * (1.0 - 1e-11));
      if (ring.users <= 33) {
        EXPECT_LE(found.upper(), above * (1.0 + 1e-11));
      }
      EXPECT_LE(found.lower(), stated * (1.0 + 1e-11));
      EXPECT_GT(found.lower(), 0.9 * stated);
    }
  }
}

TEST(WalkRingHistogram, ManyUsersOfTwoBucketsContainTheDirectSum) {
  // Hundreds of others hold each value, so that the counts that are added stay far from 0.
  const RingHistogram ring{.users = 1500, .rounds = 2, .buckets = 2, .gamma = 0.6, .initial = 900};
  const double epsilon = 0.1;
  double worst = 0.0;
  for (const std::int64_t ones : {0, 400, 749, 1098, 1498}) worst = std::max(worst, two_laps(ring, ones, epsilon));
  const double stated = std::max(two_laps(ring, 0, epsilon), two_laps(ring, 1498, epsilon));
  const auto found = ring.delta(epsilon);
  SCOPED_TRACE(fmt::format("{} (one value: {}) in [{}, {}]", worst, stated, found.lower(), found.upper()));
  EXPECT_GE(found.upper(), worst * (1.0 - 1e-11));
  EXPECT_LT(found.upper(), 1.1 * worst);
  EXPECT_LE(found.lower(), stated * (1.0 + 1e-11));
  EXPECT_GT(found.lower(), 0.9 * stated);
}

/// Three buckets, two laps, `fresh` and `old` others with the two values: counts of both, by adding one answer at a
/// time.
double two_laps_of_three(const RingHistogram& ring, std::int64_t fresh, std::int64_t old, double epsilon) {
  using Grid = std::map<std::pair<int, int>, double>;
  const double lie = ring.gamma / 3.0, truth = 1.0 - 2.0 * lie;
  const auto add = [](const Grid& law, double one, double other, double rest) {
    Grid sum;
    for (const auto& [at, mass] : law) {
      sum[{at.first + 1, at.second}] += one * mass;
      sum[{at.first, at.second + 1}] += other * mass;
      sum[at] += rest * mass;
    }
    return sum;
  };
  Grid first{{{0, 0}, 1.0}}, later = first;
  for (std::int64_t i = 0; i < ring.initial; ++i) first = add(first, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0);
  for (std::int64_t i = 0; i < ring.users - 2; ++i)
    later = i < fresh         ? add(later, truth, lie, lie)
            : i < fresh + old ? add(later, lie, truth, lie)
                              : add(later, lie, lie, truth);
  const auto first_p = add(first, truth, lie, lie), later_p = add(later, truth, lie, lie);
  auto first_q = add(first, lie, truth, lie), later_q = add(later, lie, truth, lie);
  double sum = 0.0;
  for (const auto& [a, p] : first_p) {
    for (const auto& [b, r] : later_p) sum += std::max(0.0, p * r - std::exp(epsilon) * first_q[a] * later_q[b]);
  }
  return sum;
}

TEST(WalkRingHistogram, ThreeBucketsContainEveryDataSet) {
  const RingHistogram ring{.users = 14, .rounds = 2, .buckets = 3, .gamma = 0.7, .initial = 10};
  for (const double epsilon : {0.0, 0.1, 0.5}) {
    double worst = 0.0;
    for (std::int64_t fresh = 0; fresh <= 12; fresh += 3) {
      for (std::int64_t old = 0; old <= 12 - fresh; old += 3)
        worst = std::max(worst, two_laps_of_three(ring, fresh, old, epsilon));
    }
    const double stated = two_laps_of_three(ring, 0, 0, epsilon);
    const auto found = ring.delta(epsilon);
    SCOPED_TRACE(fmt::format("epsilon = {}: {} (third value: {}) in [{}, {}]", epsilon, worst, stated, found.lower(),
                             found.upper()));
    EXPECT_GE(found.upper(), worst * (1.0 - 1e-11));
    EXPECT_LE(found.lower(), stated * (1.0 + 1e-11));
    EXPECT_GT(found.lower(), 0.9 * stated);
  }
}

TEST(WalkRingHistogram, TightPromisesTheUpperEndOrSaysWhyNot) {
  const RingQuestion q{.users = 1001,
                       .rounds = 5,
                       .epsilon = 0.1,
                       .delta = 1e-6,
                       .delta_prime = 1e-6,
                       .task = TokenTask::histogram,
                       .buckets = 3};
  const auto tight = ring_tight(q);
  ASSERT_TRUE(tight.valid) << tight.why;
  const double gamma = ring_response_repaired(q).value.gamma;
  const RingHistogram ring{.users = 1001,
                           .rounds = 5,
                           .buckets = 3,
                           .gamma = gamma,
                           .initial = static_cast<std::int64_t>(std::ceil(gamma * 1001.0))};
  EXPECT_DOUBLE_EQ(tight.value.epsilon, ring.epsilon(tight.value.delta).upper());
  EXPECT_LT(tight.value.epsilon, ring_published(q).value.epsilon);
  auto large = q;
  large.users = 1'000'000'000'000;
  EXPECT_FALSE(ring_tight(large).valid);
  EXPECT_THAT(ring_tight(large).why, testing::HasSubstr("ring_histogram: the local epsilon"));
}

TEST(WalkRingHistogram, RefusesByName) {
  const auto ask = [](const RingHistogram& ring) { return message_of([&] { (void)ring.delta(0.1); }); };
  EXPECT_THAT(ask({.users = 1}), testing::HasSubstr("users = 1"));
  EXPECT_THAT(ask({.buckets = 1}), testing::HasSubstr("buckets = 1"));
  EXPECT_THAT(ask({.gamma = 1.0}), testing::HasSubstr("gamma = 1"));
  EXPECT_THAT(ask({.gamma = 1e-30}), testing::StartsWith("HS-203 ring_histogram: the local epsilon"));
  EXPECT_THAT(ask({.users = 1'000'000'000, .rounds = 2}), testing::StartsWith("HS-302 ring_histogram: "));
}

}  // namespace
}  // namespace hearsay::accounting
