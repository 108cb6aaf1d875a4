// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/linalg/sketched_rank.hpp>

#include <gtest/gtest.h>

#include <algorithm>
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
  const auto found = sketched_krylov_ranks(w, starts, 690, default_prime, 7, 1e11);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->ranks.rank(690), 690);
}

// Each new step of a path from its end adds a dimension, and the first images have room for 256.
TEST(SketchedKrylovRanks, TellsOfEveryStepAgainAsItsImagesGrow) {
  const auto w = exact_entries(gossip_matrix(testing::path(300), graph::Weights::metropolis));
  const std::vector<Node> starts{0};
  std::vector<std::size_t> told;
  const auto progress = [&](std::size_t done, std::size_t total, std::string_view) {
    EXPECT_EQ(total, 290u);
    told.push_back(done);
  };
  ASSERT_TRUE(sketched_krylov_ranks(w, starts, 290, default_prime, 7, 1e11, {}, progress));
  ASSERT_FALSE(told.empty());
  EXPECT_EQ(std::ranges::count(told, 1u), 2);
  EXPECT_EQ(std::ranges::count(told, 290u), 1);
  EXPECT_EQ(told.back(), 290u);
}

TEST(SketchedKrylovRanks, SaysNothingBeyondItsOperations) {
  const auto w = exact_entries(gossip_matrix(testing::path(60), graph::Weights::metropolis));
  const std::vector<Node> starts{0};
  EXPECT_FALSE(sketched_krylov_ranks(w, starts, 50, default_prime, 7, 1e4));
  EXPECT_FALSE(sketched_krylov_ranks(w, starts, 50, default_prime, 7, 0.0));
}

}  // namespace
}  // namespace hearsay::linalg
