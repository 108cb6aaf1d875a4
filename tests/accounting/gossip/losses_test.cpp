// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include <hearsay/accounting/gossip/exact_losses.hpp>
#include <hearsay/accounting/gossip/losses.hpp>
#include <hearsay/accounting/gossip/published_losses.hpp>
#include <hearsay/core/decompositions.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/graph/pairwise.hpp>
#include <hearsay/linalg/exact_rank.hpp>
#include <hearsay/random/stream.hpp>

#include "tests/error_message.hpp"
#include "tests/graphs.hpp"
#include "tests/rational_views.hpp"

namespace hearsay::accounting {
namespace {

using graph::Edge;
using graph::GossipMatrix;
using graph::Node;
using testing::metropolis;
using testing::path;
using testing::sparse;

using Observers = std::vector<Node>;

/// Two computations of the same losses.
void expect_equal(const GossipLosses& a, const GossipLosses& b, double tolerance) {
  EXPECT_EQ(a.messages, b.messages);
  EXPECT_EQ(a.rank, b.rank);
  EXPECT_EQ(a.rank_own_noise, b.rank_own_noise);
  EXPECT_LE((a.published - b.published).cwiseAbs().maxCoeff(), tolerance);
  EXPECT_LE((a.exact - b.exact).cwiseAbs().maxCoeff(), tolerance);
  EXPECT_LE((a.exact_own_noise - b.exact_own_noise).cwiseAbs().maxCoeff(), tolerance);
}

/// A^+ A by complete orthogonal decomposition.
Eigen::MatrixXd row_projector(const Eigen::MatrixXd& view) {
  return view.completeOrthogonalDecomposition().pseudoInverse() * view;
}

// Worked by hand: the view of node 0 is e_1 and (1/3, 1/3, 1/3); the projection of e_2 on their span is 1/2, and
// without column 0 the view is e_1 and (1/3, 1/3), which spans everything.
TEST(GossipLoss, OfTheThreePathIsAThirdByTheFormulaAHalfExactlyAndOneWithOwnNoise) {
  const auto w = metropolis(path(3));
  for (const auto& losses :
       {gossip_losses(w, Observers{0}, 2), view_losses(gossip_view(w, Observers{0}, 2), Observers{0})}) {
    EXPECT_NEAR(losses.published(2), 1.0 / 3.0, 1e-15);
    EXPECT_NEAR(losses.exact(2), 0.5, 1e-15);
    EXPECT_NEAR(losses.exact_own_noise(2), 1.0, 1e-15);
    EXPECT_EQ(losses.exact_own_noise(0), 0.0);
    EXPECT_EQ(losses.messages, 2);
    EXPECT_EQ(losses.rank, 2);
    EXPECT_EQ(losses.rank_own_noise, 2);
  }
}

// muffliato Theorem 1 as printed sums squares of single messages: with W_01 = W_12 = e it is off by an unbounded
// factor.
TEST(GossipLoss, ExceedsThePublishedFormulaByAnUnboundedFactorOnThreeNodes) {
  for (const double e : {0.3, 1e-2, 1e-4, 1e-6}) {
    GossipMatrix w(3, 3);
    std::vector<Eigen::Triplet<double, std::int64_t>> entries{{0, 0, 1 - e}, {0, 1, e}, {1, 0, e},    {1, 1, 1 - 2 * e},
                                                              {1, 2, e},     {2, 1, e}, {2, 2, 1 - e}};
    w.setFromTriplets(entries.begin(), entries.end());
    const auto losses = gossip_losses(w, Observers{0}, 2);
    EXPECT_NEAR(losses.exact(2), 0.5, 1e-9) << e;
    EXPECT_NEAR(losses.exact(2) / losses.published(2), ((1 - 2 * e) * (1 - 2 * e) + 2 * e * e) / (2 * e * e),
                1e-6 / (e * e))
        << e;
  }
}

// spec of the protocol's literature: hypercube with 2^m nodes, own noise known, distance k: m / C(m, k), and 1 for k =
// m.
TEST(GossipLoss, OnTheHypercubeDependsOnTheDistanceByTheClosedForm) {
  for (const unsigned m : {2u, 3u, 5u, 8u, 11u, 13u}) {
    for (const int steps : {1, 2, static_cast<int>(m) - 1, static_cast<int>(m), static_cast<int>(m) + 5}) {
      const auto losses = gossip_losses(metropolis(testing::hypercube(m)), Observers{0}, steps);
      double binomial = 1.0;
      std::vector<double> closed(m + 1, 0.0);
      for (unsigned k = 1; k <= m; ++k) {
        binomial = binomial * (m - k + 1) / k;
        if (static_cast<int>(k) <= steps) closed[k] = k == m ? 1.0 : m / binomial;
      }
      for (Node u = 1; u < (1u << m); ++u) {
        EXPECT_NEAR(losses.exact_own_noise(u), closed[static_cast<unsigned>(std::popcount(u))], 1e-10)
            << "m " << m << " steps " << steps << " node " << u;
      }
    }
  }
}

// Each step reaches one new node in each direction, so the view from the end of a path, or of a node of a ring with its
// own noise known, spans the nodes it reached.
TEST(GossipLoss, OnPathAndRingIsEverythingWithinReachAndNothingBeyond) {
  for (const int steps : {1, 2, 7, 30}) {
    const auto from_end = gossip_losses(metropolis(path(40)), Observers{0}, steps);
    const auto on_ring = gossip_losses(metropolis(testing::ring(80)), Observers{0}, steps);
    for (Node u = 1; u < 40; ++u) {
      const double within = static_cast<int>(u) <= steps ? 1.0 : 0.0;
      EXPECT_NEAR(from_end.exact_own_noise(u), within, 1e-10) << steps << " steps, node " << u;
      EXPECT_NEAR(on_ring.exact_own_noise(u), within, 1e-10) << steps << " steps, node " << u;
    }
  }
}

TEST(GossipLoss, ExactLossesSumToTheRanksAndPublishedOnesToTheMessages) {
  const auto w = metropolis(testing::geometric(50, 0.25, 7));
  for (const auto& observers : {Observers{4}, Observers{0, 17, 30}}) {
    const auto losses = gossip_losses(w, observers, 9);
    EXPECT_NEAR(losses.exact.sum(), static_cast<double>(losses.rank), 1e-9);
    EXPECT_NEAR(losses.exact_own_noise.sum(), static_cast<double>(losses.rank_own_noise), 1e-9);
    EXPECT_NEAR(losses.published.sum(), static_cast<double>(losses.messages), 1e-9);
    EXPECT_EQ(losses.messages, 9 * static_cast<std::int64_t>(senders(w, observers).size()));
  }
}

// One observer v: P_uu + P_uv^2 / (1 - P_vv), written out with the projector of the dense view.
TEST(GossipLoss, WithOwnNoiseIsTheSchurComplementOfTheProjector) {
  const auto w = metropolis(testing::geometric(30, 0.35, 3));
  const Node v = 11;
  for (const int steps : {1, 2, 3}) {
    const Eigen::MatrixXd view = gossip_view(w, Observers{v}, steps);
    const Eigen::MatrixXd projector = row_projector(view);
    const auto losses = gossip_losses(w, Observers{v}, steps);
    for (Node u = 0; u < 30; ++u) {
      if (u == v) continue;
      EXPECT_NEAR(losses.exact_own_noise(u), projector(u, u) + std::pow(projector(u, v), 2) / (1.0 - projector(v, v)),
                  1e-9);
    }
  }
}

// P_vv = 1: the observer's own unit vector is in the row space (complete graph of 3, two steps), and nothing is gained.
TEST(GossipLoss, WithOwnNoiseIsTheSameWhenTheViewDeterminesTheObserver) {
  const auto losses = gossip_losses(metropolis(testing::ring(3)), Observers{0}, 2);
  EXPECT_NEAR(losses.exact(0), 1.0, 1e-15);
  EXPECT_EQ(losses.rank, 3);
  EXPECT_EQ(losses.rank_own_noise, 2);
  for (const Node u : {1u, 2u}) EXPECT_NEAR(losses.exact_own_noise(u), losses.exact(u), 1e-12);
}

TEST(GossipLoss, ThreeRoadsAgree) {
  for (const auto& graph :
       {testing::geometric(24, 0.4, 5), testing::grid(4, 5), testing::petersen(), testing::random_tree(16, 2)}) {
    const auto w = metropolis(graph);
    for (const auto& observers : {Observers{1}, Observers{0, 3}}) {
      for (const int steps : {1, 2, 4, 6}) {
        const auto krylov = gossip_losses(w, observers, steps);
        expect_equal(view_losses(gossip_view(w, observers, steps), observers), krylov, 1e-9);
        expect_equal(gossip_losses(std::vector<GossipMatrix>(static_cast<std::size_t>(steps), w), observers), krylov,
                     1e-9);
      }
    }
  }
}

TEST(GossipLoss, FixedAndTimeVaryingRoadsAgreeForLongRuns) {
  for (const auto& graph : {testing::grid(5, 5), testing::geometric(24, 0.4, 5), testing::hypercube(4)}) {
    const auto w = metropolis(graph);
    const auto varying = gossip_losses(std::vector<GossipMatrix>(40, w), Observers{0});
    const auto fixed = gossip_losses(w, Observers{0}, 40);
    expect_equal(varying, fixed, 1e-9);
    EXPECT_LE(std::max(varying.accuracy, fixed.accuracy), 1e-9);
  }
}

// Worked by hand (rounds {0,1},{1,2},{2,3}, observer 3): one message, x_2 of step 2, with weights 1/4, 1/4, 1/2 on
// nodes 0, 1, 2.
TEST(GossipLoss, OfPairwiseRoundsUsesTheColumnOfTheTarget) {
  const std::vector<Edge> edges{{0, 1}, {1, 2}, {2, 3}};
  const auto losses = gossip_losses(graph::pairwise_averaging(4, edges), Observers{3});
  EXPECT_EQ(losses.messages, 1);
  EXPECT_NEAR(losses.published(0), 1.0 / 6.0, 1e-15);
  EXPECT_NEAR(losses.exact(0), 1.0 / 6.0, 1e-15);
  EXPECT_NEAR(losses.exact(2), 2.0 / 3.0, 1e-15);
}

// Worked by hand (rounds {0,1},{1,2},{0,1}, observer 0, target 2): the view is e_1 and (1/4, 1/4, 1/2).
TEST(GossipLoss, OfThreePairwiseRoundsIsFourFifths) {
  const std::vector<Edge> edges{{0, 1}, {1, 2}, {0, 1}};
  const auto losses = gossip_losses(graph::pairwise_averaging(3, edges), Observers{0});
  EXPECT_NEAR(losses.published(2), 2.0 / 3.0, 1e-15);
  EXPECT_NEAR(losses.exact(2), 4.0 / 5.0, 1e-15);
  EXPECT_NEAR(losses.exact_own_noise(2), 1.0, 1e-15);
}

TEST(GossipLoss, OfAcceleratedGossipIsThatOfPlainGossip) {
  const auto w = metropolis(testing::geometric(24, 0.4, 5));
  const auto plain = view_losses(gossip_view(w, Observers{2}, 4), Observers{2});
  const auto accelerated = view_losses(accelerated_view(w, 1.4, Observers{2}, 4), Observers{2});
  EXPECT_EQ(accelerated.rank, plain.rank);
  EXPECT_LE((accelerated.exact - plain.exact).cwiseAbs().maxCoeff(), 1e-10);
}

TEST(GossipLoss, RepeatedAndCombinedMessagesTeachNothing) {
  random::Stream stream(random::Seed{1}, random::Purpose::input, 0);
  Eigen::MatrixXd view(5, 9);
  for (auto& entry : view.reshaped()) entry = stream.normal();
  Eigen::MatrixXd longer(12, 9);
  longer << view, view.row(2), 1e-8 * view.row(0), view.colwise().sum(), view.row(1) - 3.0 * view.row(4),
      Eigen::MatrixXd::Zero(1, 9), view.row(3) * 1e8, view.row(0) + 1e-7 * view.row(1);
  const auto a = view_losses(view, Observers{0}), b = view_losses(longer, Observers{0});
  EXPECT_EQ(b.rank, 5);
  EXPECT_EQ(b.rank_own_noise, 5);
  EXPECT_LE((a.exact - b.exact).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LE(a.accuracy, 1e-12);
}

// Powers of W from a corner of the grid: what rounding costs the dense road grows with the steps, and it must say how
// much.
TEST(GossipLoss, OfADenseViewIsAsAccurateAsItSays) {
  const auto w = metropolis(testing::grid(8, 8));
  double worst = 0.0;
  for (const int steps : {4, 7, 10, 12}) {
    const auto dense = view_losses(gossip_view(w, Observers{0}, steps), Observers{0});
    const auto krylov = gossip_losses(w, Observers{0}, steps);
    ASSERT_EQ(dense.rank, krylov.rank) << steps;
    const double error = (dense.exact - krylov.exact).cwiseAbs().maxCoeff();
    EXPECT_LE(error, dense.accuracy) << steps;
    worst = std::max(worst, error);
  }
  EXPECT_GE(worst, 1e-13) << "rounding costs nothing here: the comparison is empty";
}

// The views from the corners of these grids need more digits than a double has, or are close to it.
TEST(GossipLoss, IsKnownWhereRoundingWouldDecide) {
  EXPECT_LE(gossip_losses(metropolis(testing::grid(12, 12)), Observers{0}, 100).accuracy, 1e-9);
  EXPECT_LE(gossip_losses(metropolis(testing::grid(30, 30)), Observers{0}, 40).accuracy, 1e-9);
  EXPECT_LE(gossip_losses(metropolis(testing::grid(16, 16)), Observers{0}, 200).accuracy, 1e-9);
}

// Powers of W from a corner lose their last directions in the doubles of the view itself.
TEST(GossipLoss, OfADenseViewIsInDoubtWhereRoundingHidesDirections) {
  const auto w = metropolis(testing::grid(8, 8));
  EXPECT_LT(view_losses(gossip_view(w, Observers{0}, 64), Observers{0}).rank, 64);  // exact rank 64: gossip_exact_test
  EXPECT_EQ(view_losses(gossip_view(w, Observers{0}, 64), Observers{0}).accuracy, 1.0);
}

// Worked by hand: node 1 sends e_1 and row 1 of W, (0, .6, .4); their span has e_2. The other way round it would have
// e_0.
TEST(GossipLoss, OfAsymmetricWeightsFollowsTheRowsOfW) {
  const auto w = sparse({{0.6, 0.4, 0.0}, {0.0, 0.6, 0.4}, {0.4, 0.0, 0.6}});
  const std::vector<GossipMatrix> rounds{w, w};
  for (const auto& losses : {gossip_losses(w, Observers{0}, 2), gossip_losses(rounds, Observers{0}),
                             view_losses(gossip_view(w, Observers{0}, 2), Observers{0})}) {
    EXPECT_NEAR(losses.exact(2), 1.0, 1e-14);
    EXPECT_NEAR(losses.exact(0), 0.0, 1e-14);
    EXPECT_NEAR(losses.published(2), 0.16 / 0.52, 1e-14);
  }
}

// A negative weight is heard as well as a positive one.
TEST(GossipLoss, OfNegativeWeightsIsThatOfTheirMessages) {
  const auto losses = gossip_losses(sparse({{0.5, -0.5}, {0.5, 0.5}}), Observers{0}, 1);
  EXPECT_EQ(losses.messages, 1);
  EXPECT_NEAR(losses.exact(1), 1.0, 1e-14);
}

// A path of 20 nodes that hangs from a star: the view without the observer's column keeps the rank of the view, though
// e_v is in it up to far less than a rounding. Ranks are exact; the losses sum to them.
TEST(GossipLoss, WithOwnNoiseKeepsTheRankWhereTheObserverIsAllButDetermined) {
  std::vector<Edge> edges;
  for (Node v = 0; v < 24; ++v) edges.emplace_back(v, v + 1);
  for (Node v = 25; v < 30; ++v) edges.emplace_back(20, v);
  const auto w = metropolis({30, edges});
  for (const int steps : {20, 24}) {
    const auto losses = gossip_losses(w, Observers{0}, steps);
    EXPECT_EQ(losses.rank, steps);
    EXPECT_EQ(losses.rank_own_noise, steps);
    EXPECT_NEAR(losses.exact_own_noise.sum(), steps, 1e-9);
    EXPECT_TRUE(losses.ranks_checked);
    EXPECT_LE(losses.accuracy, 1e-12);
  }
}

TEST(GossipLoss, WithNoRoundOrNoMessageIsZero) {
  const auto none = gossip_losses(metropolis(path(4)), Observers{0}, 0);
  EXPECT_EQ(none.messages, 0);
  EXPECT_EQ(none.exact.size(), 4);
  EXPECT_EQ(none.exact.cwiseAbs().maxCoeff(), 0.0);
  EXPECT_EQ(none.exact_own_noise.cwiseAbs().maxCoeff(), 0.0);
  const auto silent = gossip_losses(graph::pairwise_averaging(4, std::vector<Edge>{{0, 1}}), Observers{3});
  EXPECT_EQ(silent.messages, 0);
  EXPECT_EQ(silent.exact.cwiseAbs().maxCoeff(), 0.0);
}

// Worked by hand: rounds {1,2},{0,1}, observer 0: one message (x_1 + x_2) / 2, which reveals the sum of both.
TEST(GroupLoss, OfTwoNodesWithOneMessageIsTwo) {
  const auto view = gossip_view(graph::pairwise_averaging(3, std::vector<Edge>{{1, 2}, {0, 1}}), Observers{0});
  EXPECT_NEAR(group_loss(view, Observers{1, 2}), 2.0, 1e-15);
  EXPECT_NEAR(group_loss(view, Observers{1}), 0.5, 1e-15);
}

TEST(GroupLoss, RefusesAViewWhoseRankIsInDoubt) {
  const auto w = metropolis(testing::grid(8, 8));
  EXPECT_EQ(tests::message_of([&] {
              (void)group_loss(gossip_view(w, Observers{0}, 64), Observers{1, 2});
            }),
            "HS-301 group_loss: rounding hides whether a message is a combination of others; use fewer steps");
}

// Every pattern of signs, with the projector of the normal equations.
TEST(GroupLoss, IsTheMaximumOverSigns) {
  const auto w = metropolis(testing::geometric(16, 0.45, 4));
  const Eigen::MatrixXd view = gossip_view(w, Observers{2}, 2);
  const auto losses = view_losses(view, Observers{2});
  const Eigen::MatrixXd projector = row_projector(view);
  const Observers group{1, 5, 9, 14};
  double largest = 0.0, bound = 0.0;
  for (unsigned pattern = 0; pattern < 16; ++pattern) {
    Eigen::VectorXd change = Eigen::VectorXd::Zero(16);
    for (unsigned i = 0; i < 4; ++i) change(group[i]) = pattern >> i & 1 ? 1.0 : -1.0;
    largest = std::max(largest, change.dot(projector * change));
  }
  for (const auto u : group) bound += std::sqrt(losses.exact(u));
  EXPECT_NEAR(group_loss(view, group), largest, 1e-12);
  EXPECT_LE(group_loss(view, group), bound * bound + 1e-12);
}

// (A A^T + tau^2)^{-1} by eigenvalues against the library's QR factor; tau -> 0 gives the exact loss.
TEST(PerturbedLoss, IsTheRidgeFormAndTendsToTheExactLoss) {
  const auto w = metropolis(testing::geometric(20, 0.4, 6));
  const Eigen::MatrixXd view = gossip_view(w, Observers{0}, 3);
  const Eigen::BDCSVD<Eigen::MatrixXd> svd(view, Eigen::ComputeThinV);
  for (const double tau : {2.0, 0.3, 1e-3}) {
    const Eigen::ArrayXd squares = svd.singularValues().array().square();
    const Eigen::VectorXd wanted = svd.matrixV().cwiseAbs2() * (squares / (squares + tau * tau)).matrix();
    EXPECT_LE((perturbed_losses(view, tau) - wanted).cwiseAbs().maxCoeff(), 1e-9) << tau;
  }
  const auto exact = view_losses(gossip_view(w, Observers{0}, 2), Observers{0}).exact;
  EXPECT_LE((perturbed_losses(gossip_view(w, Observers{0}, 2), 1e-5) - exact).cwiseAbs().maxCoeff(), 1e-6);
}

// A loss is a diagonal entry of a projector that was made smaller: between 0 and 1 however small tau is.
TEST(PerturbedLoss, StaysBelowOneWhereSquaresOfTheViewLoseTau) {
  const auto w = metropolis(testing::geometric(20, 0.4, 6));
  for (const double tau : {1e-7, 1e-10, 1e-12}) {
    const auto losses = perturbed_losses(gossip_view(w, Observers{0}, 12), tau);
    EXPECT_LE(losses.maxCoeff(), 1.0 + 1e-9) << tau;
    EXPECT_GE(losses.minCoeff(), 0.0) << tau;
  }
}

// One message e_1 with noise tau sigma: 1 / (1 + tau^2).
TEST(PerturbedLoss, OfOneMessageIsOneOverOnePlusTauSquared) {
  EXPECT_NEAR(perturbed_losses(gossip_view(metropolis(path(3)), Observers{0}, 1), 2.0)(1), 0.2, 1e-15);
}

TEST(GossipLoss, RefusesBadInputInOneSentence) {
  const auto w = metropolis(path(3));
  auto message = [](auto&& call) -> std::string {
    try {
      call();
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  };
  EXPECT_EQ(message([&] { (void)gossip_losses(w, Observers{}, 2); }),
            "HS-101 gossip_view: there must be at least one observer");
  EXPECT_EQ(message([&] { (void)gossip_losses(w, Observers{3}, 2); }),
            "HS-101 gossip_view: observer 3 must be a node in 0 .. 2");
  EXPECT_EQ(message([&] {
              (void)gossip_losses(w, Observers{1, 1}, 2);
            }),
            "HS-101 gossip_view: observer 1 is listed twice");
  EXPECT_EQ(message([&] { (void)gossip_losses(w, Observers{0}, -1); }),
            "HS-101 published_losses: steps = -1 must be >= 0");
  EXPECT_EQ(message([&] { (void)gossip_view(w, Observers{0}, -1); }), "HS-101 gossip_view: steps = -1 must be >= 0");
  EXPECT_EQ(message([&] { (void)gossip_losses(std::vector<GossipMatrix>{}, Observers{0}); }),
            "HS-101 gossip_view: there must be at least one round");
  EXPECT_EQ(message([&] {
              (void)gossip_losses(std::vector<GossipMatrix>{w, metropolis(path(4))}, Observers{0});
            }),
            "HS-102 gossip_view: one round has 3 nodes and another 4");
  EXPECT_EQ(message([&] { (void)without_columns(Eigen::MatrixXd::Zero(1, 2), Observers{2}); }),
            "HS-102 without_columns: node 2 is not one of 2 columns");
  Eigen::MatrixXd bad = Eigen::MatrixXd::Zero(1, 2);
  bad(0, 1) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(message([&] { (void)view_losses(bad, Observers{0}); }),
            "HS-101 view_losses: every entry of the view must be finite");
  EXPECT_EQ(message([&] { (void)group_loss(Eigen::MatrixXd::Zero(1, 2), Observers{}); }),
            "HS-101 group_loss: the group must have at least one member");
  EXPECT_EQ(message([&] {
              (void)group_loss(Eigen::MatrixXd::Zero(1, 2), Observers{1, 1});
            }),
            "HS-101 group_loss: member 1 is listed twice");
  EXPECT_EQ(message([&] {
              (void)group_loss(Eigen::MatrixXd::Zero(1, 2), Observers{0, 2});
            }),
            "HS-102 group_loss: node 2 is not one of 2 columns");
  EXPECT_EQ(message([&] { (void)group_loss(bad, Observers{0}); }),
            "HS-101 group_loss: every entry of the view must be finite");
  Observers many(21);
  std::iota(many.begin(), many.end(), 0u);
  EXPECT_EQ(message([&] { (void)group_loss(Eigen::MatrixXd::Identity(21, 21), many); }),
            "HS-302 group_loss: a group of 21 has more than 2^19 sign patterns; at most 20 members");
  many.pop_back();
  EXPECT_NEAR(group_loss(Eigen::MatrixXd::Identity(21, 21), many), 20.0, 1e-12);
  EXPECT_EQ(message([&] { (void)perturbed_losses(Eigen::MatrixXd::Zero(1, 2), 0.0); }),
            "HS-101 perturbed_losses: tau = 0 must be finite and > 0");
}

// The ranks that the view of any number of steps is proved with are those of the losses, step by step.
// Each of two bases, of W as it is and perturbed, has 40 steps.
TEST(GossipLoss, TellsHowFarBothViewsAre) {
  const auto w = metropolis(testing::grid(12, 12));
  const Observers observers{0};
  std::map<std::string, std::size_t> told;
  const auto progress = [&](std::size_t done, std::size_t total, std::string_view what) {
    EXPECT_GT(done, told[std::string(what)]);
    EXPECT_EQ(total, 80u);
    told[std::string(what)] = done;
  };
  const auto losses = gossip_losses(w, observers, 40, {.jobs = 2, .progress = progress});
  EXPECT_EQ(told, (std::map<std::string, std::size_t>{{"steps of the view", 80},
                                                      {"steps of the view, own noise known", 80}}));
  EXPECT_EQ(losses.exact, gossip_losses(w, observers, 40).exact);
}

TEST(GossipLoss, WithKnownRanksHasTheBitsOfItsOwn) {
  const Observers observers{0, 7};
  for (const auto& graph : {testing::grid(4, 5), testing::geometric(60, 0.3, 3)}) {
    const auto w = metropolis(graph);
    const auto view = exact_view(w, observers, 6, std::vector<std::uint64_t>{linalg::default_prime});
    StepRanks known{.unknown = view.unknown.by_step, .own_noise = view.own_noise.by_step};
    for (auto& rank : known.own_noise) rank -= 2;
    const auto wanted = gossip_losses(w, observers, 6, {.jobs = 1}),
               found = gossip_losses(w, observers, 6, known, {.jobs = 1});
    EXPECT_TRUE(found.ranks_checked);
    EXPECT_LT(found.accuracy, 1e-9);
    EXPECT_EQ(found.rank_own_noise, wanted.rank_own_noise);
    EXPECT_EQ(found.exact, wanted.exact);
    EXPECT_EQ(found.exact_own_noise, wanted.exact_own_noise);
  }
}

}  // namespace
}  // namespace hearsay::accounting
