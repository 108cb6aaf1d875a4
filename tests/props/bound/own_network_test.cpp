// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include <cmath>

#include <hearsay/core/error.hpp>
#include <hearsay/formula/expression.hpp>

#include "props/bound/bound_certificate.hpp"
#include "props/bound/gossip_bound.hpp"
#include "props/bound/gossip_facts.hpp"
#include "props/bound/graphwalk_bound.hpp"
#include "props/bound/scenario_bound.hpp"
#include "tests/error_message.hpp"

namespace {

using namespace hearsay;
using namespace hearsay::props::bound;
using hearsay::props::gen::Scenario;
using props::oracle::Rational;

const run::Context context{.claim = "test", .effort = run::Effort::quick};

/// Path a-b-c whose node b takes a quarter of a, a half of c and the rest of itself. In two steps a hears b, and then
/// b + a/4 + c/2 without b: a/4 + c/2. Of c it learns (1/4)/(1/16 + 1/4) = 4/5, of which the noise of a is a fifth.
OwnNetwork own_path() {
  graph::GossipMatrix w(3, 3);
  const std::vector<Eigen::Triplet<double, std::int64_t>> entries{
      {0, 0, 0.75}, {0, 1, 0.25}, {1, 0, 0.25}, {1, 1, 0.25}, {1, 2, 0.5}, {2, 1, 0.5}, {2, 2, 0.5}};
  w.setFromTriplets(entries.begin(), entries.end());
  return {.graph = graph::Graph(3, std::vector<graph::Edge>{{0, 1}, {1, 2}}, {"a", "b", "c"}),
          .w = std::make_shared<const graph::GossipMatrix>(w)};
}

ScenarioDomain own_domain() { return {.least_steps = 2, .most_steps = 2, .own = own_path()}; }

Instance own_instance(std::vector<Rational> sigma = {}, std::vector<Rational> sensitivity = {}) {
  const auto network = own_path();
  Instance instance(Scenario{.graph = network.graph, .target = 2, .steps = 2});
  instance.own = network.w;
  instance.sigma = std::move(sigma);
  instance.sensitivity = std::move(sensitivity);
  return instance;
}

Rational own_fact(const std::string& name, const Instance& instance) {
  formula::Evaluator<Rational> evaluate(gossip_fractions(instance));
  return evaluate(formula::parse(name + " <= 0").parts[0].parts[0]);
}

TEST(OwnNetwork, FactsAreThoseOfItsWeightsAndNoise) {
  EXPECT_EQ(own_fact("exact", own_instance()), Rational(4, 5));
  EXPECT_EQ(own_fact("w(1, 1, 2)", own_instance()), Rational(1, 2));
  // a's noise twice as large hides more: (1/2)^2/((2/4)^2 + (1/2)^2) = 1/2; c's: 1/(1/16 + 1) = 16/17.
  EXPECT_EQ(own_fact("exact", own_instance({2, 1, 1})), Rational(1, 2));
  EXPECT_EQ(own_fact("exact", own_instance({1, 1, 2})), Rational(16, 17));
  EXPECT_EQ(own_fact("exact_own_noise", own_instance({2, 1, 1})), 1);
  EXPECT_EQ(own_fact("exact", own_instance({3})), Rational(4, 5));  // alike: a share is the same
  // 16/17 (3/2)^2 alpha/2.
  EXPECT_EQ(own_fact("renyi(2)", own_instance({1, 1, 2}, {1, 1, 3})), Rational(36, 17));
  EXPECT_EQ(own_fact("sigma(0) + 10*sigma(2) + 100*sensitivity(target)", own_instance({5, 1, 2}, {7})), 725);
}

TEST(OwnNetwork, FactsAreTheSameInDoubles) {
  for (const auto& instance : {own_instance(), own_instance({2, 1, 1}, {1, 1, 3}), own_instance({2}, {3})}) {
    formula::Evaluator<double> doubles(gossip_doubles(instance));
    formula::Evaluator<formula::Range> ranges(gossip_ranges(instance));
    for (const auto* name : {"exact", "exact_own_noise", "mu", "renyi(3)", "epsilon(1e-3)", "sigma(0)", "rank"}) {
      const auto e = formula::parse(std::string(name) + " <= 0").parts[0].parts[0];
      EXPECT_NEAR(doubles(e), static_cast<double>(ranges(e).upper()), 1e-9) << name;
    }
  }
}

TEST(OwnNetwork, EveryObserverTargetAndStepIsTried) {
  auto domain = own_domain();
  domain.least_steps = 1;
  domain.most_steps = 5;
  EXPECT_EQ(refute_gossip(formula::parse("n == 3"), domain, context).instances,
            30u);  // 3 observers, 2 targets, 5 steps
  domain.coalitions = true;
  EXPECT_EQ(refute_gossip(formula::parse("n == 3"), domain, context).instances, 45u);  // 3 pairs with one target each
}

TEST(OwnNetwork, ACounterexampleHasItsLabels) {
  const auto found = refute_gossip(formula::parse("exact <= published"), own_domain(), context);
  ASSERT_TRUE(found.witness);
  EXPECT_EQ(found.witness->instance.dump(), R"({"observer":"a","target":"c","steps":2})");
  EXPECT_EQ(found.witness->claimed + " " + found.witness->actual, "2/3 4/5");  // (1/4)/(1/16 + 1/16 + 1/4)
  const auto proof = gossip_certificate(formula::parse("exact <= published"), *found.witness, own_path());
  ASSERT_TRUE(proof);
  EXPECT_EQ(proof->proves.lower, "4/5");
  EXPECT_FALSE(proof->claim);
}

TEST(OwnNetwork, NoiseByNodeIsTheirs) {
  auto domain = own_domain();
  domain.sigma.by_node = {2, 1, 1};
  const auto found = refute_gossip(formula::parse("exact <= max(2/5, 2 - distance)"), domain, context);
  ASSERT_TRUE(found.witness);
  EXPECT_EQ(found.witness->instance.dump(), R"({"observer":"a","target":"c","steps":2,"sigma":[2.0,1.0,1.0]})");
  EXPECT_EQ(found.witness->actual, "1/2");
  EXPECT_FALSE(gossip_certificate(formula::parse("exact <= 2/5"), *found.witness, own_path()));
  EXPECT_EQ(
      tests::message_of([&] { static_cast<void>(refute_gossip(formula::parse("published <= 1"), domain, context)); }),
      "HS-203 bound: `published` assumes one `sigma` for all nodes");
}

// A path of Metropolis weights has thirds: c's share is sigma_c^2/(sigma_a^2 + sigma_c^2), at most 4/5 for noise from 1
// to 2, and 1/2 where all are alike.
TEST(NoiseInARange, IsTriedAtBothEndsByNode) {
  ScenarioDomain domain{.least_nodes = 3, .all_nodes = 3, .random_nodes = 0, .least_steps = 2, .most_steps = 2};
  domain.sigma.between = {1, 2};
  EXPECT_EQ(refute_gossip(formula::parse("exact <= max(4/5, 2 - distance)"), domain, context).verdict, Verdict::holds);
  const auto found = refute_gossip(formula::parse("exact <= max(1/2, 2 - distance)"), domain, context);
  ASSERT_TRUE(found.witness);
  EXPECT_EQ(found.witness->actual, "4/5");
  EXPECT_EQ(found.witness->instance.at("sigma").dump(), "[1.0,1.0,2.0]");
  domain.sensitivity.between = {0, 3};
  EXPECT_EQ(refute_gossip(formula::parse("mu <= 3"), domain, context).verdict, Verdict::holds);
  EXPECT_EQ(refute_gossip(formula::parse("mu <= 2.9"), domain, context).verdict, Verdict::refuted);
}

TEST(NoiseInARange, OfGeneratedGraphsIsShrunkToTheLeast) {
  ScenarioDomain domain{.all_nodes = 0, .random_nodes = 8, .most_steps = 3};
  domain.sigma.between = {1, 2};
  const auto found = refute_gossip(formula::parse("sigma(target) <= 3/2"), domain, context);
  ASSERT_TRUE(found.witness);
  double sum = 0.0, most = 0.0;
  for (const double sigma : found.witness->instance.at("sigma")) {
    sum += sigma;
    most = std::max(most, sigma);
  }
  EXPECT_DOUBLE_EQ(most, 1.6);
  EXPECT_DOUBLE_EQ(sum, 1.6 + 1.0);  // two nodes
  domain.own = own_path();
  const auto drawn = refute_gossip(formula::parse("sigma(target) <= 1"), domain, context);
  ASSERT_TRUE(drawn.witness);
  EXPECT_EQ(drawn.witness->instance.at("sigma").size(), 3u);
}

TEST(OwnNetwork, TooLargeOnesAreRefused) {
  ScenarioDomain domain{.own = OwnNetwork{.graph = graph::Graph(101, std::vector<graph::Edge>{{0, 1}}), .w = nullptr}};
  EXPECT_EQ(tests::message_of([&] { static_cast<void>(refute_gossip(formula::parse("n >= 1"), domain, context)); }),
            "HS-302 `graph`: 101 nodes; a bound is tried on at most 100");
}

// b adds b, and so does whoever hears it: the token of one's own weights.
TEST(OwnNetwork, TokensWalkByItsWeights) {
  const auto found = refute_graphwalk(formula::parse("w(1, 1, 2) <= 1/3"), own_domain(), context);
  ASSERT_TRUE(found.witness);
  EXPECT_EQ(found.witness->actual, "1/2");
}

}  // namespace
