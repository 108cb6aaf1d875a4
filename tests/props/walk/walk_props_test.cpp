// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <hearsay/accounting/token/walk/graph_walk_loss.hpp>
#include <hearsay/claims/catalogue.hpp>
#include <hearsay/divergence/pld.hpp>
#include <hearsay/graph/families/generators.hpp>
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

run::Witness witness_of(std::string_view id) {
  const auto finding = quick(id);
  if (!finding.witness) throw std::logic_error(std::string(id) + " has no witness");
  return *finding.witness;
}

double slack_of(std::string_view id) {
  const auto finding = quick(id);
  if (!finding.slack) throw std::logic_error(std::string(id) + " has no slack");
  return *finding.slack;
}

class WalkClaim : public testing::TestWithParam<const claims::Claim*> {};

TEST_P(WalkClaim, HasTheExpectedVerdictAtQuickEffort) {
  if (registry().find(GetParam()->id) == nullptr) GTEST_SKIP() << GetParam()->id << " is checked elsewhere";
  const auto finding = quick(GetParam()->id);
  EXPECT_EQ(to_string(finding.verdict), to_string(GetParam()->expected)) << finding.note;
  EXPECT_EQ(finding.witness.has_value(), finding.verdict == Verdict::refuted);
  EXPECT_GT(finding.instances, 0u);
  if (finding.slack && finding.verdict == Verdict::holds) {
    EXPECT_GE(*finding.slack, 1.0);
  }
  if (finding.slack && finding.verdict == Verdict::refuted) {
    EXPECT_LT(*finding.slack, 1.0);
  }
}

std::string name_of(const testing::TestParamInfo<const claims::Claim*>& info) {
  std::string name(info.param->id);
  for (auto& c : name) c = c == '.' ? '_' : c;
  return name;
}

