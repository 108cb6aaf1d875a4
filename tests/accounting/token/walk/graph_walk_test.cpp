// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/token/walk/graph_walk.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <vector>

#include <hearsay/core/error.hpp>
#include <hearsay/graph/families/generators.hpp>
#include "tests/graphs.hpp"

namespace hearsay::accounting {
namespace {

using graph::Node;
using testing::sparse;

graph::GossipMatrix path3() {
  return sparse({{2.0 / 3, 1.0 / 3, 0}, {1.0 / 3, 1.0 / 3, 1.0 / 3}, {0, 1.0 / 3, 2.0 / 3}});
}

/// What the observer can tell apart in one walk: the hidden steps and passes between its readings.
struct Gap {
  int hidden, passes;
  bool operator<(const Gap& other) const { return std::pair(hidden, passes) < std::pair(other.hidden, other.passes); }
};

/// Every walk, one after the other: the times of the readings with the law of the passes between them.
void all_walks(const GraphWalk& x, const std::function<void(double chance, const std::vector<Gap>& gaps)>& visit) {
  std::vector<Gap> gaps;
  std::function<void(int, Node, double, int, int)> go = [&](int t, Node at, double chance, int hidden, int passes) {
    if (chance == 0.0) return;
    if (at == x.observer) gaps.push_back(t > 0 ? Gap{hidden, passes} : Gap{0, 0});  // the observer knows that it starts
    const bool read = at == x.observer;
    if (t == x.steps) {
      visit(chance, gaps);
    } else {
      for (Node b = 0; b < x.w.rows(); ++b)
        go(t + 1, b, chance * x.w.coeff(at, b), read ? 0 : hidden + 1, read ? 0 : passes + (at == x.target ? 1 : 0));
    }
    if (read) gaps.pop_back();
  };
  for (Node a = 0; a < x.w.rows(); ++a) go(0, a, 1.0 / static_cast<double>(x.w.rows()), 0, 0);
}

/// By enumeration: walks with the same reading times are one class, whose passes are hidden. [pattern of times][passes]
using Classes = std::map<std::vector<int>, std::map<std::vector<int>, double>>;

Classes classes_of(const GraphWalk& x) {
  Classes classes;
  all_walks(x, [&](double chance, const std::vector<Gap>& gaps) {
    std::vector<int> hidden, passes;
    for (const auto& gap : gaps) hidden.push_back(gap.hidden), passes.push_back(gap.passes);
    classes[hidden][passes] += chance;
  });
  return classes;
}

double enumerated_second_moment(const GraphWalk& x, double mu) {
  double total = 0.0;
  for (const auto& [hidden, laws] : classes_of(x)) {
    double chance = 0.0, sum = 0.0;
    for (const auto& [a, p] : laws) {
      chance += p;
      for (const auto& [b, q] : laws) {
        double exponent = 0.0;
        for (std::size_t i = 0; i < a.size(); ++i)
          if (hidden[i] > 0) exponent += mu * mu * a[i] * b[i] / hidden[i];
        sum += p * q * std::exp(exponent);
      }
    }
    total += sum / chance;
  }
  return std::log(total);
}

double enumerated_known_passes(const GraphWalk& x, double mu) {
  double total = 0.0;
  all_walks(x, [&](double chance, const std::vector<Gap>& gaps) {
    double exponent = 0.0;
    for (const auto& gap : gaps)
      if (gap.hidden > 0) exponent += mu * mu * gap.passes * gap.passes / gap.hidden;
    total += chance * std::exp(exponent);
  });
  return std::log(total);
}

TEST(GraphWalk, ProbabilitiesSumToOne) {
  for (const int steps : {1, 2, 7, 40}) {
    const auto w = path3();
    const auto gaps = walk_gaps({w, 0, 2, steps});
    const auto one = renewal_sum<double>(
        gaps, [&](std::size_t i) { return gaps.first[i].chance(); },
        [&](std::size_t i) { return gaps.later[i].chance(); });
    EXPECT_NEAR(one, 1.0, 1e-13) << steps;
    EXPECT_LE(gaps.accuracy, 1e-12) << steps;
    EXPECT_NEAR(reading_chances(gaps).back(), 1.0 / 3, 1e-13) << "W is doubly stochastic";
  }
}

TEST(GraphWalk, RowsThatSumToOneNearlyAreSaidToBeInexact) {
  const auto w = sparse({{0.5, 0.5 + 5e-10}, {0.5, 0.5}});
  for (const int steps : {1, 20, 200}) {
    const auto gaps = walk_gaps({w, 0, 1, steps});
    const auto one = renewal_sum<double>(
        gaps, [&](std::size_t i) { return gaps.first[i].chance(); },
        [&](std::size_t i) { return gaps.later[i].chance(); });
    EXPECT_GT(one - 1.0, 1e-11 * steps);
    EXPECT_LE(one - 1.0, gaps.accuracy);
  }
}

// With W = J / 2 on two nodes the passes are known: every hidden step is one, and the limit is the expected number of
// hidden steps that are read, T / 2 - (1 - 2^-T) / 2.
TEST(GraphWalk, LimitOfTwoNodesInClosedForm) {
  const auto w = sparse({{0.5, 0.5}, {0.5, 0.5}});
  for (const int steps : {1, 2, 3, 10, 30})
    EXPECT_NEAR(graph_walk_limit(walk_gaps({w, 0, 1, steps})), 0.5 * steps - 0.5 * (1.0 - std::ldexp(1.0, -steps)),
                1e-12);
}

// The path's ends, two steps: 2, 1, 0 and 1, 1, 0 are read alike, 1/27 each, with one pass in two hidden steps or none.
TEST(GraphWalk, LimitOfPathOfThreeByHand) {
  const auto w = path3();
  EXPECT_NEAR(graph_walk_limit(walk_gaps({w, 0, 2, 2})), 2.0 / 27 * (0.5 * 0.5) / 2, 1e-15);
}

TEST(GraphWalk, SecondMomentIsThatOfAllWalks) {
  const auto uneven = sparse({{0.1, 0.6, 0.3, 0}, {0.5, 0, 0.25, 0.25}, {0.2, 0.2, 0.2, 0.4}, {0, 0.9, 0.1, 0}});
  const auto path = path3();
  for (const auto* w : {&path, &uneven}) {
    for (Node target = 1; target < w->rows(); ++target) {
      for (const int steps : {1, 3, 6}) {
        const GraphWalk walk{*w, 0, target, steps}, any{*w, 0, target, steps, OtherData::anything};
        for (const double mu : {0.0, 0.5, 1.5}) {
          EXPECT_NEAR(graph_walk_renyi2(walk_gaps(walk), mu), enumerated_second_moment(walk, mu), 1e-12)
              << target << ' ' << steps << ' ' << mu;
          EXPECT_NEAR(graph_walk_renyi2(walk_gaps(any), mu), enumerated_known_passes(any, mu), 1e-12)
              << target << ' ' << steps << ' ' << mu;
        }
      }
    }
  }
}

TEST(GraphWalk, SmallNoiseToSignalReachesTheLimit) {
  const auto w = path3();
  for (const auto others : {OtherData::known, OtherData::anything}) {
    const auto gaps = walk_gaps({w, 0, 2, 25, others});
    EXPECT_NEAR(graph_walk_renyi2(gaps, 1e-3) / 1e-6, graph_walk_limit(gaps), 1e-4 * graph_walk_limit(gaps));
  }
}

TEST(GraphWalk, Refusals) {
  const auto w = path3();
  EXPECT_THROW((void)walk_gaps({w, 1, 1, 3}), Error);
  EXPECT_THROW((void)walk_gaps({w, 0, 1, 0}), Error);
  EXPECT_THROW((void)walk_gaps({w, 0, 1, 3, OtherData::in_range}), Error);
  const auto more = sparse({{0.5, 0.6}, {0.5, 0.5}}), negative = sparse({{1.5, -0.5}, {0.5, 0.5}});
  EXPECT_THROW((void)walk_gaps({more, 0, 1, 3}), Error);
  EXPECT_THROW((void)walk_gaps({negative, 0, 1, 3}), Error);
  EXPECT_THROW((void)graph_walk_renyi2(walk_gaps({w, 0, 1, 30}), 50.0), Error);
}

}  // namespace
}  // namespace hearsay::accounting
