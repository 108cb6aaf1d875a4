// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <boost/math/distributions/non_central_t.hpp>
#include <boost/math/distributions/normal.hpp>
#include <cmath>

#include <hearsay/accounting/gossip/losses.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/graph/pairwise.hpp>
#include "empirical/attack/gossip.hpp"

namespace hearsay::empirical {
namespace {

GossipAttack path_attack() {
  const std::vector<graph::Edge> edges = {{0, 1}, {1, 2}};
  return {.w = graph::gossip_matrix(graph::Graph(3, edges), graph::Weights::metropolis),
          .observers = {0},
          .target = 2,
          .steps = 2,
          .sigma = 1.0,
          .sensitivity = 3.0,
          .runs = 20000,
          .confidence = 0.999,
          .delta = 1e-3,
          .execution = {.seed = {5}}};
}

// By hand (README): the loss is 1/2 of the local one, so mu = sensitivity sqrt(1/2); 1 with own noise known.
TEST(GossipAttack, CertifiesMostOfTheExactLossAndNeverMore) {
  const auto attack = path_attack();
  const auto result = attack_gossip(attack);
  const double exact = attack.sensitivity * std::sqrt(0.5);
  EXPECT_LE(result.any_law.mu, exact);
  EXPECT_GE(result.any_law.mu, 0.9 * exact);
  ASSERT_TRUE(result.any_law.epsilon.has_value());
  const double epsilon = divergence::gaussian_epsilon(exact, *attack.delta).upper();
  EXPECT_LE(*result.any_law.epsilon, epsilon);
  EXPECT_GE(*result.any_law.epsilon, 0.5 * epsilon);
  // Knowing that the scores are Gaussian is worth something, and epsilon follows from mu.
  EXPECT_LE(result.gaussian.mu, exact);
  EXPECT_GE(result.gaussian.mu, 0.97 * exact);
  EXPECT_GT(result.gaussian.mu, result.any_law.mu);
  EXPECT_NEAR(*result.gaussian.epsilon, divergence::gaussian_epsilon(result.gaussian.mu, *attack.delta).estimate(),
              1e-12);
  EXPECT_EQ(result.scoring, GossipScoring::transcript);
}

TEST(GossipAttack, RefutesTheoremOneOfMuffliatoOnThePath) {
  const auto attack = path_attack();
  const double published = attack.sensitivity * std::sqrt(1.0 / 3.0);
  EXPECT_GT(attack_gossip(attack).gaussian.mu, published);
}

TEST(GossipAttack, KnowingItsOwnNoiseTheObserverReadsTheTarget) {
  auto attack = path_attack();
  attack.own_noise_known = true;
  const double mu = attack_gossip(attack).gaussian.mu;
  EXPECT_LE(mu, attack.sensitivity);
  EXPECT_GE(mu, 0.9 * attack.sensitivity);
}

// The law of the score is that of the played protocol: the interval of either road's rate holds the other's estimate.
TEST(GossipAttack, TheScoreAloneHasTheLawOfTheWholeView) {
  for (const bool known : {false, true}) {
    auto attack = path_attack();
    attack.own_noise_known = known;
    attack.sensitivity = known ? 1.0 : 2.0;
    const auto played = attack_gossip(attack);
    attack.row_space = true;
    const auto drawn = attack_gossip(attack);
    const double exact = attack.sensitivity * (known ? 1.0 : std::sqrt(0.5));
    for (const auto& found : {played, drawn}) {
      EXPECT_LE(found.any_law.mu, exact);
      EXPECT_GE(found.any_law.mu, 0.9 * exact);
    }
    // At any threshold, mu = normal quantile of one rate minus that of the other; 0.06 are four standard deviations of
    // it.
    const auto mu = [](const Rates& r) {
      return boost::math::quantile(boost::math::normal(), r.true_positive.estimate()) -
             boost::math::quantile(boost::math::normal(), r.false_positive.estimate());
    };
    EXPECT_NEAR(mu(drawn.rates), exact, 0.06);
    EXPECT_NEAR(mu(played.rates), exact, 0.06);
  }
}

// Ring of 40, 18 steps: the target at distance 18 is exposed to an observer who knows its own noise (closed form of the
// ring), but its share of the last message is 3^-17, and the other messages take most of that away: no combination of
// messages rounded to doubles is a good test.
TEST(GossipAttack, LongRunsAreScoredWithoutLargeNumbersThatCancel) {
  std::vector<graph::Edge> edges;
  for (graph::Node v = 0; v < 40; ++v) edges.push_back({v, (v + 1) % 40});
  GossipAttack attack{.w = graph::gossip_matrix(graph::Graph(40, edges), graph::Weights::metropolis),
                      .observers = {0},
                      .target = 18,
                      .steps = 18,
                      .sigma = 1.0,
                      .sensitivity = 1.0,
                      .own_noise_known = true,
                      .runs = 20000,
                      .confidence = 0.999,
                      .execution = {.seed = {7}}};
  for (const bool alone : {false, true}) {
    attack.row_space = alone;
    const auto result = attack_gossip(attack);
    EXPECT_EQ(result.scoring, alone ? GossipScoring::score : GossipScoring::noise);
    EXPECT_LE(result.gaussian.mu, 1.0);
    EXPECT_GE(result.gaussian.mu, 0.92);
  }
}

// The bound may not exceed the exact loss, and comes close: for rounds that differ, and for accelerated gossip.
TEST(GossipAttack, PlaysEverySchedule) {
  auto rounds = path_attack();
  rounds.rounds = graph::pairwise_averaging(3, std::vector<graph::Edge>{{0, 1}, {1, 2}, {0, 1}});
  rounds.w = {};
  auto accelerated = path_attack();
  accelerated.steps = 3;
  accelerated.gamma = 1.3;
  for (const auto& attack : {rounds, accelerated}) {
    const auto losses = attack.rounds.empty() ? accounting::gossip_losses(attack.w, attack.observers, attack.steps)
                                              : accounting::gossip_losses(attack.rounds, attack.observers);
    const double exact = attack.sensitivity * std::sqrt(losses.exact(attack.target));
    const auto played = attack_gossip(attack);
    EXPECT_EQ(played.scoring, GossipScoring::transcript);
    EXPECT_LE(played.gaussian.mu, exact);
    EXPECT_GE(played.gaussian.mu, 0.95 * exact);
    auto drawn = attack;
    drawn.row_space = true;
    EXPECT_NEAR(attack_gossip(drawn).gaussian.mu, played.gaussian.mu, 0.05 * exact);
  }
}

TEST(GossipAttack, FindsNothingWhereNothingArrives) {
  auto attack = path_attack();
  attack.steps = 1;  // the target's value is two hops away
  const auto result = attack_gossip(attack);
  EXPECT_EQ(result.any_law.mu, 0.0);
  EXPECT_EQ(result.any_law.epsilon, 0.0);
  EXPECT_EQ(result.gaussian.mu, 0.0);
}

TEST(GossipAttack, FindsNothingWithoutSteps) {
  auto attack = path_attack();
  attack.steps = 0;
  for (const bool row_space : {false, true}) {
    attack.row_space = row_space;
    const auto found = attack_gossip(attack);
    EXPECT_EQ(found.scoring, GossipScoring::nothing);
    EXPECT_EQ(found.gaussian.mu, 0.0);
  }
}

// Rounds in which no node talks to the observer, and a weight of 0: there is no message at all.
TEST(GossipAttack, FindsNothingWhereNoMessageArrives) {
  auto attack = path_attack();
  attack.epsilon = 0.5;
  attack.runs = 2000;
  const auto nobody_talks = graph::pairwise_averaging(3, std::vector<graph::Edge>{{1, 2}, {1, 2}});
  const auto weightless = graph::pairwise_averaging(3, std::vector<graph::Edge>{});
  graph::GossipMatrix identity(3, 3);
  identity.setIdentity();
  for (const auto& rounds : {nobody_talks, std::vector<graph::GossipMatrix>{identity, identity}, weightless}) {
    attack.rounds = rounds;
    if (rounds.empty()) attack.w = identity;
    for (const bool row_space : {false, true}) {
      for (const bool known : {false, true}) {
        attack.row_space = row_space;
        attack.own_noise_known = known;
        const auto found = attack_gossip(attack);
        EXPECT_EQ(found.scoring, GossipScoring::nothing);
        EXPECT_EQ(found.gaussian.mu, 0.0);
        EXPECT_EQ(found.any_law.mu, 0.0);
        EXPECT_EQ(found.any_law.epsilon, 0.0);
        EXPECT_EQ(found.any_law.delta, 0.0);
        const auto anytime = attack_gossip_anytime(attack, 0.0);
        EXPECT_EQ(anytime.stop, AnytimeStop::runs);
        EXPECT_EQ(anytime.mu_lower, 0.0);
        EXPECT_EQ(anytime.any_law, 0.0);
      }
    }
  }
}

TEST(GossipAttack, AgreesWithTheAccountantForACoalition) {
  const std::vector<graph::Edge> edges = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}, {1, 3}, {2, 5}};
  GossipAttack attack{.w = graph::gossip_matrix(graph::Graph(6, edges), graph::Weights::metropolis),
                      .observers = {0, 3},
                      .target = 5,
                      .steps = 3,
                      .sigma = 2.0,
                      .sensitivity = 8.0,
                      .runs = 20000,
                      .confidence = 0.999,
                      .delta = std::nullopt,
                      .execution = {.seed = {6}}};
  const double exact = accounting::gossip_losses(attack.w, attack.observers, attack.steps).exact(attack.target);
  const double mu = attack.sensitivity / attack.sigma * std::sqrt(exact);
  const auto result = attack_gossip(attack);
  EXPECT_LE(result.any_law.mu, mu);
  EXPECT_GE(result.any_law.mu, 0.9 * mu);
  EXPECT_FALSE(result.any_law.epsilon.has_value());
}