std::vector<const claims::Claim*> walk_claims() {
  std::vector<const claims::Claim*> all;
  for (const auto& part :
       {claims::walk(), claims::walk_rates(), claims::walk_descent(), claims::walk_spotted(), claims::graph_walk()}) {
    for (const auto& claim : part) all.push_back(&claim);
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, WalkClaim, testing::ValuesIn(walk_claims()), name_of);

// What the catalogue tells the reader about the smallest counterexamples.
TEST(WalkClaims, WitnessesAreThoseOfTheCatalogue) {
  const auto thm4 = witness_of("walk.thm4"), lemma1 = witness_of("walk.lemma1"), min6 = witness_of("walk.thm6.min"),
             step6 = witness_of("walk.thm6.step"), thm2 = witness_of("walk.thm2.privacy");
  EXPECT_EQ(thm4.instance["steps"], 1343);
  EXPECT_EQ(lemma1.instance["steps"], 4);
  EXPECT_NE(lemma1.actual.find("0.34607"), std::string::npos) << lemma1.actual;
  EXPECT_EQ(min6.instance["users"], 2980);
  EXPECT_EQ(min6.instance["length"], 1);
  EXPECT_EQ(step6.instance["users"], 27169);
  EXPECT_EQ(thm2.instance["delta"], "e^-2562.56");
}

TEST(WalkClaims, TheLongWalkOfEquationFiveIsThatOfTheCatalogue) {
  const auto eq5 = witness_of("walk.thm3.eq5");
  EXPECT_EQ(eq5.instance["steps"], 17000);
  EXPECT_EQ(eq5.instance["delta_prime"], 0.92);
  EXPECT_EQ(eq5.claimed, "delta <= 0.964685 at epsilon = 114.0509");
  EXPECT_EQ(eq5.actual, "delta >= 0.971592");
}

TEST(WalkClaims, TheLongWalkOfTheSumOnAGraphIsThatOfTheCatalogue) {
  const auto series = witness_of("graphwalk.series");
  EXPECT_EQ(series.instance.dump(), R"({"others":11,"apart":"1/10000","steps":41420,"z":"439/440"})");
  EXPECT_EQ(series.claimed, "[2825.777678, 2825.777679]");
  EXPECT_NEAR(oracle::to_double(Rational(series.actual)), 2877.5, 0.05);
}

TEST(WalkClaims, WitnessesOnGraphsAreThoseOfTheCatalogue) {
  const auto closed = witness_of("graphwalk.closed_form"), order = witness_of("graphwalk.series.order"),
             hitting = witness_of("graphwalk.hitting"), composed = witness_of("graphwalk.thm41"),
             added = witness_of("graphwalk.lemmaD3"), later = witness_of("graphwalk.lemma43");
  EXPECT_EQ(closed.instance.dump(), R"({"others":10,"apart":"1/3000","steps":13080,"z":"399/400"})");
  EXPECT_EQ(closed.claimed, "[836.947259, 836.947260]");
  EXPECT_NEAR(oracle::to_double(Rational(closed.actual)), 861.5, 0.05);
  EXPECT_EQ(order.instance.dump(), R"({"nodes":7,"steps":66})");
  EXPECT_EQ(hitting.instance.dump(), R"({"nodes":2,"moves":"1/10","steps":14})");
  EXPECT_EQ(composed.instance["steps"], 5);
  EXPECT_EQ(composed.instance["visits_composed"], 3);
  const oracle::Matrix even(2, oracle::Row(2, Rational(1, 2)));
  EXPECT_EQ(composed.actual, oracle::to_string(oracle::walk_limit({even, 0, 1, 5, Rational(1, 2)})));
  EXPECT_EQ(added.actual, "4/5");
  EXPECT_EQ(later.instance.dump(), R"({"visits":1,"local_steps":1,"factor":2})");
  EXPECT_EQ(witness_of("graphwalk.lemma42.limit").claimed, "1/2");
}

TEST(WalkClaims, SeveralContributionsAndSpottedOnesAreThoseOfTheCatalogue) {
  const auto order = witness_of("walk.thm4.alpha"), composed = witness_of("walk.lemma1.composition"),
             spotted = witness_of("walk.spotted.negligible");
  EXPECT_EQ(order.instance.dump(), R"({"users":2,"steps":1,"epsilon":0.99,"delta":0.49,"delta_hat":0.49})");
  EXPECT_EQ(order.actual, "1.955002");
  EXPECT_EQ(composed.instance.dump(), R"({"walk":[1,1,0],"first":2,"second":1})");
  EXPECT_EQ(composed.claimed, "3/2");
  EXPECT_EQ(composed.actual, "2");
  EXPECT_EQ(spotted.instance.dump(), R"({"users":3,"steps":9,"delta_tilde":0.5,"delta_hat":0.5})");
  EXPECT_EQ(spotted.actual.substr(0, 5), "0.355");
}

// Equality for theta -> c theta, and for translations.
TEST(WalkClaims, AmplificationByIterationIsTight) {
  EXPECT_DOUBLE_EQ(slack_of("graphwalk.lemma42"), 1.0);
  EXPECT_DOUBLE_EQ(slack_of("graphwalk.lemma42.limit.repaired"), 1.0);
}

// A snapshot of li2025mitigating: with probability chances[t-1] a Gaussian mechanism of mu(t), otherwise nothing.
divergence::Pld snapshot(const std::vector<double>& chances, const std::function<double(int)>& mu, double reach,
                         double grid) {
  const auto normal = [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); };
  double unseen = 1.0;
  for (const double chance : chances) unseen -= chance;
  std::vector<divergence::LossCell> cells;
  const int half = static_cast<int>(std::lround(reach / grid));
  for (int i = -half; i < half; ++i) {
    if (i == 0) cells.push_back({unseen, unseen, 0.0, 0.0});
    divergence::LossCell cell{0.0, 0.0, i * grid, (i + 1) * grid};
    for (std::size_t k = 0; k < chances.size(); ++k) {
      const double each = mu(static_cast<int>(k) + 1);
      cell.p += chances[k] * (normal(cell.high / each - 0.5 * each) - normal(cell.low / each - 0.5 * each));
      cell.q += chances[k] * (normal(cell.high / each + 0.5 * each) - normal(cell.low / each + 0.5 * each));
    }
    cells.push_back(cell);
  }
  return {cells, {}, grid, 1e-9};
}

