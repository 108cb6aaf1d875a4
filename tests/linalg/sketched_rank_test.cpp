// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/linalg/sketched_rank.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include <hearsay/core/split_mix.hpp>
#include <hearsay/graph/families/generators.hpp>

#include "tests/graphs.hpp"
#include "tests/rational_views.hpp"

namespace hearsay::linalg {
namespace {

using graph::Node;

constexpr double enough = 1e9;

TEST(SketchedKrylovRanks, AreThoseOfElimination) {
  std::vector<graph::Graph> graphs = {graph::erdos_renyi(90, 0.05, {1}), testing::star(70), testing::hypercube(6),
                                      testing::grid(9, 11), testing::path(300)};
  for (std::uint64_t seed = 1; seed <= 20; ++seed) graphs.push_back(testing::with_twins_and_pendants(seed));
  std::uint64_t key = 0;
  for (const auto& graph : graphs) {
    const auto w = exact_entries(gossip_matrix(graph, graph::Weights::metropolis));
    for (const std::vector<Node>& starts : {std::vector<Node>{0}, {1, 2, 3}}) {
      for (const int steps : {1, 2, 5, 40, 1000}) {
        const auto expected = modular_krylov_ranks(w, starts, steps);
        const auto found = sketched_krylov_ranks(w, starts, steps, default_prime, split_mix(++key), enough);
        ASSERT_TRUE(found);
        EXPECT_EQ(found->ranks.ranks, expected.ranks) << to_string(graph) << ", " << steps;
        EXPECT_EQ(found->ranks.stagnated, expected.stagnated);
        EXPECT_LT(found->failure, 1e-14);
      }
    }
  }
}

// More than 256 dimensions, the first size of an image.
TEST(SketchedKrylovRanks, GrowsItsImages) {
  const auto w = exact_entries(gossip_matrix(testing::path(700), graph::Weights::metropolis));
  const std::vector<Node> starts{0};
  std::vector<std::size_t> told;  // from the first step again for images of 256, 512 and 690 dimensions
  const auto progress = [&](std::size_t done, std::size_t total, std::string_view) {
    EXPECT_EQ(total, 690u);
    told.push_back(done);
  };
  const auto found = sketched_krylov_ranks(w, starts, 690, default_prime, 7, 1e11, {}, progress);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->ranks.rank(690), 690);
  EXPECT_EQ(std::ranges::count(told, 1u), 3);
  EXPECT_EQ(std::ranges::count(told, 690u), 1);
  EXPECT_EQ(told.back(), 690u);
}

TEST(SketchedKrylovRanks, SaysNothingBeyondItsOperations) {
  const auto w = exact_entries(gossip_matrix(testing::path(60), graph::Weights::metropolis));
  const std::vector<Node> starts{0};
  EXPECT_FALSE(sketched_krylov_ranks(w, starts, 50, default_prime, 7, 1e4));
  EXPECT_FALSE(sketched_krylov_ranks(w, starts, 50, default_prime, 7, 0.0));
}

}  // namespace
}  // namespace hearsay::linalg