TEST(GossipAttack, GivesTheSameBitsForAnyNumberOfJobs) {
  auto attack = path_attack();
  attack.runs = 3000;
  attack.execution.jobs = 1;
  const auto one = attack_gossip(attack);
  attack.execution.jobs = 4;
  const auto four = attack_gossip(attack);
  EXPECT_EQ(one.gaussian.mu, four.gaussian.mu);
  EXPECT_EQ(one.any_law.epsilon, four.any_law.epsilon);
}

TEST(GossipAttack, RefusesNonsense) {
  auto attack = path_attack();
  attack.target = 0;
  EXPECT_THROW(static_cast<void>(attack_gossip(attack)), Error);
  attack = path_attack();
  attack.runs = 1;
  EXPECT_THROW(static_cast<void>(attack_gossip(attack)), Error);
  attack = path_attack();
  attack.confidence = 1.0;
  EXPECT_THROW(static_cast<void>(attack_gossip(attack)), Error);
}

// t = D/(S h) against Boost's noncentral law, another algorithm.
TEST(GaussianBound, IsTheNoncentralityThatMakesTheDifferenceUnlikely) {
  const std::vector low{-1.0, 0.0, 0.5, 1.0}, high{5.0, 6.0, 6.5, 7.5, 5.5};
  const double h = std::sqrt(1.0 / 4 + 1.0 / 5), mean_low = 0.125, mean_high = 6.1;
  double squares = 0.0;
  for (const double x : low) squares += (x - mean_low) * (x - mean_low);
  for (const double x : high) squares += (x - mean_high) * (x - mean_high);
  const double t = (mean_high - mean_low) / (std::sqrt(squares / 7.0) * h);
  for (const double alpha : {1e-3, 0.05, 0.4}) {
    const double mu = gaussian_mu_lower(high, low, alpha);
    ASSERT_GT(mu, 0.0);
    EXPECT_NEAR(
        boost::math::cdf(boost::math::complement(boost::math::non_central_t_distribution<double>(7.0, mu / h), t)),
        alpha, 1e-7 * alpha);
  }
}