// Theorem 4.1 of li2025mitigating with its delta', for finite noise: two nodes, W = J, linear losses with the right
// mu_t^2 = 1/t, T = 140, sigma = 8, zeta = 3/10.
TEST(WalkClaims, ComposedSnapshotsFailWithTheirDeltaForTheNumberOfVisits) {
  constexpr int steps = 140;
  constexpr double mu = 0.125, zeta = 0.3, epsilon = 1.0;
  std::vector<double> chances;
  for (int t = 1; t <= 50; ++t) chances.push_back(std::pow(0.5, t));
  const auto one = snapshot(
      chances, [](int t) { return mu / std::sqrt(t); }, 2.0, 0.005);
  const auto visits = static_cast<std::uint64_t>(std::ceil((1.0 + zeta) * steps / 2.0));
  const double printed =
      divergence::Composition(one, visits).delta(epsilon).upper() + std::exp(-2.0 * zeta * zeta * steps / 4.0);
  EXPECT_LT(printed, 0.127);
  const auto w = graph::gossip_matrix(graph::complete(2), graph::Weights::metropolis);
  const auto exact = accounting::GraphWalkLoss(accounting::walk_gaps({w, 0, 1, steps}), mu, 0.05).delta(epsilon);
  EXPECT_GT(exact.lower(), 0.135);
}

// If u, as in the paper's experiments, adds nothing but noise after ceil((1 + zeta) T/n) contributions: two nodes, W =
// J, c = 1/2, T = 7, zeta <= 1/7; all walks listed.
TEST(WalkClaims, ComposedSnapshotsFailForAUserThatStops) {
  constexpr int steps = 7, visits = 4;
  const Rational c(1, 2);
  Rational exact = 0, printed = 0;
  oracle::every_walk(2, steps + 1, [&](const std::vector<int>& walk) {
    Rational moved = 0, variance = 0;
    int contributions = 0;
    for (std::size_t t = 0; t < steps; ++t) {
      if (walk[t] == 0) continue;
      moved = c * moved + (++contributions <= visits ? 1 : 0);
      variance = c * c * variance + 1;
      if (walk[t + 1] == 0) {
        exact += moved * moved / variance / 256;
        moved = variance = 0;
      }
    }
  });
  Rational power = 1;
  for (int t = 1; t <= steps; ++t) {
    printed += visits * power * (1 - c * c) / ((1 << t) * (1 - power * c * c));
    power *= c * c;
  }
  EXPECT_NEAR(oracle::to_double(printed), 2.2272, 1e-4);
  EXPECT_NEAR(oracle::to_double(exact), 2.2883, 1e-4);
}

// The released table of the hypercube of 32 nodes, T = 275, sigma = 1, delta = 1e-5, by distance: floor(T/n)
// snapshots with mu^2 = 1/(t + 1), what Lemma 4.2 prints for K = c = 1.
TEST(WalkClaims, TheReleasedTableOfTheHypercubeHasOneNoiseTooMany) {
  const auto w = graph::gossip_matrix(graph::hypercube(5), graph::Weights::metropolis);
  const std::vector<double> released = {6.15480, 3.99514, 3.20395, 2.83421, 2.63061},
                            right = {9.209, 4.850, 3.601, 3.075, 2.804};
  for (std::size_t distance = 1; distance <= 5; ++distance) {
    std::vector<double> chances;
    Eigen::VectorXd at = Eigen::VectorXd::Unit(32, (1 << distance) - 1);
    for (int t = 1; t <= 275; ++t) {
      at = (w * at).eval();
      chances.push_back(at(0));
      at(0) = 0.0;
    }
    const auto epsilon = [&](int more) {
      const auto one = snapshot(
          chances, [&](int t) { return 1.0 / std::sqrt(t + more); }, 12.0, 0.02);
      return divergence::Composition(one, 275 / 32).epsilon(1e-5);
    };
    EXPECT_NEAR(epsilon(1).estimate(), released[distance - 1], 0.01) << distance;
    EXPECT_NEAR(epsilon(0).estimate(), right[distance - 1], 0.01) << distance;
  }
}

