// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/bound/stream_bound.hpp"

#include <gmock/gmock.h>

#include <hearsay/core/error.hpp>
#include <hearsay/formula/expression.hpp>

namespace {

using namespace hearsay;
using namespace hearsay::props::bound;
using hearsay::props::gen::Scenario;
using props::oracle::Rational;

run::Finding stream_refuted(const std::string& statement,
                            const ScenarioDomain& domain = {.all_nodes = 3, .random_nodes = 5, .most_steps = 3}) {
  return refute_stream(formula::parse(statement), domain, {.claim = "test", .effort = run::Effort::quick});
}

/// Nodes 0 and 1, which is asked about; two rounds. W is 1/2 everywhere. Node 0 sees x_0 + z_0, and half of x_0 + z_0 +
/// x_1 + z_1 with the new x_0' + z_0'. Its covariance is (1, 1/2; 1/2, 3/2), so that x_1, of which it sees 1/2 in the
/// second, loses 1/4 * 4/5; with z_0 and z_0' known all of it.
const Scenario two_nodes{.target = 1, .steps = 2};

Rational stream_fact(const std::string& name, const Scenario& s = two_nodes) {
  formula::Evaluator<Rational> evaluate(stream_fractions(s));
  return evaluate(formula::parse(name + " <= 0").parts[0].parts[0]);
}

TEST(StreamFacts, AreThoseOfTwoNodes) {
  EXPECT_EQ(stream_fact("constant"), Rational(1, 5));
  EXPECT_EQ(stream_fact("exact"), Rational(1, 5));
  EXPECT_EQ(stream_fact("constant_own_noise"), 1);
  EXPECT_EQ(stream_fact("exact_own_noise"), 1);
  EXPECT_EQ(stream_fact("rate"), Rational(1, 2));
  EXPECT_EQ(stream_fact("rate_own_noise"), 1);
  EXPECT_EQ(stream_fact("10*rounds + local"), 22);
  EXPECT_EQ(stream_fact("1000*n + 100*edges + 10*distance + observers"), 2111);
  EXPECT_THROW(stream_fact("gap"), formula::NotRational);
}

TEST(StreamFacts, AreTheSameInDoubles) {
  const Scenario path{
      .graph = graph::Graph(4, std::vector<graph::Edge>{{0, 1}, {1, 2}, {2, 3}}), .target = 2, .steps = 5};
  // Where the worst contributions change their sign.
  const Scenario alternating{.graph = graph::Graph(4, std::vector<graph::Edge>{{0, 1}, {0, 3}, {1, 2}}),
                             .weights = graph::Weights::min_degree,
                             .target = 1,
                             .steps = 4};
  EXPECT_GT(stream_fact("exact", alternating), stream_fact("constant", alternating));
  for (const auto& s : {two_nodes, path, alternating}) {
    formula::Evaluator<double> doubles(stream_doubles(s));
    formula::Evaluator<formula::Range> ranges(stream_ranges(s));
    for (const auto& name : stream_vocabulary().names) {
      const auto e = formula::parse(name + " <= 0").parts[0].parts[0];
      if (name != "gap") EXPECT_NEAR(doubles(e), stream_fact(name, s).convert_to<double>(), 1e-9) << name;
      EXPECT_NEAR(doubles(e), static_cast<double>(ranges(e).lower()), 1e-9) << name;
    }
  }
}

// What a round adds is not heard before it has travelled, and no contribution loses more than all of itself.
TEST(StreamBound, TrueOnesHold) {
  const auto found = stream_refuted("exact_own_noise <= max(0, rounds - distance) and exact <= exact_own_noise");
  EXPECT_EQ(found.verdict, Verdict::holds);
  EXPECT_GT(found.instances, 100u);
  EXPECT_EQ(stream_refuted("constant <= exact and exact <= local").verdict, Verdict::holds);
  EXPECT_EQ(stream_refuted("rate_own_noise == 1/(n-1)").verdict, Verdict::holds);
}

TEST(StreamBound, AFalseOneHasTheSmallestWitness) {
  const auto found = stream_refuted("constant_own_noise <= rounds/n");
  ASSERT_TRUE(found.witness);
  EXPECT_EQ(found.witness->instance.dump(), R"({"graph":"0-1","observer":0,"target":1,"rounds":3})");
  EXPECT_EQ(found.witness->claimed + " " + found.witness->actual, "3/2 2");
  EXPECT_EQ(found.witness->certificate, run::Certificate::exact);
}

TEST(StreamBound, NamesOfGossipAreNotThoseOfStreams) {
  EXPECT_THROW(stream_refuted("published <= 1"), Error);
  EXPECT_THROW(stream_refuted("T >= 1"), Error);
}

}  // namespace
