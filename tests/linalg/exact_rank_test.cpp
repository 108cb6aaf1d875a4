// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include <hearsay/core/error.hpp>
#include <hearsay/graph/families/generators.hpp>
#include <hearsay/linalg/exact_rank.hpp>

#include "tests/accounting/gossip/exact_oracle.hpp"
#include "tests/error_message.hpp"
#include "tests/graphs.hpp"
#include "tests/rational_views.hpp"

namespace hearsay::linalg {
namespace {

using graph::GossipMatrix;
using graph::Graph;
using graph::Node;
using testing::dense;
using testing::rational_rank;
using testing::sparse;
using ::testing::StartsWith;
using testing::with_twins_and_pendants;
using Starts = std::vector<Node>;

TEST(ModularKrylovRanks, AreTheRationalRanksOfSmallGraphs) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const auto graph = with_twins_and_pendants(seed);
    const auto w = exact_entries(gossip_matrix(graph, graph::Weights::metropolis));
    const Starts starts{static_cast<Node>(seed % graph.nodes())};
    const int last = static_cast<int>(graph.nodes()) + 1;
    const auto found = modular_krylov_ranks(w, starts, last);
    for (int steps = 1; steps <= last; ++steps) {
      ASSERT_EQ(found.rank(steps), rational_rank(dense(w), starts, steps))
          << to_string(graph) << ", " << steps << " steps";
    }
    EXPECT_TRUE(found.stagnated);
  }
}

// Color refinement from node 2's neighbors tells all six nodes apart, and the rank is 5 all the same.
TEST(ModularKrylovRanks, FiveOfSixOnAPath) {
  const Graph path(6, std::vector<graph::Edge>{{2, 0}, {0, 1}, {1, 5}, {5, 4}, {4, 3}});
  EXPECT_EQ(
      modular_krylov_ranks(exact_entries(gossip_matrix(path, graph::Weights::metropolis)), Starts{0}, 100).rank(100),
      5);
}

// With panels of 32 columns: 60 starts need two.
TEST(QuickRanks, AreThoseModuloALargePrime) {
  std::vector<Graph> graphs = {graph::erdos_renyi(90, 0.05, {1}), graph::barabasi_albert(80, 1, 2, {2}),
                               testing::star(70), testing::hypercube(6)};
  for (std::uint64_t seed = 1; seed <= 20; ++seed) graphs.push_back(with_twins_and_pendants(seed));
  for (const auto& graph : graphs) {
    const auto w = exact_entries(gossip_matrix(graph, graph::Weights::metropolis));
    const auto quick = QuickRanks::of(w);
    ASSERT_TRUE(quick);
    auto with_powers = *quick;
    with_powers.keep_powers(3, {.jobs = 2});
    const auto n = static_cast<Node>(w.size());
    for (const Node count : {Node{1}, static_cast<Node>(1 + 2 * n / 3)}) {
      Starts starts;
      for (Node v = 1; v < std::min(n, count + 1); ++v) starts.push_back(v);
      for (const int steps : {1, 3, 200}) {
        const auto expected = modular_krylov_ranks(w, starts, steps);
        const auto found = quick->ranks(starts, Starts{0}, steps, n);
        EXPECT_EQ(found.by_step, expected.ranks);
        const auto kept = with_powers.ranks(starts, Starts{0}, steps, n);
        EXPECT_EQ(kept.by_step, found.by_step);
        EXPECT_EQ(kept.with_more, found.with_more);
        const auto all = modular_krylov(w, starts, steps, default_prime);
        EXPECT_EQ(found.with_more, all.ranks.rank(steps) + (all.space.unit_vectors()[0] != 0 ? 0 : 1));
      }
    }
  }
}

TEST(QuickRanks, NothingWhereThePrimeDividesADenominator) {
  RationalMatrix w;
  w.rows = {{{0, Rational(1) / ((1 << 20) - 3)}}};
  EXPECT_FALSE(QuickRanks::of(w));
}

TEST(ModularKrylovRanks, EndWhenAsked) {
  const auto w = exact_entries(gossip_matrix(graph::path(9), graph::Weights::metropolis));
  const auto stop = [] { return true; };
  EXPECT_THROW((void)modular_krylov(w, Starts{0}, 5, default_prime, stop), Interrupted);
  EXPECT_THROW((void)QuickRanks::of(w).value().ranks(Starts{0}, Starts{}, 5, 9, stop), Interrupted);
}

// Node 0 hears itself and 1, node 1 itself and 2, node 2 only itself: rows of powers, not columns.
TEST(ModularKrylovRanks, FollowTheRowsOfAnAsymmetricMatrix) {
  const auto chain = exact_entries(sparse({{0.5, 0.5, 0.0}, {0.0, 0.5, 0.5}, {0.0, 0.0, 1.0}}));
  EXPECT_EQ(modular_krylov_ranks(chain, Starts{0}, 5).ranks, (std::vector<std::int64_t>{1, 2, 3}));
  EXPECT_EQ(modular_krylov_ranks(chain, Starts{1}, 5).ranks, (std::vector<std::int64_t>{1, 2}));
  EXPECT_EQ(modular_krylov_ranks(chain, Starts{2}, 5).ranks, (std::vector<std::int64_t>{1}));
}

