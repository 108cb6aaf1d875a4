// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/accounting/gossip/combination.hpp>
#include <hearsay/accounting/gossip/losses.hpp>
#include <hearsay/accounting/gossip/view.hpp>

#include "tests/graphs.hpp"
#include "tests/rational_views.hpp"

namespace hearsay::accounting {
namespace {

using graph::Node;
using testing::metropolis;
using testing::path;
using Nodes = std::vector<Node>;

/// What the messages of a combination add up to, message by message.
Eigen::VectorXd added(const graph::GossipMatrix& w, const Combination& found) {
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(w.rows());
  for (std::size_t i = 0; i < found.messages.size(); ++i) {
    Eigen::RowVectorXd row = Eigen::RowVectorXd::Unit(w.rows(), found.messages[i].sender);
    for (int t = 0; t < found.messages[i].round; ++t) row = (row * w).eval();
    sum += found.factors[i] * row.transpose();
  }
  return sum;
}

// Messages (0, 1, 0) and (1/3, 1/3, 1/3): three times the second less the first is (1, 0, 1).
TEST(Combination, OnAPathOfThreeIsThatOfPencilAndPaper) {
  const auto w = metropolis(path(3));
  const Nodes observer = {0};
  const auto unknown = revealing_combination(w, 2, {.observers = observer, .target = 2, .share = 0.5}).value();
  ASSERT_EQ(unknown.messages.size(), 2u);
  EXPECT_EQ(unknown.messages[0].round, 0);
  EXPECT_EQ(unknown.messages[1].sender, 1u);
  EXPECT_NEAR(unknown.factors[0], -1.0, 1e-12);
  EXPECT_NEAR(unknown.factors[1], 3.0, 1e-12);
  EXPECT_TRUE(unknown.sum.isApprox(Eigen::Vector3d(1.0, 0.0, 1.0)));
  EXPECT_NEAR(unknown.share, 0.5, 1e-12);
  const auto own =
      revealing_combination(w, 2, {.observers = observer, .target = 2, .own_noise = true, .share = 1.0}).value();
  EXPECT_NEAR(own.share, 1.0, 1e-12);
  EXPECT_TRUE(own.sum.isApprox(Eigen::Vector3d(0.0, 0.0, 1.0)));
}

TEST(Combination, TakesAsFewStepsAsSuffice) {
  const auto w = metropolis(path(5));
  const Nodes observer = {0};
  const auto neighbor = revealing_combination(w, 100, {.observers = observer, .target = 1}).value();
  ASSERT_EQ(neighbor.messages.size(), 1u);
  EXPECT_EQ(neighbor.messages[0].round, 0);
  EXPECT_EQ(neighbor.factors[0], 1.0);
  const auto end = revealing_combination(w, 100, {.observers = observer, .target = 4}).value();
  EXPECT_EQ(end.messages.back().round, 3);
}

// What one sum reveals is what all messages do; with steps too few for that, less.
TEST(Combination, RevealsWhatAllMessagesReveal) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const auto graph = testing::with_twins_and_pendants(seed);
    const auto w = metropolis(graph);
    const Nodes observers = {static_cast<Node>(seed % graph.nodes())};
    for (const bool own_noise : {false, true}) {
      const auto losses = gossip_losses(w, observers, 3);
      for (Node u = 0; u < graph.nodes(); ++u) {
        const double share = own_noise ? losses.exact_own_noise(u) : losses.exact(u);
        if (u == observers.front()) continue;
        const CombinationQuestion question{.observers = observers, .target = u, .own_noise = own_noise, .share = share};
        const auto found = revealing_combination(w, 3, question);
        ASSERT_EQ(found.has_value(), share > 1e-12) << seed << " " << u;
        if (!found) continue;
        EXPECT_NEAR(found->share, share, 1e-9) << seed << " " << u;
        EXPECT_NEAR(1.0 / found->sum.squaredNorm(), found->share, 1e-12);
        auto sum = added(w, *found);
        if (own_noise) sum(observers.front()) = 0.0;
        EXPECT_LT((sum - found->sum).cwiseAbs().maxCoeff(), 1e-9);
        EXPECT_NEAR(sum(u), 1.0, 1e-9);
        const auto fewer = revealing_combination(w, 1, question);
        if (fewer) EXPECT_LE(fewer->share, share + 1e-9);
      }
    }
  }
}

TEST(Combination, OfASchedule) {
  const auto w = metropolis(path(3));
  const std::vector<graph::GossipMatrix> rounds = {w, w};
  const Nodes observer = {0};
  const auto found = revealing_combination(rounds, {.observers = observer, .target = 2, .share = 0.5}).value();
  EXPECT_NEAR(found.share, 0.5, 1e-12);
  EXPECT_NEAR(found.factors[1], 3.0, 1e-12);
}

TEST(Combination, IsNoneWhereNothingIsHeard) {
  const graph::Graph parts(4, std::vector<graph::Edge>{{0, 1}, {2, 3}});
  const Nodes observer = {0};
  EXPECT_FALSE(revealing_combination(metropolis(parts), 5, {.observers = observer, .target = 2}));
}

}  // namespace
}  // namespace hearsay::accounting
