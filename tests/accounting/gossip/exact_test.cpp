// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <hearsay/accounting/gossip/losses.hpp>

#include "tests/accounting/gossip/exact_oracle.hpp"
#include "tests/graphs.hpp"

// The library's exact losses on hard graphs of up to 64 nodes, for any number of steps up to twice that, against an
// exact rank and 1000-bit arithmetic.

namespace hearsay::accounting {
namespace {

using graph::Graph;
using graph::Node;
using testing::Big;
using testing::Modular;

struct Case {
  std::string name;
  Graph graph;
  std::vector<Node> observers;
};

std::ostream& operator<<(std::ostream& out, const Case& c) { return out << c.name; }

class GossipExact : public ::testing::TestWithParam<Case> {};

/// Follows the messages of `senders` with columns `deleted` left out, in both arithmetics.
struct Follower {
  Follower(const Graph& g, std::vector<Node> from, std::vector<Node> without)
      : graph(g), deleted(std::move(without)), exact(g.nodes()) {
    for (const auto v : from) {
      modular.emplace_back(g.nodes());
      modular.back()[v] = 1;
      big.emplace_back(g.nodes());
      big.back()[v] = 1;
    }
  }
  void hear() {
    const auto known = rank.rank();
    for (auto x : modular) {
      for (const auto o : deleted) x[o] = 0;
      rank.add(std::move(x));
    }
    if (rank.rank() > known) {  // else nothing new: spare the big numbers
      for (auto x : big) {
        for (const auto o : deleted) x[o] = 0;
        exact.add(std::move(x));
      }
    }
  }
  void step() {
    for (auto& x : modular) x = testing::gossip(graph, x);
    for (auto& x : big) x = testing::gossip(graph, x);
  }

  const Graph& graph;
  std::vector<Node> deleted;
  std::vector<std::vector<Modular>> modular;
  std::vector<std::vector<Big>> big;
  testing::ModularSpace rank;
  testing::BigSpace exact;
};

TEST_P(GossipExact, AgreesWithAnExactRankAndThousandBitProjections) {
  const auto& [name, graph, observers] = GetParam();
  const auto w = gossip_matrix(graph, graph::Weights::metropolis);
  const auto from = senders(w, observers);
  Follower plain(graph, from, {}), own_noise(graph, from, observers);
  const int last = 2 * static_cast<int>(graph.nodes());
  int saturated = 0;  // steps since the last rank grew
  for (int steps = 1; steps <= last && saturated < 3; ++steps) {
    const auto before = plain.rank.rank() + own_noise.rank.rank();
    plain.hear();
    own_noise.hear();
    ASSERT_EQ(plain.exact.rank(), plain.rank.rank()) << "1000 bits are not enough";
    ASSERT_EQ(own_noise.exact.rank(), own_noise.rank.rank()) << "1000 bits are not enough";
    saturated = plain.rank.rank() + own_noise.rank.rank() == before ? saturated + 1 : 0;
    // Few steps, then every seventh, the last ones before and the first ones after the rank stops growing.
    if (steps <= 3 || steps % 7 == 0 || saturated > 0 || plain.rank.rank() + 3 >= graph.nodes()) {
      const auto losses = gossip_losses(w, observers, saturated >= 3 ? last : steps);
      ASSERT_EQ(losses.rank, plain.rank.rank()) << steps << " steps";
      ASSERT_EQ(losses.rank_own_noise, own_noise.rank.rank()) << steps << " steps";
      EXPECT_LE(losses.accuracy, 1e-9) << steps << " steps";
      for (Node u = 0; u < graph.nodes(); ++u) {
        ASSERT_NEAR(losses.exact(u), plain.exact.projection(u), 1e-9) << "node " << u << ", " << steps << " steps";
        ASSERT_NEAR(losses.exact_own_noise(u), own_noise.exact.projection(u), 1e-9)
            << "node " << u << ", " << steps << " steps";
      }
    }
    plain.step();
    own_noise.step();
  }
  EXPECT_EQ(saturated, 3) << "the rank still grows after " << last << " steps";
}

INSTANTIATE_TEST_SUITE_P(
    HardGraphs, GossipExact,
    ::testing::Values(Case{"geometric", testing::geometric(64, 0.3, 1), {0}},
                      Case{"geometric_coalition", testing::geometric(64, 0.3, 2), {3, 40}},
                      Case{"grid_corner", testing::grid(8, 8), {0}}, Case{"grid_middle", testing::grid(8, 8), {27}},
                      Case{"petersen", testing::petersen(), {0}}, Case{"hypercube", testing::hypercube(6), {5}},
                      Case{"hypercube_coalition", testing::hypercube(5), {0, 3, 31}},
                      Case{"barbell_bell", testing::barbell(12, 8), {0}},
                      Case{"barbell_bar", testing::barbell(12, 8), {15}}, Case{"star_leaf", testing::star(20), {3}},
                      Case{"path_end", testing::path(64), {0}}, Case{"path_inside", testing::path(64), {5}},
                      Case{"ring", testing::ring(24), {0}}, Case{"tree", testing::random_tree(48, 1), {7}}),
    [](const auto& parameter) { return parameter.param.name; });

}  // namespace
}  // namespace hearsay::accounting