// The independent elimination of exact_oracle.hpp, which multiplies every message and not only what is new.
TEST(ModularKrylovRanks, AgreeWithAnIndependentElimination) {
  const std::vector<std::pair<Graph, Starts>> cases{{testing::grid(8, 8), {1, 8}},
                                                    {testing::geometric(64, 0.3, 1), {2, 5, 7}},
                                                    {testing::hypercube(6), {1, 2, 4, 8, 16, 32}},
                                                    {testing::barbell(12, 8), {14, 16}}};
  for (const auto& [graph, starts] : cases) {
    const int last = static_cast<int>(graph.nodes());
    const auto found =
        modular_krylov_ranks(exact_entries(gossip_matrix(graph, graph::Weights::metropolis)), starts, last);
    testing::ModularSpace space;
    std::vector<std::vector<testing::Modular>> messages;
    for (const auto v : starts) {
      messages.emplace_back(graph.nodes());
      messages.back()[v] = 1;
    }
    for (int steps = 1; steps <= last; ++steps) {
      for (auto& x : messages) {
        space.add(x);
        x = testing::gossip(graph, x);
      }
      ASSERT_EQ(found.rank(steps), space.rank()) << steps << " steps";
    }
  }
}

TEST(ModularKrylovRanks, TakesAnotherPrimeWhereItDividesADenominator) {
  auto w = exact_entries(sparse({{0.5, 0.5}, {0.5, 0.5}}));
  w.rows[0][1].value = Rational(1, default_prime);
  const auto found = modular_krylov_ranks(w, Starts{0}, 3);
  EXPECT_EQ(found.prime, 2305843009213693967u);  // the next prime after 2^61 - 1 (Python: sympy.nextprime)
  EXPECT_EQ(found.rank(3), 2);
}

TEST(ModularKrylovRanks, OfNothing) {
  const auto w = exact_entries(sparse({{1.0}}));
  EXPECT_EQ(modular_krylov_ranks(w, Starts{}, 3).rank(3), 0);
  EXPECT_EQ(modular_krylov_ranks(w, Starts{0}, 0).rank(0), 0);
}

TEST(ModularKrylovRanks, RefusesBadInput) {
  const auto w = exact_entries(sparse({{1.0}}));
  EXPECT_THAT(tests::message_of([&] { (void)modular_krylov_ranks(w, Starts{0}, 3, default_prime + 2); }),
              StartsWith("HS-101"));
  EXPECT_THAT(tests::message_of([&] { (void)modular_krylov_ranks(w, Starts{0}, 3, 7); }), StartsWith("HS-101"));
  EXPECT_THAT(tests::message_of([&] { (void)modular_krylov_ranks(w, Starts{0}, -1); }), StartsWith("HS-101"));
  EXPECT_THAT(tests::message_of([&] { (void)modular_krylov_ranks(w, Starts{1}, 3); }), StartsWith("HS-102"));
}

// Changing weights of both signs: the ranks of the last rounds' spaces and of the first rounds' views, over the
// rationals.
TEST(ModularRoundsRanks, AreTheRationalRanksOfChangingWeights) {
  const auto pulling = sparse({{0.5, 0.5, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.5, 0.5}});  // node 1 listens to nobody
  const std::vector<std::pair<std::vector<GossipMatrix>, std::vector<Starts>>> cases{
      // senders to observer 0
      {{sparse({{0.5, 0.5, 0.0}, {0.0, 0.5, 0.5}, {0.5, 0.0, 0.5}}),
        sparse({{1.0, 0.0, 0.0}, {0.0, 0.5, 0.5}, {0.0, 0.5, 0.5}}),
        sparse({{0.5, -0.5, 0.0}, {0.25, 0.75, 0.0}, {0.0, 0.0, 1.0}})},
       {{1}, {}, {1}}},
      {{pulling, pulling}, {{1}, {1}}}};
  for (const auto& [rounds, senders] : cases) {
    std::vector<RationalMatrix> exact;
    std::vector<props::oracle::Matrix> dense_rounds;
    for (const auto& w : rounds) {
      exact.push_back(exact_entries(w));
      dense_rounds.push_back(dense(exact.back()));
    }
    const auto spaces = modular_rounds_ranks(exact, senders), views = modular_prefix_ranks(exact, senders);
    const auto rational_rank = [](std::span<const props::oracle::Matrix> of) {
      return static_cast<std::int64_t>(props::oracle::independent_rows(props::oracle::view(of, Starts{0})).size());
    };
    for (std::size_t t = 0; t < rounds.size(); ++t) {
      const std::span<const props::oracle::Matrix> all(dense_rounds);
      EXPECT_EQ(spaces[t], rational_rank(all.subspan(t))) << t;
      EXPECT_EQ(views[t], rational_rank(all.first(t + 1))) << t;
    }
    EXPECT_THAT(tests::message_of([&] { (void)modular_rounds_ranks(exact, std::vector<Starts>{{1}}); }),
                StartsWith("HS-102"));
  }
}

}  // namespace
}  // namespace hearsay::linalg
