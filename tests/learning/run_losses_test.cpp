// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/learning/run_losses.hpp>

#include <gtest/gtest.h>

#include <hearsay/accounting/linear/account.hpp>
#include <hearsay/exact/fraction.hpp>

#include "tests/graphs.hpp"

namespace hearsay::learning {
namespace {

using exact::Rational;
using graph::Node;
using hearsay::testing::metropolis;

/// Losses of vectors by the general accountant, in fractions.
std::vector<accounting::LinearLoss> by_protocol(const GossipPlan& plan, int rounds, Node observer, bool knows_own) {
  const auto run = training_run(plan, 0, rounds, {.observers = {observer}, .knows_own = knows_own});
  accounting::LinearQuestion question{.subjects = {}, .participation = {}, .road = accounting::LinearRoad::exact};
  for (Node u = 0; u < run.nodes; ++u) {
    if (u != observer) question.subjects.push_back(accounting::node_subject(u));
  }
  std::vector<accounting::LinearLoss> losses(run.nodes);
  const auto account = accounting::linear_account(accounting::training_protocol(run), question);
  for (Node u = 0, next = 0; u < run.nodes; ++u) {
    if (u != observer) losses[u] = account.losses[next++].loss;
  }
  return losses;
}

/// Every end encloses the truth, and the ends are close.
void expect_encloses(const GossipPlan& plan, int rounds, const std::string& what) {
  const auto found = run_losses(plan, 0, rounds, 0);
  for (const bool knows_own : {false, true}) {
    const auto& view = knows_own ? found.own_noise : found.unknown;
    ASSERT_TRUE(view.has_value()) << what << ": " << found.missing;
    EXPECT_NE(view->certified, accounting::Certified::rational) << what;  // the road that is tested
    const auto truth = by_protocol(plan, rounds, 0, knows_own);
    for (std::size_t u = 1; u < truth.size(); ++u) {
      const auto& loss = view->losses[u].loss;
      const auto place = what + ", user " + std::to_string(u) + (knows_own ? ", own noise" : "");
      EXPECT_LE(loss.lower, truth[u].vectors.upper) << place;
      EXPECT_GE(loss.upper, truth[u].vectors.lower) << place;
      EXPECT_LE(loss.upper - loss.lower, 1e-7 + truth[u].vectors.upper - truth[u].vectors.lower) << place;
    }
  }
}

TEST(RunLosses, DoublesEncloseTheFractions) {
  for (int steps = 1; steps <= 3; ++steps)
    expect_encloses(fixed_gossip(metropolis(hearsay::testing::ring(10)), steps, false), 7,
                    "ring, K = " + std::to_string(steps));
  expect_encloses(fixed_gossip(metropolis(hearsay::testing::petersen()), 2, true), 7, "petersen, accelerated");
  expect_encloses(fixed_gossip(metropolis(hearsay::testing::star(12)), 3, true), 5, "star, accelerated");
  expect_encloses(fresh_erdos_renyi(11, 0.3, {3}, 2, true), 6, "fresh graphs, accelerated");
}

// By hand in claim muffliato.thm6.
TEST(RunLosses, OfThePathOfThree) {
  const auto found = run_losses(fixed_gossip(metropolis(hearsay::testing::path(3)), 1, false), 0, 2, 0);
  EXPECT_EQ(found.published(2), 0.0);
  EXPECT_EQ(found.unknown->losses[2].exact, Rational(1, 11));
  EXPECT_EQ(found.own_noise->losses[2].exact, Rational(1, 10));
  EXPECT_EQ(found.own_noise->losses[1].exact, Rational(19, 10));  // 1 + 9/10: of node 2's first noise a third hides it
  EXPECT_EQ(found.own_noise->losses[0].loss.upper, 0.0);
  EXPECT_EQ(found.own_noise->certified, accounting::Certified::rational);
  // W^0 and W of nodes 0 and 1 at node 2: 0 and (0, 1/3) over 1/3, once.
  ASSERT_TRUE(found.corrected.has_value());
  EXPECT_NEAR((*found.corrected)(2), 1.0, 1e-15);
  EXPECT_EQ((*found.corrected)(1), 2.0);
}

TEST(RunLosses, TheCorrectedFormulaIsABound) {
  for (const auto& graph : {hearsay::testing::ring(5), hearsay::testing::path(5), hearsay::testing::star(4)}) {
    const auto found = run_losses(fixed_gossip(metropolis(graph), 1, false), 0, 3, 0);
    for (Node u = 1; u < graph.nodes(); ++u)
      EXPECT_LE(found.own_noise->losses[u].loss.upper, (*found.corrected)(u) * (1.0 + 1e-12)) << u;
  }
  const auto more = run_losses(fixed_gossip(metropolis(hearsay::testing::ring(5)), 2, false), 0, 3, 0);
  EXPECT_FALSE(more.corrected.has_value());
  EXPECT_EQ(more.not_corrected, "the authors' corrected formula is for one gossip step a round");
  const auto fresh = run_losses(fresh_erdos_renyi(5, 0.7, {1}, 1, false), 0, 2, 0);
  EXPECT_EQ(fresh.not_corrected, "the authors' corrected formula is for one matrix in all rounds");
}

/// A tree whose Krylov spaces lose directions in rounding between 32 and 64 steps.
graph::Graph hard_tree() {
  std::vector<graph::Edge> edges;
  for (Node v = 1; v < 300; ++v) edges.emplace_back(static_cast<Node>((v * 2654435761u >> 7) % v), v);
  return {300, edges};
}

TEST(RunLosses, WhatRoundingHidesIsBracketed) {
  const auto w = metropolis(hard_tree());
  const auto found = run_losses(fixed_gossip(w, 64, false), 0, 2, 0);
  ASSERT_TRUE(found.unknown.has_value());
  EXPECT_TRUE(found.unknown->why.starts_with("rounding hides the later gossip steps of a round")) << found.unknown->why;
  EXPECT_EQ(found.unknown->certified, accounting::Certified::estimate);
  EXPECT_FALSE(found.unknown->resolved);
  const auto first = run_losses(fixed_gossip(w, 32, false), 0, 1, 0);
  ASSERT_TRUE(first.unknown->why.starts_with("the ends are measured")) << first.unknown->why;
  double lower = 0.0;
  for (std::size_t u = 1; u < 300; ++u) {
    const auto& loss = found.unknown->losses[u].loss;
    EXPECT_EQ(loss.upper, 2.0) << u;
    // One of two rounds, half of the steps: a part of the view.
    EXPECT_GE(loss.lower, first.unknown->losses[u].loss.lower - 1e-5) << u;
    lower += loss.lower;
  }
  EXPECT_GT(lower, 1.0);
}

// With 2 steps a round node 3 of the path is heard from the second round on, and node 6 never in 3 rounds.
TEST(RunLosses, OnlyHeardRoundsCount) {
  const auto found = run_losses(fixed_gossip(metropolis(hearsay::testing::path(30)), 2, false), 0, 3, 0);
  ASSERT_NE(found.unknown->certified, accounting::Certified::rational);
  EXPECT_LE(found.unknown->losses[3].loss.upper, 2.0);
  EXPECT_GT(found.unknown->losses[3].loss.lower, 0.0);
  EXPECT_GT(found.unknown->losses[6].loss.lower, 0.0);
  for (std::size_t u = 7; u < 30; ++u) EXPECT_EQ(found.unknown->losses[u].loss.upper, 0.0) << u;
}

TEST(RunLosses, SaysWhatIsTooLarge) {
  const auto found = run_losses(fixed_gossip(metropolis(hearsay::testing::ring(2000)), 1, false), 0, 2000, 0);
  EXPECT_FALSE(found.unknown.has_value());
  EXPECT_FALSE(found.own_noise.has_value());
  EXPECT_EQ(found.missing,
            "the whole run has up to 4000 rows of 4000000 noises: some 5e+14 operations, more than 2e+12");
  EXPECT_EQ(found.published(1), 2000.0);
  EXPECT_TRUE(found.corrected.has_value());
}

}  // namespace
}  // namespace hearsay::learning
