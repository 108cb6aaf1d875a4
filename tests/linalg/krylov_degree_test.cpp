// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/linalg/krylov_degree.hpp>

#include <gtest/gtest.h>

#include <vector>

#include <hearsay/core/error.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/graph/families/generators.hpp>
#include <hearsay/graph/weights.hpp>
#include <hearsay/linalg/exact_rank.hpp>

#include "tests/rational_views.hpp"

namespace hearsay::linalg {
namespace {

using graph::Node;
using testing::exact_metropolis;

std::int64_t rank(const RationalMatrix& w, const std::vector<Node>& starts) {
  return modular_krylov_ranks(w, starts, static_cast<int>(w.rows.size())).ranks.back();
}

std::int64_t degree(const RationalMatrix& w, const std::vector<Node>& starts) {
  return KrylovDegrees(w, default_prime).degree(starts);
}

TEST(KrylovDegrees, IsTheRankWhereEigenvaluesAreSimple) {
  for (const std::uint64_t seed : {1u, 2u, 3u, 4u}) {
    const auto w = exact_metropolis(graph::erdos_renyi(40, 0.2, {seed}));
    for (const Node v : {0u, 7u, 39u}) EXPECT_EQ(degree(w, {v}), rank(w, {v}));
  }
  const auto path = exact_metropolis(graph::path(9));
  EXPECT_EQ(degree(path, {4}), 5);  // the middle: even vectors alone
  EXPECT_EQ(degree(path, {0}), 9);
}

// Of equal eigenvalues it counts one, so it is below the rank, never above.
TEST(KrylovDegrees, NeverExceedsTheRank) {
  for (const auto& graph :
       {graph::complete(6), graph::star(7), graph::ring(8), graph::hypercube(3), graph::grid(3, 4)}) {
    const auto w = exact_metropolis(graph);
    for (Node v = 0; v < graph.nodes(); ++v) {
      const std::vector<Node> starts = {v, (v + 1) % graph.nodes()};
      EXPECT_LE(degree(w, starts), rank(w, starts));
    }
  }
  EXPECT_EQ(degree(exact_metropolis(graph::complete(6)), {1, 2}), 2);
  EXPECT_EQ(rank(exact_metropolis(graph::complete(6)), {1, 2}), 3);
}

// With a hub among the starts two combinations are asked, so what it finds is no less, and still at most the rank.
TEST(KrylovDegrees, WithHubsIsTheSameOrCloserToTheRank) {
  for (const auto& graph : {graph::star(7), graph::path(9), graph::barabasi_albert(40, 1, 2, {1}),
                            graph::barabasi_albert(30, 2, 3, {2}), graph::erdos_renyi(25, 0.15, {5})}) {
    const auto w = exact_metropolis(graph);
    const KrylovDegrees alone(w, default_prime);
    const std::vector<Node> hubs = {0, 1, 4};
    const KrylovDegrees with_hubs(w, default_prime, hubs);
    for (Node v = 0; v < graph.nodes(); ++v) {
      const auto neighbors = graph.neighbors(v);
      std::vector<Node> starts(neighbors.begin(), neighbors.end());
      for (int round = 0; round < 2 && !starts.empty(); ++round) {
        EXPECT_EQ(with_hubs.degree(starts), alone.degree(starts)) << v;
        EXPECT_LE(with_hubs.degree(starts), rank(w, starts)) << v;
        starts = {v};
      }
    }
  }
}

TEST(KrylovDegrees, OfSingularAndAsymmetricMatrices) {
  RationalMatrix shift;  // e_0 -> e_1 -> e_2 -> 0
  shift.rows = {{{1, 1}}, {{2, 1}}, {}};
  EXPECT_EQ(degree(shift, {0}), 3);
  EXPECT_EQ(degree(shift, {2}), 1);
  EXPECT_EQ(degree(shift, {}), 0);
  const std::vector<Node> hubs = {0, 1, 2};
  const KrylovDegrees with_hubs(shift, default_prime, hubs);
  for (Node v = 0; v < 3; ++v) EXPECT_EQ(with_hubs.degree(std::vector{v}), 3 - v);
}

TEST(KrylovDegrees, RefusesBadInput) {
  const auto w = exact_metropolis(graph::path(3));
  EXPECT_THROW((void)degree(w, {3}), Error);
  EXPECT_THROW(KrylovDegrees(w, 7), Error);
  EXPECT_THROW(KrylovDegrees(w, default_prime, std::vector<Node>{3}), Error);
}

}  // namespace
}  // namespace hearsay::linalg
