// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include <hearsay/accounting/token/complete/cycle.hpp>
#include <hearsay/accounting/token/complete/visits.hpp>
#include <hearsay/accounting/token/ring/ring.hpp>
#include <hearsay/accounting/token/walk/graph_walk.hpp>
#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/graph/families/generators.hpp>
#include <hearsay/graph/spectrum.hpp>

#include "props/oracle/walk_oracle.hpp"
#include "props/walk/walk_checks.hpp"

namespace hearsay::props {
namespace {

using graph::Edge;
using graph::Node;
using oracle::Rational;

// The numbers of the catalogue's `realistic` texts, and others that no check computes: what is refuted on few users, at
// sizes of the papers. Those of graphwalk.lemma42.limit are in walk_props_test.cpp, with the released table.

// walk.remark1
TEST(RealisticRing, SharedNoiseLosesMoreThanOneContributionALap) {
  const auto steps = oracle::distributed_steps(20, 100, Rational(1, 20));
  const auto square = oracle::view_square(steps, 1, 0, std::nullopt);
  ASSERT_TRUE(square.has_value());
  EXPECT_EQ(*square, 1 + 99 * Rational(20, 19));
  EXPECT_NEAR(oracle::to_double(*square), 105.2, 0.05);
}

// walk.chernoff
TEST(RealisticVisits, ChernoffFailsForOneLapOfTwoThousandUsers) {
  const double bound = accounting::visits_chernoff(2000, 1.0 / 2000, 1e-6).value;
  EXPECT_NEAR(bound, 7.44, 5e-3);
  EXPECT_NEAR(oracle::to_double(oracle::binomial_at_least(2000, Rational(1, 2000), 8)), 1.01e-5, 5e-8);
}

// walk.lemma2
TEST(RealisticVisits, OneOfTenContributionsIsSpottedAmongTwoThousandUsers) {
  EXPECT_NEAR(accounting::visits_chernoff(10, 2.0 / 2000, 1e-6).value, 0.65, 5e-3);
  EXPECT_NEAR(oracle::to_double(oracle::binomial_at_least(10, Rational(2, 2000), 1)), 0.00996, 5e-6);
}

/// Given one contribution in that many steps, both neighbors are among the n - 1 others.
Rational spotted_once(long users, long steps) {
  const Rational other(users - 2, users - 1);
  return ((steps - 2) * (1 - other * other) + 2 * (1 - other)) / steps;
}

// walk.lemma2.law
TEST(RealisticVisits, OneContributionAmongTwentyUsersIsSpottedMoreOften) {
  EXPECT_EQ(spotted_once(3, 7), Rational(19, 28));
  EXPECT_NEAR(oracle::to_double(spotted_once(20, 2000)), 0.10244, 5e-6);
}

// walk.thm3.inclusion
TEST(RealisticCycles, TwentyStepsAmongTwentyUsersHoldUMoreOften) {
  const auto absent = oracle::cycles_by_visits(20, 1, 20).front();
  EXPECT_NEAR(oracle::to_double(1 - absent), 0.6609, 5e-5);
  EXPECT_NEAR(1.0 - std::pow(0.95, 20), 0.6415, 5e-5);
}

// walk.thm3.cycle10
TEST(RealisticCycles, DeltaOfACycleOfNStepsIsAboveTheLocalOne) {
  const double mu = accounting::signal_to_noise(accounting::Calibration::classical, 0.99, 1e-6);
  const auto times = [&](int users) {
    const auto cycle = accounting::CycleMixture::binomial(users, 1.0 / (users - 1), mu);
    return accounting::cycle_delta(cycle, accounting::cycle_epsilon_published(users, users, 0.99)).lower() / 1e-6;
  };
  for (const auto& [users, ratio] : {std::pair{10, 27.9}, {20, 11.1}, {50, 4.6}, {100, 2.7}, {200, 1.7}})
    EXPECT_NEAR(times(users), ratio, 0.05) << users;
  EXPECT_LT(times(2000), 1.0);
}

// walk.thm3.eq5: T = 1e8, all deltas 1e-12
TEST(RealisticCycles, RootOfTIsBelowTheLossOfALongWalkOfTwo) {
  const double steps = 1e8, level = std::log(1e12);
  const double visits = 0.5 * steps + std::sqrt(1.5 * steps * level);
  const double promised = std::sqrt(visits * level / 2.0) * 0.9;
  EXPECT_NEAR(promised, 2.37e4, 50.0);
  EXPECT_NEAR(6.0 * promised, 1.42e5, 500.0);
  const double mu = accounting::signal_to_noise(accounting::Calibration::classical, 0.9, 1e-12);
  const double least = 0.5 * steps - 3.0 * std::sqrt(steps), often = -std::expm1(-18.0);  // Hoeffding
  const auto delta = divergence::gaussian_delta(mu * std::sqrt(least), 3.66e5);
  EXPECT_GT(often * delta.lower(), (visits + 0.5 * steps) * 1e-12 + 2e-12);
}

/// Least noise, sigma = L sqrt(2 alpha (alpha - 1)): the moment of one contribution whose reading comes after t steps
/// is e^(1/t), t geometric with 1/(n-1) as long as u holds the token no second time.
class OneContribution {
 public:
  explicit OneContribution(int users) : users_(users), next_(1.0 / (users - 1)) {}
  [[nodiscard]] double allowed() const { return 2.0 * std::log(users_) / users_; }
  /// ln of the moment for steps to infinity.
  [[nodiscard]] double limit() const {
    double excess = 0.0, weight = next_;
    for (int t = 1; weight > 1e-18; ++t) {
      excess += weight * std::expm1(1.0 / t);
      weight *= 1.0 - next_;
    }
    return std::log1p(excess);
  }
  /// [T]: ln of the moment of walks of T <= most steps with at most one contribution.
  [[nodiscard]] std::vector<double> losses(int most) const {
    std::vector<double> all{0.0};
    double read = 0.0, unread = 1.0, sum = 0.0;  // over the places of the contribution, the last one first
    for (int steps = 1; steps <= most; ++steps) {
      sum += read + unread;
      read += unread * next_ * std::exp(1.0 / steps);
      unread *= 1.0 - next_;
      const double none = users_ - 1.0;
      all.push_back(std::log((none + sum) / (none + steps)));
    }
    return all;
  }
  /// The first number of steps at which they lose more than is allowed, 0 if none up to `most`.
  [[nodiscard]] std::ptrdiff_t first_above(int most) const {
    const auto all = losses(most);
    const auto found = std::ranges::find_if(all, [&](double loss) { return loss > allowed(); });
    return found == all.end() ? 0 : found - all.begin();
  }

