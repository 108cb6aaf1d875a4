// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>

#include <hearsay/accounting/rumor/chain.hpp>
#include <hearsay/accounting/rumor/exact.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/protocol/rumor/counts.hpp>
#include <hearsay/stats/clopper_pearson.hpp>

namespace hearsay::accounting {
namespace {

/// P(the source is the first of `suspects` suspects seen) from the exact law: nodes 0 .. suspects - 1, source 0.
double by_exact_law(int nodes, int curious, double muting, int suspects) {
  const RumorLaw<double> law(rumor_world(nodes, curious), muting);
  auto mu = law.start(0);
  double success = 0.0, left = 1.0;
  while (left > 1e-13) {
    const auto visits = law.visits(mu);
    mu.assign(mu.size(), 0.0);
    for (std::size_t o = 0; o < law.labels().size(); ++o) {
      const auto next = law.observe(visits, o);
      for (std::size_t x = 0; x < next.size(); ++x) {
        if (law.labels()[o].sender == 0) success += next[x];
        if (law.labels()[o].sender >= suspects) mu[x] += next[x];
      }
    }
    left = 0.0;
    for (const double p : mu) left += p;
  }
  return success;
}

TEST(RumorChain, AgreesWithTheExactLawOfSmallCrowds) {
  for (int n = 3; n <= 6; ++n) {
    for (int f = 1; f <= n - 2; ++f) {
      for (int m = 2; m <= n - f; ++m) {
        for (const double s : {0.0, 0.1, 0.5, 1.0}) {
          const Bracket chain = rumor_map_success(rumor_crowd(n, f), s, static_cast<std::uint64_t>(m));
          EXPECT_NEAR(chain.estimate(), by_exact_law(n, f, s, m), 1e-8) << n << ' ' << f << ' ' << m << ' ' << s;
        }
      }
    }
  }
}

// Twenty points, counts simulated message by message; together they err with probability below 1e-6 (seed fixed).
TEST(RumorChain, AgreesWithSimulationAtTwentyPoints) {
  struct Point {
    std::uint32_t nodes, curious, suspects;
    double muting;
  };
  std::vector<Point> points;
  for (const double s : {0.05, 0.3, 0.7, 1.0}) {
    points.push_back({30, 6, 10, s});
    points.push_back({100, 25, 30, s});
    points.push_back({200, 20, 180, s});
    points.push_back({1000, 100, 20, s});
    points.push_back({4096, 2000, 300, s});
  }
  constexpr std::uint64_t runs = 5'000;
  for (const auto& p : points) {
    std::uint64_t hits = 0;
    for (std::uint64_t t = 0; t < runs; ++t) {
      random::Words words({11}, random::Purpose::activation, static_cast<std::uint32_t>(t),
                          static_cast<std::uint32_t>(&p - points.data()));
      hits +=
          protocol::rumor_race(
              {.nodes = p.nodes, .curious = p.curious, .suspects = p.suspects, .muting = p.muting, .unending = true},
              words) == protocol::RumorRace::source
              ? 1
              : 0;
    }
    const Bracket found = stats::clopper_pearson(hits, runs, 1e-6 / 20);
    const double exact = rumor_map_success({p.nodes, p.curious}, p.muting, p.suspects).estimate();
    EXPECT_TRUE(found.contains(exact)) << p.nodes << ' ' << p.suspects << ' ' << p.muting << ": " << exact << " not in "
                                       << found.lower() << ' ' << found.upper();
  }
}

// Two roads: every count kept apart, and the split of the active nodes replaced by its mean.
TEST(RumorChain, ThePartThatIsApproximatedIsCloseToTheExactOne) {
  constexpr RumorChainEffort all{}, none{.exact_work = 0.0};
  for (const auto& [n, f, m] : {std::tuple{65, 6, 20}, {100, 50, 2}, {100, 30, 30}}) {
    const auto crowd = rumor_crowd(n, f);
    const auto suspects = static_cast<std::uint64_t>(m);
    for (const double s : {0.3, 1.0}) {
      EXPECT_TRUE(rumor_map_success_is_exact(crowd, s, suspects, all));
      EXPECT_FALSE(rumor_map_success_is_exact(crowd, s, suspects, none));
      const double exact = rumor_map_success(crowd, s, suspects, all).estimate(),
                   approximation = rumor_map_success(crowd, s, suspects, none).estimate();
      EXPECT_NEAR(approximation, exact, 3e-5) << n;
      EXPECT_NE(approximation, exact);
    }
  }
}

// With every honest node suspected both chains leave nothing out.
TEST(RumorChain, BothChainsAgreeWhenEveryoneIsSuspected) {
  for (const double s : {0.1, 0.6, 1.0}) {
    const RumorCrowd crowd{80, 20};
    EXPECT_TRUE(rumor_map_success_is_exact(crowd, s, 60, {.exact_work = 0.0}));
    EXPECT_NEAR(rumor_map_success(crowd, s, 60, {.exact_work = 0.0}).estimate(),
                rumor_map_success(crowd, s, 60).estimate(), 1e-8);
  }
}

TEST(RumorChain, WithoutMutingParameterTheCapIsMet) {
  const RumorCrowd crowd{1'000'000'000, 100'000'000};
  EXPECT_NEAR(rumor_map_success(crowd, 0.0, 50).estimate(), rumor_attack_cap(rumor_delta_limit(crowd, 0.0), 50), 1e-15);
  EXPECT_EQ(rumor_map_success(crowd, 0.5, 1).estimate(), 1.0);
}

TEST(RumorChain, ABillionNodesAreAsEasyAsAThousandWhenEveryoneIsSuspected) {
  const RumorCrowd crowd{1'000'000'000, 100'000'000}, small{10'000, 1'000};
  EXPECT_NEAR(rumor_map_success(crowd, 0.5, 900'000'000).estimate(), rumor_map_success(small, 0.5, 9'000).estimate(),
              1e-3);
}

TEST(RumorChain, TheBracketHoldsTheNumberOfATighterOne) {
  const RumorCrowd crowd{5000, 500};
  const Bracket rough = rumor_map_success(crowd, 0.6, 40, {.tolerance = 1e-4}),
                fine = rumor_map_success(crowd, 0.6, 40, {.tolerance = 1e-12});
  EXPECT_TRUE(rough.contains(fine.estimate()));
  EXPECT_LT(fine.width(), 1e-9);
}

TEST(RumorChain, RefusesBadNumbers) {
  EXPECT_THROW((void)rumor_map_success({10, 3}, 0.5, 8), Error);
  EXPECT_THROW((void)rumor_map_success({10, 3}, 0.5, 0), Error);
  EXPECT_THROW((void)rumor_map_success({10, 3}, -0.1, 2), Error);
  EXPECT_THROW((void)rumor_map_success({1'000'000'000, 100}, 0.5, 1000), Error);
}

// Mean and variance from the distribution function, sum of tails; two roads.
TEST(RumorMessages, MeanAndVarianceAreThoseOfTheDistribution) {
  for (const std::uint64_t n : {2u, 3u, 10u, 40u}) {
    double mean = 0.0, square = 0.0;
    for (std::uint64_t t = 0; t < 40 * n; ++t) {
      const double tail = 1.0 - rumor_messages_cdf(n, t);
      mean += tail;
      square += (2.0 * static_cast<double>(t) + 1.0) * tail;
    }
    const auto law = rumor_messages(n);
    EXPECT_NEAR(law.mean, mean, 1e-6 * mean);
    EXPECT_NEAR(law.variance, square - mean * mean, 1e-5 * square);
  }
  EXPECT_NEAR(rumor_messages(2).mean, 2.0, 1e-12);  // geometric with p = 1/2
  EXPECT_NEAR(rumor_messages(3).mean, 4.5, 1e-12);  // 3 (1 + 1/2)
}

TEST(RumorActive, OneMessageInformsAnotherNodeWithProbabilityOneMinusOneOverN) {
  EXPECT_NEAR(rumor_active_next(10, 1, 0.0), 0.1, 1e-15);
}

}  // namespace
}  // namespace hearsay::accounting
