// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/bound/graphwalk_bound.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>

#include <hearsay/core/error.hpp>
#include <hearsay/formula/expression.hpp>

#include "tests/error_message.hpp"

namespace {

using namespace hearsay;
using namespace hearsay::props::bound;
using hearsay::props::gen::Scenario;
using props::oracle::Rational;

run::Finding graphwalk_refuted(const std::string& statement,
                               const ScenarioDomain& domain = {.all_nodes = 3, .random_nodes = 5, .most_steps = 3}) {
  return refute_graphwalk(formula::parse(statement), domain, {.claim = "test", .effort = run::Effort::quick});
}

/// Two nodes of weights 1/2, one step: the token is at node 1 and then read with probability 1/4, and else tells
/// nothing.
const Scenario pair{.steps = 1};
/// docs/maths/walk.md, section 13: 1/108.
const Scenario path_ends{.graph = graph::Graph(3, std::vector<graph::Edge>{{0, 1}, {1, 2}}), .target = 2, .steps = 2};

Rational graphwalk_fact(const std::string& name, const Instance& instance) {
  formula::Evaluator<Rational> evaluate(graphwalk_fractions(instance));
  return evaluate(formula::parse(name + " <= 0").parts[0].parts[0]);
}

formula::Range graphwalk_value(const std::string& name, const Instance& instance) {
  formula::Evaluator<formula::Range> evaluate(graphwalk_ranges(instance));
  return evaluate(formula::parse(name + " <= 0").parts[0].parts[0]);
}

Instance with_noise(const Scenario& s, const Rational& sigma) {
  Instance instance(s);
  instance.sigma = {sigma};
  return instance;
}

void expect_holds_number(const formula::Range& range, double number, double width) {
  EXPECT_LE(static_cast<double>(range.lower()), number * (1.0 + 1e-12));
  EXPECT_GE(static_cast<double>(range.upper()), number * (1.0 - 1e-12));
  EXPECT_LE(static_cast<double>(range.upper() - range.lower()), width);
}

/// delta(epsilon) of Gaussian DP by its formula.
double gaussian(double mu, double epsilon) {
  const auto phi = [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); };
  return phi(mu / 2.0 - epsilon / mu) - std::exp(epsilon) * phi(-mu / 2.0 - epsilon / mu);
}

TEST(GraphwalkFacts, AreThoseOfTwoNodes) {
  EXPECT_EQ(graphwalk_fact("limit", pair), Rational(1, 4));
  EXPECT_EQ(graphwalk_fact("100*n + 10*T + distance", pair), 211);
  EXPECT_EQ(graphwalk_fact("w(2, target, observer)", pair), Rational(1, 2));
  EXPECT_EQ(graphwalk_fact("sigma", pair), 1);
  EXPECT_EQ(graphwalk_fact("limit", path_ends), Rational(1, 108));
  EXPECT_THROW(graphwalk_fact("gap", pair), formula::NotRational);
}

TEST(GraphwalkFacts, AtOneNoiseAreBracketed) {
  for (const double sigma : {1.0, 2.0, 0.75}) {
    const auto instance = with_noise(pair, Rational(sigma));
    const double mu = 1.0 / sigma;
    expect_holds_number(graphwalk_value("renyi(2)", instance), std::log(0.75 + 0.25 * std::exp(mu * mu)), 1e-12);
    expect_holds_number(graphwalk_value("delta(0.1)", instance), gaussian(mu, 0.1) / 4.0, 1e-3);
    const double epsilon = 0.3;
    const auto delta = fmt::format("{:.17g}", gaussian(mu, epsilon) / 4.0);
    expect_holds_number(graphwalk_value("epsilon(" + delta + ")", instance), epsilon, 0.02);
  }
}