 private:
  int users_;
  double next_;
};

TEST(RealisticDescent, LossesOfOneContributionAreThoseOfAllWalks) {
  double sum = 0.0;
  int walks = 0;
  oracle::every_walk(3, 6, [&](const std::vector<int>& walk) {  // v = 0, u = 1
    if (std::ranges::count(walk, 1) > 1) return;
    ++walks;
    const auto u = std::ranges::find(walk, 1), v = std::find(u, walk.end(), 0);
    sum += v == walk.end() ? 1.0 : std::exp(1.0 / static_cast<double>(v - u));
  });
  EXPECT_NEAR(OneContribution(3).losses(6).back(), std::log(sum / walks), 1e-14);
}

// walk.lemma1, walk.lemma1.four
TEST(RealisticDescent, OneContributionAmongThreeUsersFailsAndAmongFourHolds) {
  const OneContribution three(3), four(4);
  EXPECT_NEAR(three.limit(), 0.7421, 5e-5);
  EXPECT_NEAR(three.allowed(), 0.7324, 5e-5);
  EXPECT_EQ(three.first_above(1000), 179);
  EXPECT_NEAR(four.limit(), 0.6082, 5e-5);
  EXPECT_NEAR(four.allowed(), 0.6931, 5e-5);
  EXPECT_EQ(four.first_above(100'000), 0);
  for (int users = 5; users <= 14; ++users)  // beyond, by the proof of docs/maths/walk.md, section 8
    EXPECT_LT(OneContribution(users).limit(), OneContribution(users).allowed()) << users;
}

// walk.thm4.alpha: epsilon = 0.99, delta = delta^ = 1e-6, 26 n^2 steps, and the last of them at which it held.
TEST(RealisticDescent, OrderOfTwoThousandUsersFallsBelowTwo) {
  const auto alpha = [](double steps) {
    const double level = std::log(1e6), mean = steps / 2000.0;
    const double q = std::max(2.0 * (mean + std::sqrt(3.0 * mean * level)) * std::log(2000.0) / 2000.0, 2.0 * level);
    return std::sqrt(8.0 * std::log(1.25e6) * level / q) / 0.99;
  };
  EXPECT_NEAR(alpha(26.0 * 4e6), 1.974, 5e-4);
  EXPECT_GT(alpha(25.0 * 4e6), 2.0);
  EXPECT_NEAR(std::log(1e6) / std::log(2000.0), 1.8, 0.05);  // of n^2, where the amplification is claimed
}

// walk.lemma1.composition
TEST(RealisticDescent, TwoContributionsInACycleOfAThousandSteps) {
  std::vector<int> walk(1001, 2);
  walk[0] = walk[500] = 1;
  walk[1000] = 0;
  EXPECT_EQ(oracle::descent_square(walk, 0, 1, {1, 1, 1}, 2), Rational(4, 1000));
  EXPECT_EQ(snapshots(walk), Rational(3, 1000));
  EXPECT_EQ(up_to_next(walk), Rational(4, 1000));
}

// walk.spotted.negligible
TEST(RealisticVisits, SpottedTermIsAQuarterOfTheWholeOrMore) {
  const auto ratio = [](double users, double steps, double delta) {
    const double visits = accounting::visits_chernoff(steps, 1.0 / users, delta).value;
    const double spotted = accounting::visits_chernoff(visits, 2.0 / users, delta).value;
    return std::sqrt(spotted * users / (2.0 * (steps / users + visits))) / 3.0;  // as printed, without a 2
  };
  EXPECT_NEAR(ratio(2000, 4e6, 1e-6), 0.558, 5e-4);
  EXPECT_NEAR(ratio(2000, 4e9, 1e-6), 0.252, 5e-4);
  EXPECT_NEAR(ratio(2000, 4e15, 1e-6), std::sqrt(2.0) / 6.0, 5e-4);
  EXPECT_NEAR(ratio(3, 9, 0.5), 0.355, 5e-4);
  // Theorem 4's term over epsilon, q = 2 N ln n/n, delta = delta'.
  const double visits = accounting::visits_chernoff(4e9, 1.0 / 2000, 1e-6).value;
  const double spotted = accounting::visits_chernoff(visits, 2.0 / 2000, 1e-6).value;
  const double q = 2.0 * visits * std::log(2000.0) / 2000.0;
  EXPECT_NEAR(std::sqrt(2.0 * spotted) / std::sqrt(2.0 * q / std::log(1.25e6)), 1.45, 5e-3);
  EXPECT_NEAR(std::sqrt(std::log(1.25e6) / std::log(2000.0)), 1.36, 5e-3);
}

enum class Visits { all, first };

/// A symmetric walk on classes of nodes that are alike: its target and observer are classes of one node each.
struct Classes {
  Eigen::MatrixXd moves;  ///< [i, j]: probability that a node of class i sends the token into class j
  Eigen::VectorXd sizes;
  Eigen::Index observer, target;

  [[nodiscard]] double nodes() const { return sizes.sum(); }
  /// The entry of -ln(I - W + J) at (target, observer), and 1 - the second largest eigenvalue.
  struct Spectrum {
    double logarithm, gap;
  };
  [[nodiscard]] Spectrum spectrum() const {
    const Eigen::VectorXd root = sizes.cwiseSqrt();
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(root.asDiagonal() * moves *
                                                                root.cwiseInverse().asDiagonal());
    double sum = 0.0;
    const auto last = moves.rows() - 1;  // the eigenvalue 1
    for (Eigen::Index i = 0; i < last; ++i)
      sum -= std::log(1.0 - solver.eigenvalues()(i)) * solver.eigenvectors()(target, i) *
             solver.eigenvectors()(observer, i);
    return {sum, 1.0 - solver.eigenvalues()(last - 1)};
  }
  /// sum_{t <= steps} (W^t)_uv / t; of first visits, f_t in the place of the entry.
  [[nodiscard]] double series(int steps, Visits visits = Visits::all) const {
    Eigen::VectorXd at = Eigen::VectorXd::Unit(moves.rows(), target);
    double sum = 0.0;
    for (int t = 1; t <= steps; ++t) {
      at = moves.transpose() * at;
      sum += at(observer) / t;
      if (visits == Visits::first) at(observer) = 0.0;
    }
    return sum;
  }
  /// graph_walk_limit by mean numbers of passes: E over gaps of E[k | m]^2 / m.
  [[nodiscard]] double limit(int steps) const {
    Eigen::VectorXd start = sizes / nodes(), after = moves.row(observer).transpose();
    return gaps(start, steps, [&](int) { return 1.0; }) +
           gaps(after, steps - 1, [&](int m) { return (steps - m) / nodes(); });
  }

 private:
  template <class Weight>
  [[nodiscard]] double gaps(Eigen::VectorXd at, int steps, Weight weight) const {
    at(observer) = 0.0;
    Eigen::VectorXd passes = Eigen::VectorXd::Zero(at.size());
    double sum = 0.0;
    for (int m = 1; m <= steps; ++m) {
      passes(target) += at(target);
      const double chance = at.dot(moves.col(observer)), mean = passes.dot(moves.col(observer));
      if (chance > 0.0) sum += weight(m) * mean * mean / (chance * m);
      at = moves.transpose() * at;
      passes = moves.transpose() * passes;
      at(observer) = passes(observer) = 0.0;
    }
    return sum;
  }
};

/// Every node its own class.
Classes all_apart(const graph::GossipMatrix& w, Node observer, Node target) {
  return {Eigen::MatrixXd(w), Eigen::VectorXd::Ones(w.rows()), observer, target};
}

/// A clique with a tail of three nodes, Metropolis weights: the observer, its likes, the node with the tail, the tail.
Classes clique_with_tail(int clique) {
  Classes x{Eigen::MatrixXd::Zero(6, 6), Eigen::VectorXd::Ones(6), 0, 5};
  const double likes = clique - 2, inside = 1.0 / clique, end = 1.0 / (clique + 1);
  x.sizes(1) = likes;
  x.moves(0, 1) = likes * inside, x.moves(1, 0) = inside, x.moves(1, 1) = (likes - 1) * inside;
  x.moves(0, 2) = x.moves(2, 0) = x.moves(1, 2) = end, x.moves(2, 1) = likes * end;
  x.moves(2, 3) = x.moves(3, 2) = end;
  x.moves(3, 4) = x.moves(4, 3) = x.moves(4, 5) = x.moves(5, 4) = 1.0 / 3.0;
  for (Eigen::Index i = 0; i < 6; ++i) x.moves(i, i) += 1.0 - x.moves.row(i).sum();
  return x;
}

graph::Graph graph_with_tail(Node clique) {
  std::vector<Edge> edges;
  for (Node a = 0; a < clique; ++a) {
    for (Node b = a + 1; b < clique; ++b) edges.emplace_back(a, b);
  }
  for (Node t = 0; t < 3; ++t) edges.emplace_back(clique - 1 + t, clique + t);
  return {clique + 3, edges};
}

TEST(RealisticGraphs, ClassesOfNodesAreTheWalkOnTheGraph) {
  const auto w = graph::gossip_matrix(graph_with_tail(5), graph::Weights::metropolis);
  const auto few = clique_with_tail(5), all = all_apart(w, 0, 7);
  EXPECT_NEAR(few.limit(40), accounting::graph_walk_limit(accounting::walk_gaps({w, 0, 7, 40})), 1e-12);
  EXPECT_NEAR(few.limit(40), all.limit(40), 1e-12);
  EXPECT_NEAR(few.series(40), all.series(40), 1e-12);
  EXPECT_NEAR(few.spectrum().logarithm, all.spectrum().logarithm, 1e-10);
  EXPECT_NEAR(few.spectrum().gap, 1.0 - graph::spectrum(w).second, 1e-10);
}
/// The code's numbers of a walk, in units of alpha Delta^2/(2 sigma^2).
struct ClosedForms {
  double logarithm, harmonic, series;
};
ClosedForms closed_forms(const Classes& x, int steps) {
  const double n = x.nodes(), visits = 2.0 * steps / n, entry = x.spectrum().logarithm;
  double sum = 0.0;
  for (int i = 1; i <= steps; ++i) sum += 1.0 / i;
  return {visits * (std::log(steps) / n + entry), visits * (sum / n + entry), visits * x.series(steps)};
}

/// 20 ceil(ln(n)/lambda_2)
int code_steps(const Classes& x) { return 20 * static_cast<int>(std::ceil(std::log(x.nodes()) / x.spectrum().gap)); }

// graphwalk.closed_form
TEST(RealisticGraphs, EndOfATailIsSeenFromACliqueOfFiftySevenMoreThanByTheLogarithm) {
  const auto x = clique_with_tail(57);
  ASSERT_EQ(code_steps(x), 14180);
  EXPECT_NEAR(closed_forms(x, 14180).logarithm, 33.84, 5e-3);
  EXPECT_NEAR(x.limit(14180), 34.46, 5e-3);
}

// graphwalk.series
TEST(RealisticGraphs, EndOfATailIsSeenFromACliqueOfSeventySevenMoreThanByTheSum) {
  const auto x = clique_with_tail(77);
  ASSERT_EQ(code_steps(x), 20420);
  EXPECT_NEAR(closed_forms(x, 20420).series, 31.67, 5e-3);
  EXPECT_NEAR(x.limit(20420), 34.24, 5e-3);
}

// graphwalk.closed_form, its note: a walk that does not mix in T steps
TEST(RealisticGraphs, HarmonicSumIsNegativeForTheEndsOfAPath) {
  const auto x = all_apart(graph::gossip_matrix(graph::path(16), graph::Weights::metropolis), 0, 15);
  EXPECT_NEAR(closed_forms(x, 100).harmonic, -0.048, 5e-4);
  EXPECT_NEAR(closed_forms(x, 100).series, 0.161, 5e-4);
  EXPECT_NEAR(x.limit(100), 0.00484, 5e-6);
}

/// networkx: node 1 of every clique is joined to node 0 of the next one.
graph::Graph three_cliques_of_eight() {
  std::vector<Edge> edges;
  for (Node first = 0; first < 24; first += 8) {
    for (Node a = 0; a < 8; ++a) {
      for (Node b = a + 1; b < 8; ++b) edges.emplace_back(first + a, first + b);
    }
    edges.emplace_back(first + 1, (first + 8) % 24);
  }
  return {24, edges};
}

// graphwalk.hitting, graphwalk.thm41 (mu_t^2 = 1/t), and the note of graphwalk.closed_form
TEST(RealisticGraphs, FirstVisitsAreNotAllOnTheRingOfCliques) {
  const auto x = all_apart(graph::gossip_matrix(three_cliques_of_eight(), graph::Weights::metropolis), 2, 10);
  constexpr int steps = 930, snapshots = steps / 24 + 1;
  ASSERT_EQ(code_steps(x), 2 * steps);
  ASSERT_EQ(snapshots, 39);
  const double first = x.series(steps, Visits::first);
  EXPECT_NEAR(2.0 * steps / 24.0 * first, 1.771, 5e-4);
  EXPECT_NEAR(snapshots * first, 0.891, 5e-4);
  EXPECT_NEAR(x.limit(steps), 1.863, 5e-4);
  EXPECT_NEAR(closed_forms(x, steps).harmonic, 12.37, 5e-3);
}

}  // namespace
}  // namespace hearsay::props