TEST(GaussianBound, IsZeroWithoutEvidenceAndNeedsTwoOfEach) {
  const std::vector high{1.0, 2.0}, low{1.5, 1.6};
  EXPECT_EQ(gaussian_mu_lower(low, high, 0.05), 0.0);
  EXPECT_EQ(gaussian_mu_lower(high, low, 0.05), 0.0);
  EXPECT_EQ(gaussian_mu_lower(std::vector{1.0, 1.0}, std::vector{0.0, 0.0}, 0.05), 0.0);
  EXPECT_THROW((void)gaussian_mu_lower(std::vector{1.0}, low, 0.05), Error);
  // Far from zero and close together: nothing cancels.
  EXPECT_NEAR(gaussian_mu_lower(std::vector{1e9 + 99.0, 1e9 + 101.0}, std::vector{1e9 - 1.0, 1e9 + 1.0}, 0.05),
              gaussian_mu_lower(std::vector{99.0, 101.0}, std::vector{-1.0, 1.0}, 0.05), 1e-9);
}

// A perfect attack of 500 against 500 at alpha = 0.01 in all certifies ln(1 - x) - ln(x), x = 1 -
// (alpha/2)^(1/500): 4.54. Source: clopper_pearson_epsilon of the public auditing literature, recomputed here from its
// closed form.
TEST(ThresholdTest, HasTheClosedFormOfAPerfectAttack) {
  const auto certain = rates({500, 500, 0, 500}, 0.01);
  const double miss = 1.0 - std::pow(0.005, 1.0 / 500);
  EXPECT_NEAR(epsilon_lower(certain, 0.0), std::log((1.0 - miss) / miss), 1e-9);
  EXPECT_NEAR(epsilon_lower(certain, 0.0), 4.54, 0.01);
}

TEST(ThresholdTest, UsesTheSilenceOfAnAttackToo) {
  const auto mirrored = rates({500, 500, 250, 500}, 0.01);  // never silent under the change
  EXPECT_GT(epsilon_lower(mirrored, 0.0), 3.0);
}

}  // namespace
}  // namespace hearsay::empirical
