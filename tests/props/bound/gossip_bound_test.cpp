// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/bound/gossip_bound.hpp"

#include <gmock/gmock.h>

#include <hearsay/core/error.hpp>
#include <hearsay/formula/expression.hpp>

#include "props/bound/gossip_facts.hpp"
#include "tests/error_message.hpp"

namespace {

using namespace hearsay;
using namespace hearsay::props::bound;
using hearsay::props::gen::Scenario;
using props::oracle::Rational;

run::Finding refuted(const std::string& statement,
                     const ScenarioDomain& domain = {.all_nodes = 4, .random_nodes = 8, .most_steps = 4}) {
  return refute_gossip(formula::parse(statement), domain, {.claim = "test", .effort = run::Effort::quick});
}

std::string witness(const std::string& statement) {
  const auto found = refuted(statement);
  if (!found.witness) return std::string(to_string(found.verdict)) + " " + found.note;
  return found.witness->instance.dump() + " " + found.witness->claimed + " " + found.witness->actual + " " +
         std::string(run::to_string(found.witness->certificate));
}

/// Path 0-1-2, observer 0, target 2, two steps: README.md derives 1/3, 1/2 and 1.
const Scenario path{.graph = graph::Graph(3, std::vector<graph::Edge>{{0, 1}, {1, 2}}), .target = 2, .steps = 2};

Rational fact(const std::string& expression, const Scenario& s = path) {
  formula::Evaluator<Rational> evaluate(gossip_fractions(s));
  return evaluate(formula::parse(expression + " <= 0").parts[0].parts[0]);
}

TEST(GossipFacts, AreThoseOfThePathInReadme) {
  EXPECT_EQ(fact("published"), Rational(1, 3));
  EXPECT_EQ(fact("exact"), Rational(1, 2));
  EXPECT_EQ(fact("exact_own_noise"), 1);
  EXPECT_EQ(fact("renyi(3)"), Rational(3, 4));
  EXPECT_EQ(fact("100*distance + 10*rank + messages"), 222);
  EXPECT_EQ(fact("1000*degree_target + 100*degree_observer + 10*n + edges"), 1132);
  EXPECT_EQ(fact("1000*T + 100*diameter + 10*observers + local"), 2211);
  EXPECT_EQ(fact("10*observer + target"), 2);
  EXPECT_EQ(fact("w(1, 1, 2) + w(2, 0, 0) + w(0, 1, 1)"), Rational(1, 3) + Rational(5, 9) + 1);
  EXPECT_EQ(fact("published", {.graph = path.graph, .observers = {0}, .target = 1, .steps = 2}), 1);  // 4/3, capped
  EXPECT_EQ(fact("10*degree_observer + observer", {.graph = path.graph, .observers = {1, 2}, .target = 0}), 11);
  EXPECT_THROW(fact("gap"), formula::NotRational);
  EXPECT_THROW(fact("w(1, 3, 0)"), Error);
}

TEST(GossipFacts, AreTheSameInDoubles) {
  formula::Evaluator<double> doubles(gossip_doubles(path));
  formula::Evaluator<formula::Range> ranges(gossip_ranges(path));
  for (const auto& name : gossip_vocabulary().names) {
    const auto e = formula::parse(name + " <= 0").parts[0].parts[0];
    if (name != "gap" && name != "mu") EXPECT_NEAR(doubles(e), fact(name).convert_to<double>(), 1e-12) << name;
    EXPECT_NEAR(doubles(e), static_cast<double>(ranges(e).lower()), 2e-12) << name;
    EXPECT_LE(ranges(e).lower(), ranges(e).upper()) << name;
  }
  formula::Evaluator<double> neighbor(
      gossip_doubles(Scenario{.graph = path.graph, .observers = {0}, .target = 1, .steps = 2}));
  EXPECT_EQ(neighbor(formula::parse("published <= 0").parts[0].parts[0]), 1.0);  // 4/3, capped
  EXPECT_NEAR(doubles(formula::parse("mu^2 <= 0").parts[0].parts[0]), fact("exact").convert_to<double>(), 1e-12);
  EXPECT_NEAR(doubles(formula::parse("gap <= 0").parts[0].parts[0]), 1.0 / 3.0, 1e-12);  // eigenvalues 1, 2/3, 0
  EXPECT_NEAR(doubles(formula::parse("w(2,0,0) + renyi(3) <= 0").parts[0].parts[0]), 5.0 / 9.0 + 0.75, 1e-12);
}

TEST(GossipBound, AFalseBoundHasTheSmallestWitness) {
  EXPECT_EQ(witness("exact <= published"), R"({"graph":"0-1 1-2","observer":0,"target":2,"steps":2} 1/3 1/2 exact)");
  EXPECT_EQ(witness("exact <= 1 and published >= exact"),
            R"({"graph":"0-1 1-2","observer":0,"target":2,"steps":2} 1/2 1/3 exact)");
  EXPECT_THAT(witness("exact <= 2^(1-distance)"), testing::HasSubstr(" 1/2 1 exact"));
}

TEST(GossipBound, ATrueOneHolds) {
  const auto found = refuted("exact <= exact_own_noise and exact_own_noise <= 1");
  EXPECT_EQ(found.verdict, Verdict::holds);
  EXPECT_GT(found.instances, 400u);
  EXPECT_NEAR(*found.tightness, 0.0, 1e-9);
  EXPECT_EQ(refuted("exact <= min(1, floor(T/distance))").verdict, Verdict::holds);
  EXPECT_EQ(refuted("sum(j, 0, n-1, w(T, target, j)) == 1").verdict, Verdict::holds);
}

TEST(GossipBound, StrictComparisonsAreDecidedExactly) {
  EXPECT_EQ(witness("exact < 1"), R"({"graph":"0-1","observer":0,"target":1,"steps":1} 1 1 exact)");
  EXPECT_EQ(refuted("sum(j, 0, n-1, w(T, target, j)) > 1 - 1e-30").verdict, Verdict::holds);
}

TEST(GossipBound, WhatOnlyRoundingViolatesIsInconclusive) {
  EXPECT_THAT(
      witness("1e13*abs(sum(j, 0, n-1, w(T, target, j)) - 1) <= 0"),
      testing::StartsWith("inconclusive the violation is not certified and may be due to rounding: {\"graph\""));
  EXPECT_EQ(refuted("1e13*abs(sum(j, 0, n-1, w(T, target, j)) - 1) + 0*floor(T) <= 0").verdict, Verdict::holds);
}

TEST(GossipBound, BoundsThatAreNotRationalAreDecidedByDigits) {
  EXPECT_EQ(refuted("exact <= exp(T - distance + 1)").verdict, Verdict::holds);
  EXPECT_THAT(witness("exact^2 <= ln(1 + published)"), testing::HasSubstr("0.69314718056 1 interval"));
  EXPECT_THAT(witness("gap >= 1"), testing::HasSubstr("interval"));
}

TEST(GossipBound, WhatHasNoValueIsAnErrorThatNamesTheScenario) {
  const auto said = [](const std::string& statement) {
    return tests::message_of([&] { static_cast<void>(refuted(statement)); });
  };
  EXPECT_EQ(
      said("exact <= 1/(T-1)"),
      "HS-101 bound: column 11: a division by 0, where {\"graph\":\"0-1\",\"observer\":0,\"target\":1,\"steps\":1}");
  EXPECT_THAT(said("exact <= -1/(T-1)"), testing::HasSubstr("column 12: a division by 0, where"));
  EXPECT_THAT(said("exact <= 1 + 0*ln(published - 1/3)"), testing::HasSubstr("a logarithm of 0 or of a negative"));
  EXPECT_THAT(said("exact <= 1 + 0*sqrt(exact - exact_own_noise)"), testing::HasSubstr("a square root of a negative"));
  EXPECT_THAT(said("exact <= (1-T)^0.5 + 9"), testing::HasSubstr("to a power that is not whole"));
  EXPECT_EQ(said("exact <= ln(0)"), "HS-101 bound: column 10: a logarithm of 0 or of a negative number");
}

// 1 - n w(T, i, j) is 0 in fractions where all weights are 1/n, and 1e-16 in doubles.
TEST(GossipBound, AZeroThatRoundingHidesIsOne) {
  EXPECT_THAT(tests::message_of([] {
                static_cast<void>(refuted("exact <= 1 + abs(1/(1 - 3*w(1, 0, target)))",
                                          {.least_nodes = 3, .all_nodes = 3, .random_nodes = 0}));
              }),
              testing::HasSubstr("column 19: a division by 0, where"));
}

TEST(GossipBound, OperandsNearZeroAreDecidedExactly) {
  EXPECT_EQ(refuted("exact <= 1 + sqrt(exact - exact)").verdict, Verdict::holds);
  EXPECT_EQ(refuted("sqrt(exact*1e-20) <= 1e-10*sqrt(exact)").verdict, Verdict::holds);
  EXPECT_EQ(refuted("sqrt(exact*1e-20) <= 0.9e-10*sqrt(exact)").verdict,
            Verdict::refuted);  // doubles see no difference
}

TEST(GossipBound, TheDomainIsWhatWasAskedFor) {
  EXPECT_EQ(refuted("n == 3 and T == 2",
                    {.least_nodes = 3, .all_nodes = 3, .random_nodes = 0, .least_steps = 2, .most_steps = 2})
                .verdict,
            Verdict::holds);
  EXPECT_EQ(refuted("n == 3", {.least_nodes = 3, .all_nodes = 3, .random_nodes = 0, .least_steps = 2, .most_steps = 2})
                .instances,
            12u);
  const auto six = refuted("n <= 5", {.all_nodes = 6, .random_nodes = 0, .least_steps = 1, .most_steps = 1});
  EXPECT_EQ(six.witness->claimed + six.witness->actual, "56");
  EXPECT_EQ(refuted("observers == 1").verdict, Verdict::holds);
  EXPECT_EQ(refuted("observers == 1", {.all_nodes = 3, .random_nodes = 0, .most_steps = 1, .coalitions = true}).verdict,
            Verdict::refuted);
  EXPECT_EQ(refuted("n >= 5", {.least_nodes = 5, .all_nodes = 0, .random_nodes = 9, .most_steps = 2}).verdict,
            Verdict::holds);
  EXPECT_EQ(refuted("n <= 1", {.least_nodes = 9, .all_nodes = 0, .random_nodes = 3}).verdict, Verdict::inconclusive);
}

}  // namespace