TEST(GraphwalkFacts, AreTheSameInDoubles) {
  formula::Evaluator<double> doubles(graphwalk_doubles(with_noise(path_ends, 3)));
  for (const auto* name : {"limit", "sigma", "T", "n", "distance", "w(2, observer, target)"}) {
    const auto e = formula::parse(std::string(name) + " <= 0").parts[0].parts[0];
    EXPECT_NEAR(doubles(e), graphwalk_fact(name, with_noise(path_ends, 3)).convert_to<double>(), 1e-12) << name;
  }
}

TEST(GraphwalkBound, OneForMuchNoiseIsRefutedAtLittle) {
  const auto found = graphwalk_refuted("renyi(2) <= limit/sigma^2");  // ln(3/4 + e/4) > 1/4
  ASSERT_TRUE(found.witness);
  EXPECT_EQ(found.witness->instance.dump(), R"({"graph":"0-1","observer":0,"target":1,"steps":1})");
  EXPECT_EQ(found.witness->claimed, "0.25");
  EXPECT_THAT(found.witness->actual, testing::StartsWith("0.35737"));
  EXPECT_EQ(found.witness->certificate, run::Certificate::interval);
}

TEST(GraphwalkBound, AFalseOneOnTheLimitIsRefutedInFractions) {
  const auto found = graphwalk_refuted("limit <= T/n^2 - 1/9");
  ASSERT_TRUE(found.witness);
  EXPECT_EQ(found.witness->claimed + " " + found.witness->actual, "5/36 1/4");
  EXPECT_EQ(found.witness->certificate, run::Certificate::exact);
}

TEST(GraphwalkBound, TrueOnesHold) {
  // Every reading loses at most its hidden steps at the target, of which there are T/n on average.
  EXPECT_EQ(graphwalk_refuted("limit <= T/n").verdict, Verdict::holds);
  EXPECT_EQ(graphwalk_refuted("limit <= 2*T/n*sum(i, 1, T, w(i, target, observer)/i)").verdict, Verdict::holds);
  const ScenarioDomain few{.all_nodes = 3, .random_nodes = 0, .most_steps = 2};
  EXPECT_EQ(graphwalk_refuted("renyi(2) >= limit/sigma^2 and delta(0) <= 1", few).verdict, Verdict::holds);
}

// What a bracket does not decide is no counterexample, and the search goes on.
TEST(GraphwalkBound, WhatBracketsDoNotDecideIsInconclusive) {
  const ScenarioDomain few{.all_nodes = 2, .random_nodes = 0, .most_steps = 3};
  const auto found = graphwalk_refuted("1e6*(epsilon(1e-3) - epsilon(1e-3)) <= 0", few);
  EXPECT_EQ(found.verdict, Verdict::inconclusive);
  EXPECT_EQ(found.instances, 6u);
  EXPECT_FALSE(found.witness);
}

TEST(GraphwalkBound, EveryNoiseIsTried) {
  ScenarioDomain domain{.all_nodes = 2, .random_nodes = 0, .most_steps = 1};
  domain.sigma.each = {5, 2, 1};
  const auto found = graphwalk_refuted("sigma >= 2", domain);
  ASSERT_TRUE(found.witness);
  EXPECT_EQ(found.witness->instance.dump(), R"({"graph":"0-1","observer":0,"target":1,"steps":1})");
  EXPECT_EQ(found.instances, 3u);
  EXPECT_EQ(graphwalk_refuted("sigma <= 4", domain).witness->instance.at("sigma"), 5.0);
}

TEST(GraphwalkBound, OtherOrdersAreRefused) {
  EXPECT_EQ(tests::message_of([] { static_cast<void>(graphwalk_refuted("renyi(3) <= 1")); }),
            "HS-101 bound: renyi(3): of a walk only renyi(2) is computed");
  EXPECT_THAT(tests::message_of([] { static_cast<void>(graphwalk_refuted("epsilon(0) <= 1")); }),
              testing::HasSubstr("delta must be between 0 and 1"));
  EXPECT_THAT(tests::message_of([] { static_cast<void>(graphwalk_refuted("delta(-1) <= 1")); }),
              testing::HasSubstr("epsilon must be from 0 to 700"));
}

}  // namespace
