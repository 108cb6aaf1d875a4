// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include <hearsay/accounting/token/graph_walk_loss.hpp>
#include <hearsay/claims/catalogue.hpp>
#include <hearsay/divergence/pld.hpp>
#include <hearsay/graph/generators.hpp>
#include <hearsay/run/registry.hpp>

#include "props/checks.hpp"
#include "props/oracle/graph_walk_oracle.hpp"
#include "props/oracle/walk_oracle.hpp"

namespace hearsay::props {
namespace {

using oracle::Rational;

const run::Registry& registry() {
  static const run::Registry checks = [] {
    run::Registry filled;
    register_walk(filled);
    return filled;
  }();
  return checks;
}

run::Finding quick(std::string_view id) {
  return (*registry().find(id))({.claim = id, .effort = run::Effort::quick, .seed = {1}});
}

class WalkClaim : public testing::TestWithParam<const claims::Claim*> {};

TEST_P(WalkClaim, HasTheExpectedVerdictAtQuickEffort) {
  if (registry().find(GetParam()->id) == nullptr) GTEST_SKIP() << GetParam()->id << " is checked elsewhere";
  const auto finding = quick(GetParam()->id);
  EXPECT_EQ(to_string(finding.verdict), to_string(GetParam()->expected)) << finding.note;
  EXPECT_EQ(finding.witness.has_value(), finding.verdict == Verdict::refuted);
  EXPECT_GT(finding.instances, 0u);
  if (finding.slack && finding.verdict == Verdict::holds) EXPECT_GE(*finding.slack, 1.0);
  if (finding.slack && finding.verdict == Verdict::refuted) EXPECT_LT(*finding.slack, 1.0);
}

std::string name_of(const testing::TestParamInfo<const claims::Claim*>& info) {
  std::string name(info.param->id);
  for (auto& c : name) c = c == '.' ? '_' : c;
  return name;
}

std::vector<const claims::Claim*> walk_claims() {
  std::vector<const claims::Claim*> all;
  for (const auto& part : {claims::walk(), claims::walk_rates(), claims::graph_walk()}) {
    for (const auto& claim : part) all.push_back(&claim);
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, WalkClaim, testing::ValuesIn(walk_claims()), name_of);

// What the catalogue tells the reader about the smallest counterexamples.
TEST(WalkClaims, WitnessesAreThoseOfTheCatalogue) {
  const auto thm4 = quick("walk.thm4"), lemma1 = quick("walk.lemma1"), min6 = quick("walk.thm6.min"),
             step6 = quick("walk.thm6.step"), thm2 = quick("walk.thm2.privacy");
  EXPECT_EQ(thm4.witness->instance["steps"], 1343);
  EXPECT_EQ(lemma1.witness->instance["steps"], 4);
  EXPECT_NE(lemma1.witness->actual.find("0.34607"), std::string::npos) << lemma1.witness->actual;
  EXPECT_EQ(min6.witness->instance["users"], 2980);
  EXPECT_EQ(min6.witness->instance["length"], 1);
  EXPECT_EQ(step6.witness->instance["users"], 27169);
  EXPECT_EQ(thm2.witness->instance["delta"], "e^-2562.56");
}

TEST(WalkClaims, WitnessesOnGraphsAreThoseOfTheCatalogue) {
  const auto closed = quick("graphwalk.closed_form"), harmonic = quick("graphwalk.closed_form.harmonic"),
             order = quick("graphwalk.series.order"), hitting = quick("graphwalk.hitting"),
             composed = quick("graphwalk.thm41"), added = quick("graphwalk.lemmaD3"),
             later = quick("graphwalk.lemma43");
  EXPECT_EQ(closed.witness->instance.dump(), R"({"graph":"0-1","observer":0,"target":1,"steps":1})");
  EXPECT_EQ(harmonic.witness->instance.dump(), R"({"graph":"0-1 1-2","observer":0,"target":2,"steps":2})");
  EXPECT_EQ(order.witness->instance.dump(), R"({"nodes":4,"steps":8})");
  EXPECT_EQ(hitting.witness->instance.dump(), R"({"nodes":2,"moves":"1/10","steps":14})");
  EXPECT_EQ(composed.witness->instance["steps"], 5);
  EXPECT_EQ(composed.witness->instance["visits_composed"], 3);
  const oracle::Matrix even(2, oracle::Row(2, Rational(1, 2)));
  EXPECT_EQ(composed.witness->actual, oracle::to_string(oracle::walk_limit({even, 0, 1, 5, Rational(1, 2)})));
  EXPECT_EQ(added.witness->actual, "4/5");
  EXPECT_EQ(later.witness->instance.dump(), R"({"visits":1,"local_steps":1,"factor":2})");
  EXPECT_EQ(quick("graphwalk.lemma42.limit").witness->claimed, "1/2");
}

// Equality for theta -> c theta, and for translations.
TEST(WalkClaims, AmplificationByIterationIsTight) {
  EXPECT_DOUBLE_EQ(*quick("graphwalk.lemma42").slack, 1.0);
  EXPECT_DOUBLE_EQ(*quick("graphwalk.lemma42.limit.repaired").slack, 1.0);
}

// Theorem 4.1 of li2025mitigating with its delta', for finite noise: two nodes, W = J, linear losses with the right
// mu_t^2 = 1/t, T = 200, sigma = 10, zeta = 1/4.
TEST(WalkClaims, ComposedSnapshotsFailWithTheirDeltaForTheNumberOfVisits) {
  constexpr int steps = 200;
  constexpr double mu = 0.1, zeta = 0.25, grid = 0.02, epsilon = 1.0;
  const auto normal = [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); };
  const auto w = graph::gossip_matrix(graph::complete(2), graph::Weights::metropolis);
  const auto exact = accounting::GraphWalkLoss(accounting::walk_gaps({w, 0, 1, steps}), mu, grid).delta(epsilon);
  std::vector<divergence::LossCell> cells;
  for (int i = -100; i < 100; ++i) {
    const double low = i * grid, high = (i + 1) * grid;
    if (i == 0) cells.push_back({std::pow(0.5, steps), std::pow(0.5, steps), 0.0, 0.0});
    divergence::LossCell cell{0.0, 0.0, low, high};
    for (int t = 1; t <= steps; ++t) {
      const double each = mu / std::sqrt(t), share = std::pow(0.5, t);
      cell.p += share * (normal(high / each - 0.5 * each) - normal(low / each - 0.5 * each));
      cell.q += share * (normal(high / each + 0.5 * each) - normal(low / each + 0.5 * each));
    }
    cells.push_back(cell);
  }
  const divergence::Pld snapshot(cells, {}, grid, 1e-9);
  const auto visits = static_cast<std::uint64_t>(std::ceil((1.0 + zeta) * steps / 2.0));
  const double printed =
      divergence::Composition(snapshot, visits).delta(epsilon).upper() + std::exp(-2.0 * zeta * zeta * steps / 4.0);
  EXPECT_NEAR(printed, 0.1052, 1e-3);
  EXPECT_GT(exact.lower(), 0.12);
}

// A promise that is tight is found tight, one that is loose loose.
TEST(WalkClaims, SlackTellsTightBoundsFromLooseOnes) {
  EXPECT_DOUBLE_EQ(*quick("walk.thm1.publish.repaired").slack, 1.0);
  EXPECT_NEAR(*quick("walk.thm6.min.repaired").slack, 1.75 / 30 / std::log1p(std::expm1(1.0) / 30), 1e-12);
  EXPECT_GT(*quick("walk.thm3.final").slack, 10.0);
  EXPECT_FALSE(quick("walk.thm2.count").slack);
}

TEST(WalkOracle, CountsWalksByVisits) {
  using Counts = std::vector<boost::multiprecision::cpp_int>;
  EXPECT_EQ(oracle::walks_by_visits(3, 2), (Counts{4, 4, 1}));
  EXPECT_EQ(oracle::walks_by_visits(2, 3), (Counts{1, 3, 3, 1}));
  EXPECT_EQ(oracle::cycles_by_visits(4, 2, 2), (oracle::Row{Rational(1, 4), Rational(1, 2), Rational(1, 4)}));
  EXPECT_EQ(oracle::cycles_by_visits(2, 1, 3), (oracle::Row{0, 0, 0, 1}));
}

}  // namespace
}  // namespace hearsay::props
