// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <thread>

#include <hearsay/core/error.hpp>
#include <hearsay/graph/components.hpp>
#include <hearsay/graph/families/generators.hpp>
#include <hearsay/system/parallel.hpp>

namespace hearsay::graph {
namespace {

std::vector<std::size_t> degrees(const Graph& g) {
  std::vector<std::size_t> d;
  for (Node v = 0; v < g.nodes(); ++v) d.push_back(g.degree(v));
  return d;
}

template <class F>
Errc code_of(F f) {
  try {
    f();
  } catch (const Error& error) {
    return error.code();
  }
  return Errc{};
}

TEST(Generators, DeterministicFamiliesNumberTheirNodesAsDocumented) {
  EXPECT_EQ(to_string(path(4)), "0-1 1-2 2-3");
  EXPECT_EQ(to_string(ring(4)), "0-1 0-3 1-2 2-3");
  EXPECT_EQ(to_string(star(4)), "0-1 0-2 0-3");
  EXPECT_EQ(to_string(complete(3)), "0-1 0-2 1-2");
  EXPECT_EQ(to_string(grid(2, 3)), "0-1 0-3 1-2 1-4 2-5 3-4 4-5");
  EXPECT_EQ(to_string(hypercube(2)), "0-1 0-2 1-3 2-3");
}

TEST(Generators, TorusJoinsRowMajorNeighborsInBothDirections) {
  const Graph g = torus(3, 5);
  EXPECT_EQ(g.edges(), 30u);
  for (Node r = 0; r < 3; ++r) {
    for (Node c = 0; c < 5; ++c) {
      EXPECT_TRUE(g.adjacent(r * 5 + c, r * 5 + (c + 1) % 5));
      EXPECT_TRUE(g.adjacent(r * 5 + c, (r + 1) % 3 * 5 + c));
    }
  }
}

// The Petersen graph is the strongly regular graph (10, 3, 0, 1): neighbors share none, others exactly one neighbor.
TEST(Generators, PetersenIsStronglyRegular) {
  const Graph g = petersen();
  EXPECT_EQ(degrees(g), std::vector<std::size_t>(10, 3));
  for (Node u = 0; u < 10; ++u) {
    for (Node v = u + 1; v < 10; ++v) {
      int common = 0;
      for (const Node w : g.neighbors(u)) common += g.adjacent(w, v) ? 1 : 0;
      EXPECT_EQ(common, g.adjacent(u, v) ? 0 : 1);
    }
  }
}

TEST(Generators, ErdosRenyiHasTheEdgesOfABinomial) {
  EXPECT_EQ(erdos_renyi(20, 0.0, {1}).edges(), 0u);
  EXPECT_EQ(erdos_renyi(20, 1.0, {1}).edges(), 190u);
  double sum = 0.0;
  constexpr int graphs = 200;
  for (std::uint64_t seed = 1; seed <= graphs; ++seed) sum += static_cast<double>(erdos_renyi(50, 0.1, {seed}).edges());
  const double mean = 1225 * 0.1, deviation = std::sqrt(1225 * 0.1 * 0.9 / graphs);
  EXPECT_NEAR(sum / graphs, mean, 5 * deviation);  // five standard errors, fixed seeds
}

TEST(Generators, GeometricJoinsExactlyThePointsWithinTheRadius) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const double r = 0.05 + 0.07 * static_cast<double>(seed);
    const auto made = geometric(120, r, {seed});
    ASSERT_EQ(made.positions.size(), 120u);
    for (Node u = 0; u < 120; ++u) {
      const auto [x, y] = made.positions[u];
      EXPECT_TRUE(x >= 0 && x < 1 && y >= 0 && y < 1);
      for (Node v = u + 1; v < 120; ++v) {
        EXPECT_EQ(made.graph.adjacent(u, v), std::hypot(x - made.positions[v].x, y - made.positions[v].y) < r);
      }
    }
  }
}

TEST(Generators, BarabasiAlbertGrowsFromACompleteCore) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Graph g = barabasi_albert(60, 3, 5, {seed});
    EXPECT_EQ(g.edges(), 10u + 3u * 55u);
    for (Node u = 0; u < 5; ++u) {
      for (Node v = u + 1; v < 5; ++v) EXPECT_TRUE(g.adjacent(u, v));
    }
    for (Node v = 5; v < 60; ++v) {
      std::size_t older = 0;
      for (const Node w : g.neighbors(v)) older += w < v ? 1 : 0;
      EXPECT_EQ(older, 3u);
    }
    EXPECT_TRUE(connected(g));
  }
  EXPECT_EQ(barabasi_albert(30, 1, 1, {1}).edges(), 29u);
}

