// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <vector>

#include <hearsay/accounting/gossip/published_losses.hpp>
#include <hearsay/accounting/gossip/view.hpp>
#include <hearsay/core/decompositions.hpp>
#include <hearsay/random/stream.hpp>

#include "tests/graphs.hpp"
#include "tests/rational_views.hpp"

namespace hearsay::accounting {
namespace {

using graph::GossipMatrix;
using graph::Node;
using testing::metropolis;
using testing::sparse;

using Observers = std::vector<Node>;

// Messages of a matrix that is no contraction neither overflow nor vanish: a share has no scale.
TEST(PublishedLoss, HasNoScale) {
  const auto w = sparse({{0.5, 0.25, 0.0}, {0.25, 0.5, 0.125}, {0.0, 0.125, 0.5}});
  const auto wanted = published_losses(w, Observers{1}, 600);
  for (const double scale : {0x1p-10, 0x1p10}) {
    EXPECT_LE((published_losses(GossipMatrix(w * scale), Observers{1}, 600) - wanted).cwiseAbs().maxCoeff(), 1e-9)
        << scale;
  }
}

TEST(PublishedLoss, OfAllPairsHasTheLossesOfEveryObserver) {
  const auto graph = testing::geometric(45, 0.3, 8);
  const auto w = metropolis(graph);
  const auto pairs = published_all_pairs(w, 12, {.jobs = 1});
  for (Node v = 0; v < 45; ++v) {
    Eigen::VectorXd wanted = Eigen::VectorXd::Zero(45);
    const auto view = gossip_view(w, Observers{v}, 12);
    for (Eigen::Index i = 0; i < view.rows(); ++i)
      wanted += view.row(i).transpose().cwiseAbs2() / view.row(i).squaredNorm();
    EXPECT_LE((pairs.row(v).transpose() - wanted).cwiseAbs().maxCoeff(), 1e-12) << v;
    EXPECT_LE((published_losses(w, senders(w, Observers{v}), 12) - wanted).cwiseAbs().maxCoeff(), 1e-12) << v;
  }
  EXPECT_EQ(published_all_pairs(w, 12, {.jobs = 3}), pairs);
}

// On a directed ring with one chord a node depends on few others for many steps, and they are not those that depend on
// it. 21 senders: a block of 16 and one of 5.
TEST(PublishedLoss, OfADirectedGraphFollowsItsEdges) {
  constexpr Eigen::Index n = 21;
  std::vector<std::vector<double>> rows(n, std::vector<double>(n, 0.0));
  for (std::size_t v = 0; v < n; ++v) rows[v][v] = rows[v][(v + 1) % n] = 0.5;
  rows[3] = std::vector<double>(n, 0.0);
  rows[3][3] = 0.25, rows[3][4] = 0.5, rows[3][11] = 0.25;
  const auto w = sparse(rows);
  for (const int steps : {0, 1, 2, 7, 30}) {
    const auto by_sender = published_by_sender(w, steps, {.jobs = 1});
    for (Eigen::Index v = 0; v < n; ++v) {
      Eigen::RowVectorXd message = Eigen::RowVectorXd::Unit(n, v);
      Eigen::VectorXd wanted = Eigen::VectorXd::Zero(n);
      for (int t = 0; t < steps; ++t, message = message * w)
        wanted += message.transpose().cwiseAbs2() / message.squaredNorm();
      EXPECT_LE((by_sender.col(v) - wanted).cwiseAbs().maxCoeff(), 1e-12) << v << " after " << steps;
    }
  }
}

TEST(PublishedLoss, IsTheSumOverSendersToTheBit) {
  const auto w = metropolis(testing::geometric(45, 0.3, 8));
  const auto by_sender = published_by_sender(w, 9, {.jobs = 2});
  for (Node v = 0; v < 45; ++v) {
    const auto sending = senders(w, Observers{v, (v + 7) % 45});
    EXPECT_EQ(published_losses(by_sender, sending), published_losses(w, sending, 9)) << v;
    EXPECT_EQ(by_sender.col(v), published_losses(w, Observers{v}, 9)) << v;
  }
}

// Large graphs go another way: all threads share the rows of one block of senders.
TEST(PublishedLoss, OfALargeGraphIsThatOfItsMessages) {
  const auto w = metropolis(testing::hypercube(16));
  const std::vector<Node> sending = {1, 2, 4, 8, 16, 32, 64, 128, 256};
  constexpr int steps = 4;
  Eigen::VectorXd wanted = Eigen::VectorXd::Zero(w.rows());
  for (const Node v : sending) {
    Eigen::VectorXd message = Eigen::VectorXd::Unit(w.rows(), v);
    for (int t = 0; t < steps; ++t) {
      wanted += message.cwiseAbs2() / message.squaredNorm();
      message = w * message;
    }
  }
  EXPECT_LE((published_losses(w, sending, steps) - wanted).cwiseAbs().maxCoeff(), 1e-13);
}

}  // namespace
}  // namespace hearsay::accounting
