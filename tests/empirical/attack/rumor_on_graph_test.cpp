// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/attack/rumor_on_graph.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include <hearsay/accounting/rumor/exact.hpp>
#include <hearsay/accounting/rumor/first_sender_loss.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/graph/families/generators.hpp>

namespace hearsay::empirical {
namespace {

/// A certificate that fails with probability 1e-6.
RumorGraphAttack sure(const graph::Graph& graph, std::vector<graph::Node> curious, double muting) {
  return {.graph = graph,
          .curious = std::move(curious),
          .source = 0,
          .against = 1,
          .muting = muting,
          .runs = 20'000,
          .confidence = 1.0 - 1e-6,
          .execution = {.seed = {3}, .jobs = 1}};
}

/// delta(epsilon) at muting 0, in the worse order.
Bracket walk_delta(const RumorGraphAttack& attack) {
  const accounting::FirstSender walk(attack.graph, attack.curious);
  const linalg::Index sources[] = {walk.part().number[attack.source], walk.part().number[attack.against]};
  const auto laws = walk.laws(sources);
  const auto one = accounting::sender_delta(walk.part(), laws[0], laws[1], attack.epsilon),
             other = accounting::sender_delta(walk.part(), laws[1], laws[0], attack.epsilon);
  return one.lower() > other.lower() ? one : other;
}

/// What a test with these rates can show at most.
double delta_upper(const Rates& r, double epsilon) {
  const double factor = std::exp(epsilon);
  return std::max(r.true_positive.upper() - factor * r.false_positive.lower(),
                  (1.0 - r.false_positive.lower()) - factor * (1.0 - r.true_positive.upper()));
}

// The exact value lies between what is certified and what this test could show at most.
TEST(RumorOnGraphAttack, MeetsTheExactDeltaOfAWalk) {
  const auto six = graph::grid(2, 3);
  const auto forty = graph::regular(40, 4, {2});
  const auto beside = forty.neighbors(7)[0];
  const std::tuple<const graph::Graph*, std::vector<graph::Node>, graph::Node, graph::Node> networks[] = {
      {&six, {5}, 2, 4}, {&forty, {7, 11, 30, 39}, beside, 20}};
  for (const auto& [graph, curious, source, against] : networks) {
    for (const double epsilon : {0.0, 0.7}) {
      auto attack = sure(*graph, curious, 0.0);
      attack.source = source, attack.against = against, attack.epsilon = epsilon;
      const double exact = walk_delta(attack).estimate();
      EXPECT_GT(exact, 0.1) << epsilon;
      const auto found = attack_rumor_on_graph(attack).delta.found;
      EXPECT_LE(found.value, exact) << epsilon;
      EXPECT_GE(delta_upper(found.rates, epsilon), exact - 0.01) << epsilon;
      EXPECT_GE(found.value, exact - 0.06) << epsilon;
    }
  }
}

// Of every adversary, by the exact engine for at most six nodes.
TEST(RumorOnGraphAttack, StaysBelowTheExactDeltaOfSmallGraphsAndComesNear) {
  const std::vector<graph::Edge> edges = {{0, 1}, {1, 2}, {2, 3}, {0, 3}, {2, 4}, {3, 4}};
  const graph::Graph graph(5, edges);
  for (const double s : {0.3, 1.0}) {
    const auto attack = sure(graph, {4}, s);
    const accounting::RumorLaw<double> law(accounting::rumor_world(graph, attack.curious), s);
    const auto exact = accounting::rumor_delta(law, 0, 1, 0.0, {.expansions = 5'000});
    const double found = attack_rumor_on_graph(attack).delta.found.value;
    EXPECT_LE(found, exact.upper()) << s;
    EXPECT_GE(found, 0.75 * exact.lower() - 0.05) << s;
  }
}

// By hand: on the ring 0 1 2 3 with 2 and 3 curious, the source is the first sender seen with probability 2/3.
TEST(RumorOnGraphAttack, BoundsEpsilonAtADelta) {
  const auto ring = graph::ring(4);
  auto attack = sure(ring, {2, 3}, 0.0);
  attack.delta = 1e-3;
  const auto found = attack_rumor_on_graph(attack);
  ASSERT_TRUE(found.epsilon);
  EXPECT_LE(found.epsilon->found.value, std::log(2.0));
  EXPECT_GE(found.epsilon->found.value, std::log(2.0) - 0.1);
  EXPECT_LE(found.delta.found.value, 1.0 / 3.0);
}

// Two leaves of one node: at muting 0 the law of the first sender, one of many, is the same from both.
TEST(RumorOnGraphAttack, CertifiesNothingWhereThereIsNothingHoweverMuchItLearns) {
  auto edges = graph::regular(1000, 4, {2}).edge_list();
  edges.insert(edges.end(), {{0, 1000}, {0, 1001}});
  const graph::Graph graph(1002, edges);
  std::vector<graph::Node> curious;
  for (graph::Node v = 20; v < 1000; v += 20) curious.push_back(v);
  RumorGraphAttack attack{.graph = graph,
                          .curious = curious,
                          .source = 1000,
                          .against = 1001,
                          .muting = 0.0,
                          .runs = 100,
                          .confidence = 0.99,
                          .execution = {.seed = {3}, .jobs = 1}};
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    attack.execution.seed = {seed};
    EXPECT_EQ(attack_rumor_on_graph(attack).delta.found.value, 0.0) << seed;
  }
}

TEST(RumorOnGraphAttack, HasTheSameBitsOnAnyNumberOfThreads) {
  const auto graph = graph::grid(3, 3);
  auto attack = sure(graph, {8, 6}, 0.5);
  attack.runs = 500;
  const auto one = attack_rumor_on_graph(attack);
  attack.execution.jobs = 4;
  const auto four = attack_rumor_on_graph(attack);
  EXPECT_EQ(one.delta.found.value, four.delta.found.value);
  EXPECT_EQ(one.delta.found.threshold, four.delta.found.threshold);
  EXPECT_EQ(one.delta.statistic, four.delta.statistic);
}

TEST(RumorOnGraphAttack, RefusesSourcesThatCannotBeToldApart) {
  const auto path = graph::path(5);
  auto attack = sure(path, {2}, 0.5);
  attack.against = 0;
  EXPECT_THROW((void)attack_rumor_on_graph(attack), Error);
  attack.against = 2;
  EXPECT_THROW((void)attack_rumor_on_graph(attack), Error);
  attack.against = 9;
  EXPECT_THROW((void)attack_rumor_on_graph(attack), Error);
  const std::vector<graph::Edge> edges = {{0, 1}, {2, 3}};
  const graph::Graph apart(4, edges);
  EXPECT_THROW((void)attack_rumor_on_graph(sure(apart, {3}, 0.5)), Error);
}

TEST(RumorOnGraphAttack, EndsWhenItIsAskedTo) {
  const auto path = graph::path(5);
  auto attack = sure(path, {2}, 0.5);
  attack.execution.stop = [] { return true; };
  EXPECT_THROW((void)attack_rumor_on_graph(attack), Interrupted);
}

}  // namespace
}  // namespace hearsay::empirical