// Attachment by degree: the second of the two core nodes and every later leaf compete; with m = 1 and core = 2 the
// third node chooses between degrees 1 and 1, the fourth between its host (degree 2) and two leaves: the host wins with
// probability 1/2.
TEST(Generators, BarabasiAlbertAttachesInProportionToDegrees) {
  int host = 0;
  constexpr int graphs = 2000;
  for (std::uint64_t seed = 1; seed <= graphs; ++seed) {
    const Graph g = barabasi_albert(4, 1, 2, {seed});
    for (Node v = 0; v < 4; ++v) host += g.degree(v) == 3 ? 1 : 0;
  }
  EXPECT_NEAR(host / static_cast<double>(graphs), 0.5, 5 * std::sqrt(0.25 / graphs));
}

TEST(Generators, RegularGraphsExistForEveryAdmissibleDegree) {
  for (std::int64_t n = 2; n <= 12; ++n) {
    for (std::int64_t d = 1; d < n; ++d) {
      if (n * d % 2 == 1) continue;
      EXPECT_EQ(degrees(regular(n, d, {3})),
                std::vector<std::size_t>(static_cast<std::size_t>(n), static_cast<std::size_t>(d)));
    }
  }
}

TEST(Generators, TheSameSeedGivesTheSameGraphOnAnyThreadAndOthersDiffer) {
  const auto make = [](std::uint64_t seed) {
    return to_string(erdos_renyi(40, 0.2, {seed})) + "|" + to_string(geometric(40, 0.2, {seed}).graph) + "|" +
           to_string(barabasi_albert(40, 2, 3, {seed})) + "|" + to_string(regular(40, 3, {seed}));
  };
  constexpr std::size_t seeds = 16;
  std::vector<std::string> serial(seeds), parallel(seeds);
  for (std::size_t s = 0; s < seeds; ++s) serial[s] = make(s);
  parallel_for(seeds, {.jobs = 4}, [&](std::size_t s) { parallel[s] = make(s); });
  EXPECT_EQ(serial, parallel);
  EXPECT_EQ(std::set(serial.begin(), serial.end()).size(), seeds);
}

TEST(Generators, AMillionNodesAreNotTooMany) {
  const auto made = geometric(1'000'000, 0.0008, {1});
  EXPECT_EQ(made.graph.nodes(), 1'000'000u);
  EXPECT_EQ(made.positions.size(), 1'000'000u);
  // Expected edges n^2 pi r^2 / 2 = 1.0053e6 less the border's share, below 1 %; the standard deviation is about 1000.
  EXPECT_NEAR(static_cast<double>(made.graph.edges()), 1.0053e6, 0.01 * 1.0053e6);
}

TEST(Generators, ParametersOutsideTheirDomainAreRefused) {
  for (const auto& f : std::vector<std::function<void()>>{
           [] { (void)path(1); }, [] { (void)ring(2); }, [] { (void)star(1); }, [] { (void)complete(-4); },
           [] { (void)grid(1, 1); }, [] { (void)grid(0, 5); }, [] { (void)torus(2, 5); }, [] { (void)hypercube(0); },
           [] { (void)hypercube(21); }, [] { (void)erdos_renyi(10, 1.5, {1}); },
           [] { (void)erdos_renyi(10, std::nan(""), {1}); }, [] { (void)geometric(10, 0.0, {1}); },
           [] { (void)barabasi_albert(10, 3, 2, {1}); }, [] { (void)barabasi_albert(10, 1, 11, {1}); },
           [] { (void)regular(5, 3, {1}); }, [] { (void)regular(5, 5, {1}); }}) {
    EXPECT_EQ(code_of(f), Errc::domain);
  }
}

TEST(Generators, SizesBeyondTheLimitAreRefusedBeforeAnythingIsAllocated) {
  constexpr std::int64_t huge = 4'000'000'000'000'000'000;
  for (const auto& f : std::vector<std::function<void()>>{
           [] { (void)path(huge); }, [] { (void)complete(100'000); }, [] { (void)grid(huge, huge); },
           [] { (void)erdos_renyi(1'000'000, 0.5, {1}); }, [] { (void)geometric(1'000'000, 0.5, {1}); },
           [] { (void)barabasi_albert(1'000'000, 1000, 1000, {1}); }, [] { (void)regular(1'000'000, 1000, {1}); }}) {
    EXPECT_EQ(code_of(f), Errc::too_large);
  }
}

}  // namespace
}  // namespace hearsay::graph
