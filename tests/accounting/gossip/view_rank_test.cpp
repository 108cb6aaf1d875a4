// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <set>
#include <vector>

#include <hearsay/accounting/gossip/forever.hpp>
#include <hearsay/accounting/gossip/view.hpp>
#include <hearsay/accounting/gossip/view_rank.hpp>
#include <hearsay/linalg/exact_rank.hpp>

#include "tests/error_message.hpp"
#include "tests/graphs.hpp"
#include "tests/primes.hpp"
#include "tests/rational_views.hpp"

namespace hearsay::accounting {
namespace {

using graph::Graph;
using graph::Node;
using testing::dense;
using testing::metropolis;
using testing::sparse;
using tests::primes;
using Starts = std::vector<Node>;

/// The path 2-0-1-5-4-3.
Graph odd_path() { return {6, std::vector<graph::Edge>{{2, 0}, {0, 1}, {1, 5}, {5, 4}, {4, 3}}}; }

/// The rows that `starts` send in `steps` steps.
props::oracle::Matrix messages(const props::oracle::Matrix& w, const Starts& starts, int steps) {
  props::oracle::Matrix power = props::oracle::identity(w.size()), rows;
  for (int s = 0; s < steps; ++s) {
    for (const auto v : starts) rows.push_back(power[v]);
    power = props::oracle::multiply(power, w);
  }
  return rows;
}

// Ranks, exposed nodes and losses of any number of steps, against eliminations over the rationals.
TEST(ViewRank, ForeverIsProvedAndRational) {
  int below_cells = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const auto graph = seed == 1 ? odd_path() : testing::with_twins_and_pendants(seed);
    const auto w = metropolis(graph);
    const auto exact = linalg::exact_entries(w);
    const Starts observer{seed == 1 ? 2 : static_cast<Node>(seed % graph.nodes())};
    for (const bool own_noise : {false, true}) {
      auto starts = senders(w, observer);
      if (own_noise) starts.push_back(observer.front());
      const auto rows = messages(dense(exact), starts, static_cast<int>(graph.nodes()));
      const auto losses = props::oracle::losses(rows);
      const auto found = view_rank(exact, starts, {}, primes);
      ASSERT_EQ(found.rank, static_cast<std::int64_t>(props::oracle::rank(rows))) << to_string(graph);
      ASSERT_TRUE(found.proved() && found.solved_proved()) << to_string(graph);
      const auto by_null_space = null_space_losses(found),
                 by_spectrum = spectral_losses(eigenpairs(w), starts, found.rank);
      EXPECT_LE(by_null_space.accuracy, 1e-12);
      EXPECT_LE(by_spectrum.accuracy, 1e-9);
      for (Node u = 0; u < graph.nodes(); ++u) {
        ASSERT_EQ(found.solved[u] != 0, losses[u] == 1) << to_string(graph) << ", node " << u;
        ASSERT_NEAR(by_null_space.losses(u), props::oracle::to_double(losses[u]), by_null_space.accuracy)
            << to_string(graph) << ", node " << u;
        ASSERT_NEAR(by_spectrum.losses(u), props::oracle::to_double(losses[u]), by_spectrum.accuracy)
            << to_string(graph) << ", node " << u;
      }
      below_cells += found.rank < found.cells.count();
    }
  }
  EXPECT_GE(below_cells, 2) << "the null space was never needed";
}

TEST(ViewRank, OfFewStepsIsRational) {
  int proved = 0, cases = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const auto graph = testing::with_twins_and_pendants(seed);
    const auto exact = linalg::exact_entries(metropolis(graph));
    const Starts starts{static_cast<Node>(seed % graph.nodes()), static_cast<Node>((seed + 1) % graph.nodes())};
    for (int steps = 1; steps <= 5; ++steps) {
      const auto rows = messages(dense(exact), starts, steps);
      const auto rank = static_cast<std::int64_t>(props::oracle::rank(rows));
      const auto losses = props::oracle::losses(rows);
      const auto found = view_rank(exact, starts, steps, primes);
      ASSERT_EQ(found.rank, rank) << to_string(graph) << ", " << steps << " steps";
      ASSERT_GE(found.at_most, rank) << to_string(graph) << ", " << steps << " steps";
      for (Node u = 0; u < graph.nodes(); ++u)
        ASSERT_EQ(found.solved[u] != 0, losses[u] == 1) << to_string(graph) << ", " << steps << " steps";
      EXPECT_EQ(found.failure == 0.0, found.proved());
      EXPECT_LE(found.failure, found.solved_failure);
      EXPECT_LE(found.solved_failure, 1e-12);
      proved += found.proved();
      ++cases;
    }
  }
  EXPECT_EQ(proved, cases);
}

