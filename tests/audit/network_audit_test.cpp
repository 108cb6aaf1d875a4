// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/audit/network_audit.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include <hearsay/core/error.hpp>
#include <hearsay/core/infinity.hpp>
#include "tests/audit/networks.hpp"
#include "tests/error_message.hpp"

namespace hearsay::audit {
namespace {

using Sets = std::vector<std::vector<graph::Node>>;

/// Of path 0-1-2: after two rounds node 0 has x_1 + z_1 and x_0 + x_2 + z_0 + z_2, so that of node 2 it learns a share
/// of 1/2, and all where it knows z_0; of node 1 all.
NetworkQuestion path_question(const std::string& promise, bool own_noise_known, std::vector<graph::Node> targets) {
  return {.promise = parse_promise(promise),
          .scale = {},
          .own_noise_known = own_noise_known,
          .targets = std::move(targets)};
}

TEST(NetworkAudit, JudgesTheShareOfObserversWhoKnowTheirNoiseOrDoNot) {
  const NetworkViews views(matrix("path:3"), 2, primes);
  const std::vector<graph::Node> observer = {0};
  for (const bool known : {false, true}) {
    NetworkAudit audit(views, path_question("exact <= 0.6", known, {2}));
    double budget = 0.0;
    const auto summary = audit.add(observer, budget);
    EXPECT_NEAR(summary.sum, known ? 1.0 : 0.5, 1e-9);
    EXPECT_EQ(summary.violations, known ? 1u : 0u);
    EXPECT_EQ(audit.result().verdict(), known ? Verdict::refuted : Verdict::holds);
  }
}

TEST(NetworkAudit, CountsPairsOfOthersOnly) {
  const NetworkViews views(matrix("path:3"), 2, primes);
  NetworkAudit audit(views, path_question("exact <= 0.6", false, {0, 1, 2}));
  const Sets sets = {{0}, {2, 1}};
  ShareMatrix matrix;
  EXPECT_EQ(audit_views(views, audit, sets, &matrix, {.jobs = 1}), 2u);
  const auto found = audit.result();
  EXPECT_EQ(found.views, 2u);
  EXPECT_EQ(found.pairs, 3u) << "nodes 1 and 2 to node 0, node 0 to the others";
  EXPECT_EQ(found.violations, 2u) << "all but node 2 to node 0";
  EXPECT_EQ(found.by_target.at(0).observers, (std::vector<graph::Node>{1, 2})) << "in increasing order";
  EXPECT_TRUE(std::isnan(matrix.shares(0, 0)));
  EXPECT_NEAR(matrix.shares(0, 2), 0.5, 1e-9);
  EXPECT_TRUE(std::isnan(matrix.shares(1, 1)) && std::isnan(matrix.shares(1, 2)));
}

TEST(NetworkAudit, SaysTheSameInAnyOrder) {
  const NetworkViews views(matrix("path:7"), 4, primes);
  Sets sets;
  for (graph::Node v = 0; v < 7; ++v) sets.push_back({v});
  const auto result = [&](int jobs) {
    NetworkAudit audit(views, path_question("exact <= 0.4", false, {0, 2, 3, 6}));
    (void)audit_views(views, audit, sets, nullptr, {.jobs = jobs});
    return audit.result();
  };
  const auto forwards = result(1);
  std::ranges::reverse(sets);
  const auto backwards = result(2);
  EXPECT_GT(forwards.violations, 0u);
  EXPECT_EQ(forwards.violations, backwards.violations);
  ASSERT_EQ(forwards.by_target.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(forwards.by_target[i].observers, backwards.by_target.at(i).observers);
    EXPECT_EQ(forwards.by_target[i].severity, backwards.by_target[i].severity);
  }
}

// The share of node 2 is 1/2, mu^2 = 1/2: a formula that bounds mu by the root of 0.51 holds, by that of 0.49 fails.
TEST(NetworkAudit, JudgesAFormulaByTheBoundOfItsPair) {
  const NetworkViews views(matrix("path:3"), 2, primes);
  const std::vector<graph::Node> observer = {0};
  const auto verdict = [&](double share, double bound_of_others) {
    auto question = path_question("mu <= published", false, {2});
    question.promise.formula = "its own";
    question.formula = [=](std::span<const graph::Node>, const Eigen::VectorXd&) {
      std::vector<Bracket> bounds(3, Bracket::exact(bound_of_others));
      bounds[2] = Bracket::exact(std::sqrt(share));
      return bounds;
    };
    NetworkAudit audit(views, question);
    double budget = 0.0;
    (void)audit.add(observer, budget);
    const auto worst = audit.result().worst.value();
    EXPECT_EQ(worst.bound, std::sqrt(share));
    EXPECT_NEAR(worst.severity, 0.5 / share, 1e-6);
    return worst.verdict;
  };
  EXPECT_EQ(verdict(0.51, 0.0), Verdict::holds);
  EXPECT_EQ(verdict(0.49, 1.0), Verdict::refuted);
}

TEST(NetworkAudit, LouderVerdictsAreWorseThanLargerShares) {
  const PairLoss quiet{.observers = {1}, .target = 2, .verdict = Verdict::holds, .severity = infinity};
  auto loud = quiet;
  loud.verdict = Verdict::inconclusive, loud.severity = 0.1;
  EXPECT_TRUE(worse(loud, quiet) && !worse(quiet, loud));
  auto larger = loud;
  larger.severity = 0.2, larger.observers = {5};
  EXPECT_TRUE(worse(larger, loud) && !worse(loud, larger));
  auto as_large = larger;
  as_large.severity += 1e-12, as_large.observers = {6};
  EXPECT_TRUE(worse(larger, as_large)) << "to 1e-9 as large: the smaller observers";
  auto other = larger;
  other.target = 1;
  EXPECT_TRUE(worse(other, larger));
  EXPECT_FALSE(worse(larger, larger));
}

TEST(NetworkAudit, OneRefutedPairOutweighsWhatIsUndecided) {
  EXPECT_EQ((NetworkResult{}).verdict(), Verdict::holds);
  EXPECT_EQ((NetworkResult{.undecided = 1}).verdict(), Verdict::inconclusive);
  EXPECT_EQ((NetworkResult{.violations = 1, .undecided = 1}).verdict(), Verdict::refuted);
}

TEST(NetworkAudit, AStoppedViewIsNotCounted) {
  bool stopped = false;
  const auto stop = [&] { return stopped; };
  const NetworkViews views(matrix("path:9"), 4, primes, stop);
  stopped = true;
  NetworkAudit audit(views, {.promise = parse_promise("exact <= 0.9"), .scale = {}, .targets = {3}});
  const std::vector<std::vector<graph::Node>> sets = {{0}, {1}};
  EXPECT_EQ(audit_views(views, audit, sets, nullptr, {.jobs = 1}), 0u);
  EXPECT_EQ(audit.result().views, 0u);
}

TEST(NetworkAudit, ExactRanksDecideWhatEigenvectorsLeaveOpen) {
  // On this path the cells leave 1 and the truth is 3/4 (tests/cli/account_gossip_test.py).
  const graph::Graph path(6, std::vector<graph::Edge>{{0, 2}, {0, 1}, {1, 5}, {4, 5}, {3, 4}});
  const NetworkViews views(graph::gossip_matrix(path, graph::Weights::metropolis), {}, primes);
  const std::vector<graph::Node> observer = {2};
  EXPECT_FALSE(views.shares(observer).proved());
  EXPECT_EQ(views.shares(observer).exact.most()(3), 1.0);
  NetworkQuestion question{
      .promise = parse_promise("renyi(2) <= 0.8"), .scale = {}, .own_noise_known = false, .targets = {3}};
  NetworkAudit decided(views, question);
  double budget = views.proof_operations();
  (void)decided.add(observer, budget);
  EXPECT_EQ(budget, 0.0);
  EXPECT_EQ(decided.result().verdict(), Verdict::holds);
  NetworkAudit open(views, question);
  (void)open.add(observer, budget);
  EXPECT_EQ(open.result().verdict(), Verdict::inconclusive);
  EXPECT_EQ(open.result().unproved, 1u);
}

// On this path the cells leave 1 and the truth is 3/4: elimination is tried although the promise does not depend on it.
TEST(NetworkAudit, EliminationGivesValuesWithinItsBudget) {
  const graph::Graph path(6, std::vector<graph::Edge>{{0, 2}, {0, 1}, {1, 5}, {4, 5}, {3, 4}});
  const NetworkViews views(graph::gossip_matrix(path, graph::Weights::metropolis), {}, primes);
  NetworkQuestion question{
      .promise = parse_promise("mu <= 5"), .scale = {}, .own_noise_known = false, .targets = {3}, .proof_budget = 0.0};
  const std::vector<std::vector<graph::Node>> sets = {{2}};
  const auto result = [&](double budget, ShareMatrix& matrix) {
    question.value_budget = budget;
    NetworkAudit audit(views, question);
    EXPECT_EQ(audit_views(views, audit, sets, &matrix, {.jobs = 1}), 1u);
    return audit.result();
  };
  ShareMatrix doubtful, settled;
  const auto without = result(0.0, doubtful), with = result(views.proof_operations(), settled);
  EXPECT_EQ(without.verdict(), Verdict::holds);
  EXPECT_EQ(without.in_doubt, 1u);
  EXPECT_FALSE(without.worst->exact.value);
  EXPECT_EQ(without.worst->severity, 1.0) << "the upper end";
  EXPECT_EQ(doubtful.shares(0, 3), 1.0) << "the upper end";
  EXPECT_EQ(doubtful.in_doubt, std::vector<char>{1});
  EXPECT_EQ(with.in_doubt, 0u);
  EXPECT_NEAR(with.worst->exact.value.value(), 0.75, 1e-9);
  EXPECT_EQ(settled.in_doubt, std::vector<char>{0});
}

// The budget for elimination goes to the first sets in their order, whoever of the threads comes first: of three copies
// of that path the promise about the first ones is decided.
TEST(NetworkAudit, SpendsItsBudgetInTheOrderOfTheSets) {
  constexpr graph::Node size = 6, copies = 3;
  std::vector<graph::Edge> edges;
  std::vector<std::vector<graph::Node>> sets;
  std::vector<graph::Node> targets;
  for (graph::Node first = 0; first < copies * size; first += size) {
    for (const auto& [u, v] : std::vector<graph::Edge>{{0, 2}, {0, 1}, {1, 5}, {4, 5}, {3, 4}})
      edges.emplace_back(first + u, first + v);
    sets.push_back({first + 2});
    targets.push_back(first + 3);
  }
  const NetworkViews views(graph::gossip_matrix(graph::Graph(copies * size, edges), graph::Weights::metropolis), {},
                           primes);
  for (const int jobs : {1, 3}) {
    for (std::size_t proofs = 0; proofs <= copies; ++proofs) {
      NetworkAudit audit(views, {.promise = parse_promise("renyi(2) <= 0.8"),
                                 .scale = {},
                                 .own_noise_known = false,
                                 .targets = targets,
                                 .proof_budget = static_cast<double>(proofs) * views.proof_operations()});
      EXPECT_EQ(audit_views(views, audit, sets, nullptr, {.jobs = jobs}), sets.size());
      const auto found = audit.result();
      EXPECT_EQ(found.undecided, copies - proofs);
      for (std::size_t i = 0; i < copies; ++i)
        EXPECT_EQ(found.by_target.at(i).verdict, i < proofs ? Verdict::holds : Verdict::inconclusive) << proofs;
    }
  }
}

// Node 0 hears node 1, which follows node 2: what it tells of node 3 fades, so that eq. (6) stays below 0.02 for ever,
// where everything is lost.
TEST(NetworkAudit, RefusesThePublishedSumWhereItsLimitIsNotKnown) {
  const auto fading = rows({{0.5, 0.5, 0.0, 0.0}, {0.0, 0.1, 0.8, 0.1}, {0.0, 0.0, 1.0, 0.0}, {0.0, 0.0, 0.9, 0.1}});
  const std::vector<graph::Node> observer = {0};
  EXPECT_LT(NetworkViews(fading, 50, primes).shares(observer).published(3), 0.02);
  EXPECT_NEAR(NetworkViews(fading, 50, primes).shares(observer).exact.value()(3), 1.0, 1e-6);
  const NetworkQuestion question{
      .promise = parse_promise("exact <= published"), .scale = {}, .own_noise_known = false, .targets = {3}};
  const auto verdict = [&](const graph::GossipMatrix& w, linalg::Steps steps) {
    const NetworkViews views(w, steps, primes);
    NetworkAudit audit(views, question);
    double budget = question.proof_budget;
    (void)audit.add(observer, budget);
    return audit.result().verdict();
  };
  EXPECT_EQ(verdict(fading, 50), Verdict::refuted);
  const auto signed_weights =
      rows({{1.5, -0.5, 0.0, 0.0}, {-0.5, 1.0, 0.5, 0.0}, {0.0, 0.5, 0.0, 0.5}, {0.0, 0.0, 0.5, 0.5}});
  for (const auto& w : {fading, signed_weights}) {
    EXPECT_NE(tests::message_of([&] { (void)verdict(w, {}); }).find("after any number of steps"), std::string::npos);
  }
  EXPECT_EQ(verdict(matrix("path:4"), {}), Verdict::holds);
}

}  // namespace
}  // namespace hearsay::audit
