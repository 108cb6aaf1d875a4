// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/claims/catalogue.hpp>
#include <hearsay/graph/averaging_time.hpp>
#include <hearsay/run/registry.hpp>

#include "props/checks.hpp"
#include "props/gen/smallest_instance_sets.hpp"
#include "props/kit/search.hpp"
#include "props/muffliato/muffliato_props.hpp"
#include "props/oracle/dense_gossip.hpp"

namespace hearsay::props {
namespace {

using graph::Edge;
using graph::Graph;
using graph::Node;
using oracle::Rational;

const run::Registry& registry() {
  static const auto filled = [] {
    run::Registry r;
    register_muffliato(r);
    register_muffliato_random(r);
    return r;
  }();
  return filled;
}

run::Finding check(std::string_view id, std::uint64_t seed = 1) {
  const auto* found = registry().find(id);
  if (found == nullptr) throw std::logic_error("no check for " + std::string(id));
  return (*found)({.effort = run::Effort::quick, .seed = {seed}});
}

class EveryMuffliatoClaim : public ::testing::TestWithParam<const claims::Claim*> {};

TEST_P(EveryMuffliatoClaim, HasTheExpectedVerdict) {
  const auto& claim = *GetParam();
  const auto finding = check(claim.id);
  EXPECT_EQ(to_string(finding.verdict), to_string(claim.expected)) << finding.note;
  EXPECT_GT(finding.instances, 0u);
  EXPECT_EQ(finding.witness.has_value(), finding.verdict == Verdict::refuted);
  if (!claim.repaired_by.empty()) {
    ASSERT_NE(claims::find(claim.repaired_by), nullptr) << claim.repaired_by;
    EXPECT_EQ(claims::find(claim.repaired_by)->expected, Verdict::holds);
  }
}

TEST_P(EveryMuffliatoClaim, GivesTheSameFindingTwice) {
  const auto a = check(GetParam()->id, 7), b = check(GetParam()->id, 7);
  EXPECT_EQ(a.verdict, b.verdict);
  EXPECT_EQ(a.instances, b.instances);
  EXPECT_EQ(a.tightness, b.tightness);
  EXPECT_EQ(a.note, b.note);
  ASSERT_EQ(a.witness.has_value(), b.witness.has_value());
  if (a.witness) {
    EXPECT_EQ(a.witness->instance.dump(), b.witness->instance.dump());
    EXPECT_EQ(a.witness->claimed, b.witness->claimed);
    EXPECT_EQ(a.witness->actual, b.witness->actual);
  }
}

/// Claims of this paper that have a check here: the others are checked in other files.
std::vector<const claims::Claim*> checked_claims() {
  std::vector<const claims::Claim*> all;
  for (const auto& paper :
       {claims::muffliato(), claims::muffliato_random(), claims::muffliato_sgd(), claims::muffliato_steps()}) {
    for (const auto& claim : paper) {
      if (registry().find(claim.id) != nullptr) all.push_back(&claim);
    }
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryMuffliatoClaim, ::testing::ValuesIn(checked_claims()),
                         [](const auto& instance) {
                           std::string name(instance.param->id);
                           std::ranges::replace(name, '.', '_');
                           return name;
                         });

// What the searches find, in the words a reader checks by hand (the arithmetic is in the catalogue's witness texts).
struct Found {
  std::string id, instance, claimed, actual;
};

class TheSmallestWitness : public ::testing::TestWithParam<Found> {};

TEST_P(TheSmallestWitness, IsFoundBySearch) {
  const auto& want = GetParam();
  const auto finding = check(want.id);
  ASSERT_TRUE(finding.witness.has_value());
  EXPECT_EQ(finding.witness->instance.dump(), want.instance);
  EXPECT_EQ(finding.witness->claimed, want.claimed);
  EXPECT_EQ(finding.witness->actual, want.actual);
}

INSTANTIATE_TEST_SUITE_P(
    Muffliato, TheSmallestWitness,
    ::testing::Values(
        Found{"muffliato.thm1", R"({"graph":"0-1 1-2","observer":0,"target":2,"steps":2})", "1/3", "1/2"},
        Found{"muffliato.thm1.index", R"({"nodes":4,"rounds":"1-2 | 1-3 | 0-3","observer":0,"target":2})", "0", "1/6"},
        Found{
            "muffliato.thm1.distance",
            R"({"graph":"0-1 1-2 1-3 2-4","observer":0,"steps":3,"own_noise_known":false,"nearer":3,"nearer_distance":2,"target":4,"target_distance":3})",
            "2/5", "3/5"},
        Found{"muffliato.eq7.printed", R"({"graph":"0-1","observer":0,"steps":2})", "2", "3/2"},
        Found{"muffliato.eq7.capped", R"({"graph":"0-1 1-2","observer":0,"steps":2})", "4/3", "3/2"},
        Found{"muffliato.corollary1.loss", R"({"graph":"0-1 1-2","observer":0,"target":2,"steps":2})", "1/3", "1/2"},
        Found{"muffliato.corollary2", R"({"nodes":3,"rounds":"0-1 | 1-2 | 0-1","observer":0,"target":2})", "2/3",
              "4/5"},
        Found{"muffliato.thm12", R"({"graph":"0-1 1-2","observer":0,"target":2,"steps":2})", "1/3", "1/2"},
        Found{"muffliato.thm13", R"({"nodes":3,"rounds":"1-2 | 0-1","observer":0,"group":[1,2]})", "1", "2"},
        Found{"muffliato.thm7.lemma", R"({"graph":"0-1","steps":2,"lambda":"1","y":"e_0 - e_1"})", "0",
              "[0.005154, 0.005155]"},
        Found{
            "muffliato.thm3",
            R"({"graph":"0-1 0-2 1-2","edge_probability":"1/3","steps":10,"noise_variance":1,"values":[100,-100,0],"lambda2_at_least":"1"})",
            "2/3", "10513/3072"},
        Found{
            "muffliato.thm8",
            R"({"graph":"0-1 0-2 1-2","edge_probability":"1/3","steps":3,"noise_variance":1,"values":[100,-100,0],"lambda2_at_least":"1"})",
            "[332.346696, 332.346697]", "3335/8"},
        Found{
            "muffliato.prop1",
            R"({"coalition":"0 to 47, v joined to v + 3 and v + 22 modulo 48","other_edges":"0-48 12-48 24-48 36-48 48-49","target":49,"gap_at_least":"1/9","rounds":1,"gossip_steps":12})",
            "48/49", "1"},
        Found{"muffliato.edges_help", R"({"graph":"0-1 0-2 1-3 2-3","added":"0-3","weights":"metropolis"})", "2/3",
              "1/2"},
        Found{"muffliato.thm11.mean", R"({"graph":"0-1 1-2","observer":0,"steps_per_round":1,"rounds":3})", "3",
              "397/129"},
        Found{
            "muffliato.communities",
            R"({"graph":"0-1 0-2 1-2 2-3 3-4 3-5 4-5","community":3,"observer":0,"steps":6,"outside":"the other clique"})",
            "1/2", "2/3"},
        Found{"muffliato.prop1.neighbors", R"({"nodes":3,"coalition":1,"q":"549/1000"})", "549/1000", "549/500"},
        Found{"muffliato.activation.gap", R"({"clique":2,"nodes":4,"constant":1})", "1", "3"},
        Found{"muffliato.corollary4", R"({"graph":"0-1","observer":0,"steps":1,"alpha":2,"epsilon":1})", "1", "2"}),
    [](const auto& instance) {
      std::string name = instance.param.id;
      std::ranges::replace(name, '.', '_');
      return name;
    });

// Met with equality somewhere: nothing stronger would pass.
TEST(MuffliatoSlack, IsOneWhereTheBoundIsAttained) {
  for (const auto* id : {"muffliato.thm4.rank", "muffliato.corollary5.repaired", "muffliato.edges_help.repaired",
                         "muffliato.eq7.repaired", "muffliato.eq16", "muffliato.thm1.repaired"}) {
    const auto finding = check(id);
    ASSERT_TRUE(finding.slack.has_value()) << id;
    EXPECT_NEAR(*finding.slack, 1.0, 1e-6) << id;
  }
}

// Theorems 2, 7 and 8 leave room, and say so; an equality has no slack.
TEST(MuffliatoSlack, IsTheRoomThatTheInstancesLeave) {
  EXPECT_GT(check("muffliato.thm2").slack.value(), 1.5);
  EXPECT_GT(check("muffliato.thm7").slack.value(), 1.5);
  EXPECT_NEAR(check("muffliato.thm8.repaired").slack.value(), 2.0, 1e-6);
  EXPECT_FALSE(check("muffliato.eq7.identity").slack.has_value());
}

// The sets of Hamming's code: 2^(m - k) nodes, k = floor(log2(m + 1)), closest to 2 n / (m + 1) at m = 6: 16 against
// 128/7.
TEST(DominatingSets, AreHalfAsLargeAsAllowedAtBest) {
  EXPECT_NEAR(check("muffliato.dominating.repaired").slack.value(), 128.0 / 7.0 / 16.0, 1e-12);
}

// Without the small world RapidCheck alone shrinks a violation of Theorem 1 to the path on three nodes.
TEST(TheoremOne, RandomSearchShrinksToThePathOnThreeNodes) {
  const auto violated = [](const gen::Scenario& s) -> Outcome {
    const auto l = library_losses(s);
    return {.violated = l.exact[s.target] > l.published[s.target] + 1e-9, .tags = {}};
  };
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const auto result = search(gen::scenarios({.min_degree = true}), violated, {.cases = 200, .coverage = {}},
                               {.claim = "test", .seed = {seed}});
    ASSERT_TRUE(result.counterexample.has_value()) << seed;
    const auto& s = *result.counterexample;
    EXPECT_EQ(s.graph.nodes(), 3u) << s;
    EXPECT_EQ(s.graph.edges(), 2u) << s;
    EXPECT_EQ(s.steps, 2) << s;
  }
}

// Path 0-1-2 with edge weights e: node 0 is sent e_1, then (e, 1-2e, e). Formula e^2 / ((1-2e)^2 + 2e^2), loss 1/2.
TEST(TheoremOne, TheRatioOfLossToFormulaIsUnbounded) {
  const std::vector<Node> observer{0};
  for (const Rational& e : {Rational(1, 3), Rational(1, 10), Rational(1, 1000)}) {
    const oracle::Matrix w{{1 - e, e, 0}, {e, 1 - 2 * e, e}, {0, e, 1 - e}};
    const auto view = oracle::view(w, observer, 2);
    EXPECT_EQ(oracle::loss(view, Node{2}), Rational(1, 2));
    EXPECT_EQ(oracle::loss(view, Node{2}) / oracle::published(view, 2),
              ((1 - 2 * e) * (1 - 2 * e) + 2 * e * e) / (2 * e * e));
  }
}

// On complete graphs everybody else is a neighbor and loses U at t = 0: no violation.
TEST(TheoremOne, HoldsOnCompleteGraphs) {
  for (const auto& s : small_scenarios({})) {
    if (s.graph.edges() != std::size_t{s.graph.nodes()} * (s.graph.nodes() - 1) / 2) continue;
    const auto l = library_losses(s);
    EXPECT_LE(l.exact[s.target], l.published[s.target] + 1e-9) << s;
  }
}

// The kite: with own noise known node 2 (distance 2) loses 1/2 and node 4 (distance 3) everything.
TEST(Distance, TheKiteInvertsItWithOwnNoiseKnown) {
  const std::vector<Node> observer{0};
  const auto w = oracle::rational_matrix(Graph(5, std::vector<Edge>{{0, 1}, {1, 2}, {1, 3}, {2, 4}, {3, 4}}));
  const auto view = oracle::own_noise_known(oracle::view(w, observer, 3), observer);
  EXPECT_EQ(oracle::loss(view, Node{2}), Rational(1, 2));
  EXPECT_EQ(oracle::loss(view, Node{4}), 1);
}

// Triangle, equal probabilities, values (1, 4, -5): V = 14, T = 3: 13/12 against 1.0801 at the printed rate.
TEST(RandomizedGossip, TriangleWithSpreadFourteen) {
  const std::vector<Edge> edges{{0, 1}, {0, 2}, {1, 2}};
  const std::vector<Rational> p(3, Rational(1, 3));
  EXPECT_EQ(oracle::randomized_square_error(3, edges, p, {1, 4, -5}, 1, 3) / 6, Rational(13, 12));
  EXPECT_NEAR(15 * std::exp(-3.0) + 1.0 / 3, 1.0801, 5e-5);
}

// Complete graph on 4 nodes, V = 5: lambda_2 = 4/6, T_stop = ceil(1.5 ln 20) = 5, and the error there is 0.50359.
TEST(RandomizedGossip, CompleteGraphAtThePrintedStoppingTime) {
  const std::vector<Edge> edges{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
  const std::vector<double> p(6, 1.0 / 6);
  EXPECT_NEAR(oracle::lambda2(4, edges, p), 2.0 / 3, 1e-12);
  EXPECT_EQ(std::ceil(1.5 * std::log(20.0)), 5.0);
  const auto moment = oracle::randomized_second_moment(4, edges, p, 5);
  EXPECT_NEAR(oracle::randomized_square_error(moment, 5.0, 1.0), (23 * std::pow(2.0 / 3, 5) + 1) / 8, 1e-12);
  EXPECT_GT(oracle::randomized_square_error(moment, 5.0, 1.0), 0.5);
}

// The dense and the rational second moments are two roads to one number.
TEST(RandomizedGossip, DenseAndRationalMomentsAgree) {
  const Graph graph(4, std::vector<Edge>{{0, 1}, {1, 2}, {2, 3}, {1, 3}});
  const auto edges = graph.edge_list();
  const std::vector<Rational> p{Rational(1, 2), Rational(1, 4), Rational(1, 8), Rational(1, 8)};
  const std::vector<double> q{0.5, 0.25, 0.125, 0.125};
  const auto moment = oracle::randomized_second_moment(4, edges, q, 6);
  const Eigen::Vector4d x(3, -1, -2, 0);
  EXPECT_NEAR(x.dot(moment * x) + 2.0 * moment.trace(),
              oracle::to_double(oracle::randomized_square_error(4, edges, p, {3, -1, -2, 0}, 2, 6)), 1e-12);
}

// Corollary 4 on hypercube:12, alpha = 2, epsilon = Delta = 1: printed 12/4 = 3; T_stop = 22 rounds need alpha T d / (2
// n).
TEST(Corollary4, PrintedVarianceIsFarTooLargeOnLargeGraphs) {
  const double printed = 12.0 / (2.0 * 2.0), gap = 2.0 / 13.0;  // Metropolis weights 1/13, second eigenvalue 1 - 2/13
  const auto steps = graph::stopping_time(gap, 4096, std::sqrt(printed));
  EXPECT_EQ(steps, 22);
  EXPECT_NEAR(2.0 * static_cast<double>(steps) * 12.0 / (2.0 * 4096.0), 0.0645, 5e-5);
}

}  // namespace
}  // namespace hearsay::props
