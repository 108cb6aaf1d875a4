// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include <Eigen/Dense>
#include <hearsay/adversary/continual_view.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/protocol/continual/continual.hpp>

#include "tests/accounting/continual/dense.hpp"

namespace hearsay::protocol {
namespace {

using graph::Edge;
using graph::Graph;

graph::GossipMatrix kite() {
  return gossip_matrix(Graph(5, std::vector<Edge>{{0, 1}, {1, 2}, {1, 3}, {2, 4}, {3, 4}}), graph::Weights::metropolis);
}

TEST(Stream, FollowsTheRecursionOfTheWholeSystemMatrix) {
  for (const bool every_step : {true, false}) {
    for (const int steps : {1, 3}) {
      const accounting::ContinualView view{{1, 4}, {}, steps, every_step};
      const auto h = accounting::dense_system(kite(), view, 6);
      const auto pushed = adversary::continual_view_matrix(kite(), {{1, 4}, steps, every_step}, 6);
      ASSERT_EQ(pushed.rows(), h.rows());
      EXPECT_LT((pushed - h).norm(), 1e-13);
    }
  }
}

TEST(Stream, ContributionsMayDependOnWhatWasSeen) {
  // A node that always answers with minus its state ends every round where its neighbors pull it.
  const auto w = kite();
  const auto cancel = [](int, const NodeValues& state, NodeValues& x) {
    x.row(0) = -state.row(0);
    x(4, 1) = 1.0;
  };
  std::vector<double> at_zero;
  const auto watch = [&](int, int, const NodeValues& state) { at_zero.push_back(state.row(0).norm()); };
  const auto end =
      run_continual(w, {.rounds = 7, .steps_per_round = 1, .dimension = 3, .sigma = 0.0}, cancel, watch, {}, 0);
  for (const double x : at_zero) EXPECT_EQ(x, 0.0);
  EXPECT_GT(end(0, 1), 0.0);
  EXPECT_EQ(end.col(0).norm(), 0.0);
}

// The noise of a node is white with variance sigma^2: its covariance through the protocol is sigma^2 H H^T.
TEST(Stream, NoiseHasTheCovarianceOfTheView) {
  const auto w = kite();
  const adversary::ContinualObservers observers{{0, 2}, 1, true};
  const Eigen::MatrixXd h = adversary::continual_view_matrix(w, observers, 3);
  constexpr int runs = 20'000;
  constexpr double sigma = 2.0;
  Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(6, 6);
  for (std::uint32_t trial = 0; trial < runs; ++trial) {
    const Eigen::VectorXd y =
        adversary::continual_transcript(w, observers, {.rounds = 3, .sigma = sigma}, {}, {5}, trial);
    sum += y * y.transpose();
  }
  const Eigen::MatrixXd expected = sigma * sigma * h * h.transpose();
  for (Eigen::Index i = 0; i < 6; ++i) {
    for (Eigen::Index j = 0; j < 6; ++j) {
      const double error = std::sqrt((expected(i, i) * expected(j, j) + expected(i, j) * expected(i, j)) / runs);
      EXPECT_NEAR(sum(i, j) / runs, expected(i, j), 5.0 * error);  // five standard errors, fixed seed
    }
  }
}

TEST(Stream, RefusesSizesOutOfRange) {
  EXPECT_THROW(run_continual(kite(), {.rounds = 0}, {}, {}, {}, 0), Error);
  EXPECT_THROW(run_continual(kite(), {.steps_per_round = 0}, {}, {}, {}, 0), Error);
  EXPECT_THROW(run_continual(kite(), {.dimension = 0}, {}, {}, {}, 0), Error);
  EXPECT_THROW(run_continual(kite(), {.sigma = -1.0}, {}, {}, {}, 0), Error);
  const auto wrong = [](int, const NodeValues&, NodeValues& x) { x.resize(1, 1); };
  EXPECT_THROW(run_continual(kite(), {}, wrong, {}, {}, 0), Error);
}

}  // namespace
}  // namespace hearsay::protocol
