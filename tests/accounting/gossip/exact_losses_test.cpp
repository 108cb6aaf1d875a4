// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <bit>
#include <vector>

#include <hearsay/accounting/gossip/exact_losses.hpp>

#include "tests/graphs.hpp"
#include "tests/primes.hpp"
#include "tests/rational_views.hpp"

namespace hearsay::accounting {
namespace {

using graph::Node;
using tests::primes;

// Both adversaries, with the observers' columns deleted where they know their noise, against the losses in rational
// arithmetic.
TEST(ExactLosses, AreTheRationalLosses) {
  for (std::uint64_t seed = 1; seed <= 25; ++seed) {
    const auto graph = testing::with_twins_and_pendants(seed);
    const auto w = gossip_matrix(graph, graph::Weights::metropolis);
    std::vector<Node> observers{static_cast<Node>(seed % graph.nodes())};
    if (seed % 3 == 0) observers.push_back((observers[0] + 2) % graph.nodes());
    const auto rational = props::oracle::rational_matrix(graph);
    for (const linalg::Steps steps : {linalg::Steps{2}, linalg::Steps{3}, linalg::Steps{}}) {
      const auto rows = props::oracle::view(rational, observers, steps.value_or(static_cast<int>(graph.nodes())));
      const auto expected = props::oracle::losses(rows),
                 own = props::oracle::losses(props::oracle::own_noise_known(rows, observers));
      const auto view = exact_view(w, observers, steps, primes);
      const auto found = exact_losses(w, observers, steps, view);
      ASSERT_TRUE(found) << to_string(graph);
      EXPECT_EQ(found->rank, static_cast<std::int64_t>(props::oracle::rank(rows)));
      EXPECT_EQ(found->rank_own_noise,
                static_cast<std::int64_t>(props::oracle::rank(props::oracle::own_noise_known(rows, observers))));
      for (Node u = 0; u < graph.nodes(); ++u) {
        ASSERT_NEAR(found->exact(u), props::oracle::to_double(expected[u]), found->accuracy)
            << to_string(graph) << ", node " << u;
        ASSERT_NEAR(found->exact_own_noise(u), props::oracle::to_double(own[u]), found->accuracy)
            << to_string(graph) << ", node " << u;
      }
    }
  }
}

// The closed form, by the null space and, without one, by the eigenvectors.
TEST(ExactLosses, OfTheHypercubeForever) {
  const auto w = gossip_matrix(testing::hypercube(6), graph::Weights::metropolis);
  const std::vector<Node> observers{0};
  auto view = exact_view(w, observers, {}, primes);
  const auto proved = exact_losses(w, observers, {}, view);
  view.own_noise.null_space.reset();
  const auto spectral = exact_losses(w, observers, {}, view);
  ASSERT_TRUE(proved && spectral);
  EXPECT_LE((proved->exact - spectral->exact).lpNorm<Eigen::Infinity>(), 1e-12);
  for (Node u = 1; u < 64; ++u) {
    // m / C(m, k) at distance k, and 1 at distance m: a known closed form (claim muffliato.hypercube).
    constexpr double losses[] = {0.0, 1.0, 6.0 / 15.0, 6.0 / 20.0, 6.0 / 15.0, 1.0, 1.0};
    EXPECT_NEAR(proved->exact_own_noise(u), losses[std::popcount(u)], 1e-12);
    EXPECT_NEAR(spectral->exact_own_noise(u), losses[std::popcount(u)], 1e-12);
  }
  EXPECT_FALSE(exact_losses(w, observers, 3, view)) << "eigenvectors say nothing about three steps";
}

}  // namespace
}  // namespace hearsay::accounting
