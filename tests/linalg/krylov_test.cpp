// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>
#include <vector>

#include <hearsay/accounting/gossip/view.hpp>
#include <hearsay/core/decompositions.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/linalg/krylov.hpp>
#include <hearsay/random/stream.hpp>

#include "tests/graphs.hpp"

namespace hearsay::linalg {
namespace {

using graph::Node;
using testing::metropolis;
using Starts = std::vector<Node>;

TEST(KrylovBasis, IsOrthonormalAfterHundredsOfVectors) {
  for (const auto& [w, starts, steps] :
       {std::tuple{metropolis(testing::grid(20, 20)), Starts{1, 20}, 100},
        std::tuple{metropolis(testing::hypercube(10)), Starts{1, 2, 4, 8, 16, 32, 64, 128, 256, 512}, 18}}) {
    const auto q = krylov_basis(w, starts, steps).basis;
    EXPECT_LE((q.transpose() * q - Eigen::MatrixXd::Identity(q.cols(), q.cols())).cwiseAbs().maxCoeff(), 1e-12);
  }
}

// The space of T + 1 steps holds W times the space of T steps; 200 vectors.
TEST(KrylovBasis, HoldsWTimesTheSpaceOfOneStepLess) {
  const auto w = metropolis(testing::grid(20, 20));
  const auto shorter = krylov_basis(w, Starts{1, 20}, 40).basis, longer = krylov_basis(w, Starts{1, 20}, 41).basis;
  const Eigen::MatrixXd next = w * shorter;
  EXPECT_LE((next - longer * (longer.transpose() * next)).cwiseAbs().maxCoeff(), 1e-11);
  EXPECT_EQ(shorter.cols(), 80);
  EXPECT_EQ(longer.cols(), 82);
}

// Seen from a corner of the 8 x 8 grid remainders of 0.02 are real (exact rank 64: gossip_exact_test).
TEST(KrylovBasis, KeepsSmallRemaindersThatAreReal) {
  const auto view = krylov_basis(metropolis(testing::grid(8, 8)), Starts{1, 8}, 64);
  EXPECT_EQ(view.basis.cols(), 64);
  EXPECT_LT(*std::ranges::min_element(view.pivots), 0.03);
}

TEST(KrylovBasis, StopsWhereTheSpaceIsInvariant) {
  // From all neighbors of one node of the Petersen graph: dimension 7, closed under W (exact: gossip_exact_test).
  EXPECT_EQ(krylov_basis(metropolis(testing::petersen()), Starts{1, 4, 5}, 1000000).basis.cols(), 7);
}

// The projector of what is sent, from the dense rows by complete orthogonal decomposition; weights without symmetry.
TEST(RoundsBasis, SpansTheRowsOfTheView) {
  random::Stream stream(random::Seed{3}, random::Purpose::input, 0);
  std::vector<graph::GossipMatrix> rounds, transposed;
  for (int t = 0; t < 4; ++t) {
    Eigen::MatrixXd dense(9, 9);
    for (auto& entry : dense.reshaped()) entry = stream.below(3) == 0 ? stream.normal() : 0.0;
    rounds.emplace_back(dense.sparseView());
    transposed.emplace_back(rounds.back().transpose());
  }
  const auto view = accounting::gossip_view(rounds, Starts{2});
  const Eigen::MatrixXd projector = view.completeOrthogonalDecomposition().pseudoInverse() * view;
  const auto q = rounds_basis(transposed, accounting::senders(rounds, Starts{2})).basis;
  EXPECT_LE((q * q.transpose() - projector).cwiseAbs().maxCoeff(), 1e-10);
}

TEST(KrylovBasis, KeepsAsManyDirectionsAsItIsTold) {
  const auto w = metropolis(testing::grid(8, 8));
  const std::vector<std::int64_t> ranks{2, 3, 4};
  EXPECT_EQ(krylov_basis(w, Starts{1, 20}, 3, ranks).basis.cols(), 4);
  EXPECT_EQ(krylov_basis(w, Starts{1, 20}, 3).basis.cols(), 6);
}

TEST(KrylovBasis, EndsWhenAsked) {
  int asked = 0;
  const auto stop = [&] { return ++asked == 3; };
  EXPECT_THROW((void)krylov_basis(metropolis(testing::path(20)), Starts{0}, 10, {}, stop), Interrupted);
  EXPECT_EQ(asked, 3);
}

TEST(KrylovBasis, TellsOfEveryStepButTheFirst) {
  std::size_t told = 1;
  const auto progress = [&](std::size_t done, std::size_t total, std::string_view) {
    EXPECT_EQ(done, ++told);
    EXPECT_EQ(total, 10u);
  };
  (void)krylov_basis(metropolis(testing::path(20)), Starts{0}, 10, {}, {}, progress);
  EXPECT_EQ(told, 10u);
}

}  // namespace
}  // namespace hearsay::linalg