// Seen from two corners of a torus many eigenvalues coincide: the rank is far below the number of cells.
TEST(ViewRank, ProvesLargeNullSpaces) {
  const auto torus = metropolis([] {
    std::vector<graph::Edge> edges;
    for (Node i = 0; i < 7; ++i) {
      for (Node j = 0; j < 7; ++j) {
        edges.emplace_back(7 * i + j, 7 * i + (j + 1) % 7);
        edges.emplace_back(7 * i + j, 7 * ((i + 1) % 7) + j);
      }
    }
    return Graph(49, edges);
  }());
  const auto starts = senders(torus, Starts{0});
  const auto found = view_rank(linalg::exact_entries(torus), starts, {}, primes);
  EXPECT_EQ(found.cells.count(), 49);
  ASSERT_TRUE(found.proved());
  const auto losses = null_space_losses(found);
  EXPECT_NEAR(losses.losses.sum(), static_cast<double>(found.rank), 1e-11);
  const auto spectral = spectral_losses(eigenpairs(torus), starts, found.rank);
  EXPECT_LE(spectral.accuracy, 1e-9);
  EXPECT_LE((losses.losses - spectral.losses).lpNorm<Eigen::Infinity>(), 1e-12);
}

// A row-stochastic matrix that is not symmetric, against rationals.
TEST(ViewRank, TakesAsymmetricMatrices) {
  const auto w = linalg::exact_entries(sparse({{0.6, 0.4, 0.0, 0.0, 0.0},
                                               {0.0, 0.6, 0.2, 0.2, 0.0},
                                               {0.4, 0.0, 0.6, 0.0, 0.0},
                                               {0.4, 0.0, 0.0, 0.6, 0.0},
                                               {0.0, 0.0, 0.0, 0.5, 0.5}}));
  for (const auto& starts : {Starts{0}, Starts{1}, Starts{3, 4}}) {
    const auto rows = messages(dense(w), starts, 5);
    const auto found = view_rank(w, starts, {}, primes);
    ASSERT_TRUE(found.proved());
    EXPECT_EQ(found.rank, static_cast<std::int64_t>(props::oracle::rank(rows)));
    const auto losses = props::oracle::losses(rows);
    for (Node u = 0; u < 5; ++u)
      EXPECT_NEAR(null_space_losses(found).losses(u), props::oracle::to_double(losses[u]), 1e-14);
  }
}

// (bits of the minors) / (60 * 2.7e16), where nothing proves the rank from above: one prime is too small for the null
// space.
TEST(ViewRank, SaysHowProbableItIs) {
  const auto gossip = metropolis(testing::geometric(64, 0.3, 1));
  const auto w = linalg::exact_entries(gossip);
  const auto starts = senders(gossip, Starts{0});
  const auto view = [&](int steps) { return view_rank(w, starts, steps, std::span(primes).first(1)); };
  int steps = 2;
  while (steps < 10 && view(steps).proved()) ++steps;
  const auto found = view(steps);
  ASSERT_FALSE(found.proved());
  // Minors of up to at_most + 1 rows, each of degree up to steps - 1 in W: a degree has the bits of the common
  // denominator, one more for the sum of a row, and one for rounding up.
  using exact::Integer;
  Integer common = 1;
  for (const auto& row : w.rows) {
    for (const auto& entry : row) common = lcm(common, denominator(entry.value));
  }
  const double bits = static_cast<double>(found.at_most + 1) * (steps - 1) * (static_cast<double>(msb(common)) + 2.0);
  EXPECT_NEAR(found.failure / (bits / (60.0 * 2.7e16)), 1.0, 1e-9);
  EXPECT_GE(found.solved_failure, found.failure);
}

TEST(RandomPrimes, AreDistinctPrimesOfSixtyOneBits) {
  random::Stream stream(random::Seed{2}, random::Purpose::search, 0);
  const auto drawn = random_primes(50, [&] { return stream.word64(); });
  EXPECT_EQ(std::set(drawn.begin(), drawn.end()).size(), 50);
  for (const auto p : drawn) {
    EXPECT_GT(p, std::uint64_t{1} << 60);
    EXPECT_LT(p, std::uint64_t{1} << 61);
    EXPECT_NO_THROW((void)linalg::modular_krylov_ranks(linalg::exact_entries(sparse({{1.0}})), Starts{0}, 1, p)) << p;
  }
}

}  // namespace
}  // namespace hearsay::accounting