// A promise that is tight is found tight, one that is loose loose.
TEST(WalkClaims, SlackTellsTightBoundsFromLooseOnes) {
  EXPECT_DOUBLE_EQ(slack_of("walk.thm1.publish.repaired"), 1.0);
  EXPECT_NEAR(slack_of("walk.thm6.min.repaired"), 1.75 / 30 / std::log1p(std::expm1(1.0) / 30), 1e-12);
  EXPECT_GT(slack_of("walk.thm3.final"), 10.0);
  EXPECT_DOUBLE_EQ(slack_of("walk.lemma1.composition.repaired"), 1.0);
  EXPECT_DOUBLE_EQ(slack_of("walk.spotted.cap"), 1.0);
  EXPECT_DOUBLE_EQ(slack_of("walk.spotted.fake"), 1.0);
  EXPECT_LT(slack_of("walk.lemma2.advanced.repaired"), 1.001);
  for (const auto* id : {"walk.thm4.repaired", "walk.thm6.final.repaired", "walk.spotted.order"})
    EXPECT_LT(slack_of(id), 2.0) << id;
  EXPECT_FALSE(quick("walk.thm2.count").slack);
}

TEST(WalkOracle, CountsWalksByVisits) {
  using Counts = std::vector<exact::Integer>;
  EXPECT_EQ(oracle::walks_by_visits(3, 2), (Counts{4, 4, 1}));
  EXPECT_EQ(oracle::walks_by_visits(2, 3), (Counts{1, 3, 3, 1}));
  EXPECT_EQ(oracle::cycles_by_visits(4, 2, 2), (oracle::Row{Rational(1, 4), Rational(1, 2), Rational(1, 4)}));
  EXPECT_EQ(oracle::cycles_by_visits(2, 1, 3), (oracle::Row{0, 0, 0, 1}));
}

// v = 0, u = 1. Shifts add up under linear objectives; a step of contraction 0 forgets what came before it.
TEST(WalkOracle, AddsShiftsOfGradientSteps) {
  const std::vector<int> twice = {1, 2, 1, 0, 2, 1, 0, 1};
  EXPECT_EQ(oracle::descent_square(twice, 0, 1, {1, 1, 1}, 9), Rational(4, 3) + Rational(1, 2));
  EXPECT_EQ(oracle::descent_square(twice, 0, 1, {1, 0, 1}, 9), 2);
  EXPECT_EQ(oracle::descent_square(twice, 0, 1, {1, 1, 0}, 9), 1);
  EXPECT_EQ(oracle::descent_square(twice, 0, 1, {1, 1, 1}, 1), Rational(1, 3));
  EXPECT_EQ(oracle::descent_square({1, 1, 0}, 0, 1, {1, Rational(1, 2), 1}, 9), Rational(9, 5));
}

// One Laplace mechanism: 1 - e^((epsilon - local)/2). Three lose at most three times as much. Finer cells lose less.
TEST(WalkOracle, ComposesLaplaceNoiseFromAbove) {
  for (const double epsilon : {0.0, 0.3, 0.9}) {
    const double exact = -std::expm1(0.5 * (epsilon - 1.0)), above = oracle::laplace_delta(1, 1.0, epsilon, 400);
    EXPECT_GE(above, exact);
    EXPECT_LE(above, exact + 0.005);
  }
  EXPECT_NEAR(oracle::laplace_delta(3, 0.5, 1.5, 10), 0.0, 1e-12);
  EXPECT_LE(oracle::laplace_delta(2, 1.0, 0.5, 80), oracle::laplace_delta(2, 1.0, 0.5, 40));
}

}  // namespace
}  // namespace hearsay::props
