// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/chi_squared.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include <hearsay/core/error.hpp>
#include <hearsay/protocol/rumor/counts.hpp>

namespace hearsay::protocol {
namespace {

constexpr auto no_limit = std::numeric_limits<std::uint64_t>::max();

/// Law of (active, informed) after `messages` messages, from the protocol's definition: positions of the sender (0),
/// the other active nodes, the other informed ones and the rest. law[informed][active].
using Law = std::vector<std::vector<double>>;
Law exact_law(std::size_t n, double s, bool self_sends, int messages) {
  Law law(n + 1, std::vector<double>(n + 1, 0.0));
  law[1][1] = 1.0;
  const double receivers = static_cast<double>(self_sends ? n : n - 1);
  for (int t = 0; t < messages; ++t) {
    Law next(n + 1, std::vector<double>(n + 1, 0.0));
    for (std::size_t i = 1; i <= n; ++i) {
      for (std::size_t a = 1; a <= i; ++a) {
        if (i == n) {
          next[i][a] += law[i][a];
          continue;
        }
        const double p = law[i][a] / receivers;
        if (p == 0.0) continue;
        if (self_sends) next[i][a] += p;  // the sender tells itself
        next[i][a] += p * static_cast<double>(a - 1) * s;
        if (a > 1) next[i][a - 1] += p * static_cast<double>(a - 1) * (1.0 - s);
        if (i > a) next[i][a + 1] += p * static_cast<double>(i - a) * s;
        next[i][a] += p * static_cast<double>(i - a) * (1.0 - s);
        next[i + 1][a + 1] += p * static_cast<double>(n - i) * s;
        next[i + 1][a] += p * static_cast<double>(n - i) * (1.0 - s);
      }
    }
    law.swap(next);
  }
  return law;
}

/// P(chi-squared at least as large) of counts against probabilities; cells expecting fewer than 5 are pooled.
double goodness(const std::vector<double>& counts, const std::vector<double>& probabilities, double total) {
  double statistic = 0.0, pooled_count = 0.0, pooled = 0.0;
  int cells = 0;
  const auto add = [&](double count, double expected) {
    statistic += (count - expected) * (count - expected) / expected;
    ++cells;
  };
  for (std::size_t k = 0; k < counts.size(); ++k) {
    if (probabilities[k] * total >= 5.0) {
      add(counts[k], probabilities[k] * total);
    } else {
      pooled_count += counts[k], pooled += probabilities[k] * total;
    }
  }
  if (pooled > 1e-9) add(pooled_count, pooled);
  return cells < 2 ? 1.0 : boost::math::cdf(complement(boost::math::chi_squared(cells - 1), statistic));
}

// The derivation of docs/maths/rumor.md in numbers: given how many are informed, all but one are active independently.
TEST(RumorCounts, ActiveNodesAreBinomialGivenTheInformedOnes) {
  for (const bool self_sends : {true, false}) {
    const double s = 0.3;
    const auto law = exact_law(12, s, self_sends, 20);
    for (std::size_t i = 1; i <= 12; ++i) {
      double informed = 0.0;
      for (const double p : law[i]) informed += p;
      const boost::math::binomial others(static_cast<double>(i - 1), s);
      for (std::size_t a = 1; a <= i; ++a)
        EXPECT_NEAR(law[i][a], informed * pdf(others, static_cast<double>(a - 1)), 1e-14);
    }
  }
}

// 200 nodes: leaps of at least 64 messages, rounds in which too many are drawn, the end game. Eight tests at 10^-5
// each.
TEST(RumorCounts, LeapsHaveTheLawOfSingleMessages) {
  constexpr std::size_t n = 200;
  constexpr int runs = 10'000;
  for (const bool self_sends : {true, false}) {
    for (const double s : {0.2, 1.0}) {
      for (const int messages : {150, 700}) {
        const auto law = exact_law(n, s, self_sends, messages);
        std::vector<double> cells, counts(n * n, 0.0);
        for (std::size_t i = 1; i <= n; ++i) cells.insert(cells.end(), law[i].begin() + 1, law[i].end());
        for (int t = 0; t < runs; ++t) {
          random::Stream stream({5}, random::Purpose::activation, static_cast<std::uint32_t>(t));
          RumorCounts counted(n, s, self_sends);
          counted.run(stream, static_cast<std::uint64_t>(messages));
          ASSERT_TRUE(counted.messages() == static_cast<std::uint64_t>(messages) || counted.informed() == n);
          counts[(counted.informed() - 1) * n + counted.active() - 1] += 1;
        }
        EXPECT_GT(goodness(counts, cells, runs), 1e-5) << s << ' ' << messages << ' ' << self_sends;
      }
    }
  }
}

// A thousand billion nodes: coupon collector's mean and spread, and independent coins of the nodes at the end.
TEST(RumorCounts, AThousandBillionNodesTakeTheTimeOfTheCouponCollector) {
  constexpr std::uint64_t n = 1'000'000'000'000;
  constexpr double s = 0.25;
  constexpr int runs = 60;
  double sum = 0.0, squares = 0.0;
  const double mean = static_cast<double>(n) * (std::log(static_cast<double>(n)) + 0.5772156649015329);
  for (std::uint32_t t = 0; t < runs; ++t) {
    random::Stream stream({6}, random::Purpose::activation, t);
    RumorCounts counted(n, s);
    EXPECT_FALSE(counted.run(stream, n));
    // After n messages a node is uninformed with probability 1/e.
    EXPECT_NEAR(static_cast<double>(counted.informed()), static_cast<double>(n) * (1.0 - std::exp(-1.0)), 6e6);
    EXPECT_TRUE(counted.run(stream, no_limit));
    const double messages = static_cast<double>(counted.messages()) - mean;
    sum += messages, squares += messages * messages;
    EXPECT_NEAR(static_cast<double>(counted.active()), s * static_cast<double>(n),
                6.0 * std::sqrt(s * (1.0 - s) * static_cast<double>(n)));
  }
  // The limit is Gumbel's law: variance n^2 pi^2 / 6.
  const double deviation = static_cast<double>(n) * 1.2825498301618641;
  EXPECT_NEAR(sum / runs, 0.0, 5.0 * deviation / std::sqrt(runs));
  EXPECT_NEAR(std::sqrt(squares / runs) / deviation, 1.0, 0.5);
}

TEST(RumorCounts, BadNumbersAreRefused) {
  EXPECT_THROW(RumorCounts(1, 0.5), Error);
  EXPECT_THROW(RumorCounts(10, 1.5), Error);
  EXPECT_THROW(RumorCounts(2'000'000'000'000'000, 0.5), Error);
}

// A leap that draws more messages than wanted gives some back, and their receivers with them.
TEST(RumorCounts, NeverInformsMoreNodesThanMessagesWereSent) {
  for (std::uint32_t trial = 0; trial < 3000; ++trial) {
    random::Stream stream({31}, random::Purpose::activation, trial);
    RumorCounts counts(1'000'000'000, 1.0);
    counts.run(stream, 100);
    EXPECT_EQ(counts.messages(), 100u);
    EXPECT_LE(counts.informed(), 101u);
  }
}

}  // namespace
}  // namespace hearsay::protocol
