// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <vector>

#include <hearsay/adversary/continual_view.hpp>

#include "tests/graphs.hpp"

namespace hearsay::adversary {
namespace {

using testing::metropolis;
using testing::path;

// Two nodes with weights 1/2, node 0 seen, two rounds: theta_1 = x_1, theta_2 = W x_1 + x_2.
TEST(ContinualViewMatrix, OfTwoNodesByHand) {
  Eigen::MatrixXd wanted(2, 4);
  wanted << 1.0, 0.0, 0.0, 0.0,  //
      0.5, 0.5, 1.0, 0.0;
  EXPECT_EQ(continual_view_matrix(metropolis(path(2)), {{0}}, 2), wanted);
}

TEST(ContinualViewMatrix, HasARowForEveryStateThatIsSeen) {
  const auto w = metropolis(path(4));
  EXPECT_EQ(continual_view_matrix(w, {{0, 2}, 3, true}, 5).rows(), 5 * 3 * 2);
  EXPECT_EQ(continual_view_matrix(w, {{0, 2}, 3, false}, 5).rows(), 5 * 2);
  EXPECT_EQ(continual_view_matrix(w, {{0, 2}, 3, false}, 5).cols(), 5 * 4);
}

// What is seen is H times what was contributed.
TEST(ContinualTranscript, WithoutNoiseIsTheMatrixTimesTheContributions) {
  const auto w = metropolis(path(4));
  const ContinualObservers observers{{1, 3}, 2, true};
  constexpr int rounds = 3;
  Eigen::VectorXd x(rounds * 4);
  for (Eigen::Index i = 0; i < x.size(); ++i) x(i) = static_cast<double>(i % 5) - 2.0;
  const auto contribute = [&](int round, const protocol::NodeValues&, protocol::NodeValues& contribution) {
    contribution.col(0) = x.segment(round * 4, 4);
  };
  const auto seen = continual_transcript(w, observers, {.rounds = rounds, .steps_per_round = 2, .sigma = 0.0},
                                         contribute, random::Seed{1}, 0);
  ASSERT_EQ(seen.cols(), 1);
  EXPECT_LT((seen.col(0) - continual_view_matrix(w, observers, rounds) * x).norm(), 1e-14);
}

}  // namespace
}  // namespace hearsay::adversary
