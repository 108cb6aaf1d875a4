// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <hearsay/core/error.hpp>
#include <hearsay/graph/families/generators.hpp>
#include <hearsay/graph/spec.hpp>

#include "tests/error_message.hpp"

namespace hearsay::graph {
namespace {

std::string made(const std::string& spec, std::uint64_t seed = 1) { return to_string(from_spec(spec, {seed}).graph); }

std::string refusal(const std::string& spec) {
  return tests::message_of([&] { (void)from_spec(spec, {1}, "--graph"); });
}

TEST(Spec, EveryFormReachesItsGenerator) {
  EXPECT_EQ(made("path:5"), to_string(path(5)));
  EXPECT_EQ(made("ring:5"), to_string(ring(5)));
  EXPECT_EQ(made("star:5"), to_string(star(5)));
  EXPECT_EQ(made("complete:5"), to_string(complete(5)));
  EXPECT_EQ(made("grid:2x3"), to_string(grid(2, 3)));
  EXPECT_EQ(made("torus:3x4"), to_string(torus(3, 4)));
  EXPECT_EQ(made("hypercube:3"), to_string(hypercube(3)));
  EXPECT_EQ(made("petersen"), to_string(petersen()));
  EXPECT_EQ(made("erdos-renyi:n=30,p=0.2,seed=7"), to_string(erdos_renyi(30, 0.2, {7})));
  EXPECT_EQ(made("geometric:n=30,r=0.2,seed=7"), to_string(geometric(30, 0.2, {7}).graph));
  EXPECT_EQ(made("barabasi-albert:n=30,m=2,core=4,seed=7"), to_string(barabasi_albert(30, 2, 4, {7})));
  EXPECT_EQ(made("regular:n=30,d=4,seed=7"), to_string(regular(30, 4, {7})));
}

TEST(Spec, EdgesAreListed) {
  EXPECT_EQ(made("edges:0-1 1-2 2-3"), to_string(path(4)));
  EXPECT_EQ(made("edges:3-2,0-1, 2-1"), to_string(path(4)));
  EXPECT_EQ(from_spec("edges:0-4", {1}).graph.nodes(), 5u);
  EXPECT_EQ(refusal("edges:0-1 12"), "HS-103 --graph edges:0-1 12: '12' must be U-V, two nodes by number, as in 0-1");
  EXPECT_EQ(refusal("edges:0--1"), "HS-103 --graph edges:0--1: '0--1' must be U-V, two nodes by number, as in 0-1");
  EXPECT_EQ(refusal("edges:1-1"), "HS-103 --graph edges:1-1: '1-1' is a self-loop");
  EXPECT_EQ(refusal("edges:0-1 1-0"), "HS-103 --graph edges:0-1 1-0: the edge 0-1 is given twice");
  EXPECT_EQ(refusal("edges:"), "HS-103 --graph edges:: must be edges:U-V,...");
  EXPECT_EQ(refusal("edges: ,"), "HS-103 --graph edges: ,: lists no edge, such as 0-1");
  EXPECT_THAT(refusal("edges:0-99999999999"), testing::HasSubstr("beyond the limit"));
}

TEST(Spec, WithoutASeedTheCommandsSeedIsTaken) {
  EXPECT_EQ(made("erdos-renyi:p=0.2,n=30", 9), made("erdos-renyi:n=30,p=0.2,seed=9", 1));
  EXPECT_NE(made("erdos-renyi:n=30,p=0.2", 9), made("erdos-renyi:n=30,p=0.2", 8));
}

TEST(Spec, KeepsTheNodesOfAGeometricGraph) { EXPECT_EQ(from_spec("geometric:n=12,r=0.5", {1}).positions.size(), 12u); }

TEST(Spec, RefusalsSayWhatWouldBeRight) {
  EXPECT_EQ(refusal("wheel:5"),
            "HS-105 --graph wheel:5: unknown family 'wheel'; known: path, ring, star, complete, grid, torus, "
            "hypercube, petersen, "
            "erdos-renyi, geometric, barabasi-albert, regular, edges, file");
  EXPECT_EQ(refusal(""),
            "HS-105 --graph : unknown family ''; known: path, ring, star, complete, grid, torus, hypercube, petersen, "
            "erdos-renyi, geometric, barabasi-albert, regular, edges, file");
  EXPECT_EQ(refusal("ring"), "HS-103 --graph ring: must be ring:N");
  EXPECT_EQ(refusal("ring:"), "HS-103 --graph ring:: must be ring:N");
  EXPECT_EQ(refusal("file:"), "HS-103 --graph file:: must be file:PATH");
  EXPECT_EQ(refusal("petersen:10"), "HS-103 --graph petersen:10: must be petersen");
  EXPECT_EQ(refusal("ring:ten"), "HS-103 --graph ring:ten: 'ten' is not a whole number");
  EXPECT_EQ(refusal("ring:5.5"), "HS-103 --graph ring:5.5: '5.5' is not a whole number");
  EXPECT_EQ(refusal("ring:99999999999999999999"),
            "HS-103 --graph ring:99999999999999999999: '99999999999999999999' is not a whole number");
  EXPECT_EQ(refusal("ring:2"), "HS-101 ring: n = 2 must be at least 3");
  EXPECT_EQ(refusal("grid:12"), "HS-103 --graph grid:12: '12' must be ROWSxCOLUMNS, as in 4x5");
  EXPECT_EQ(refusal("grid:3x"), "HS-103 --graph grid:3x: '' is not a whole number");
  EXPECT_EQ(refusal("torus:2x9"), "HS-101 torus: 2x9 must have sides of at least 3");
  EXPECT_EQ(refusal("erdos-renyi:100"), "HS-103 --graph erdos-renyi:100: '100' must be NAME=VALUE, as in n=100");
  EXPECT_EQ(refusal("erdos-renyi:n=100"), "HS-103 --graph erdos-renyi:n=100: parameter 'p' is missing");
  EXPECT_EQ(refusal("erdos-renyi:n=9,p=0.1,q=2"),
            "HS-103 --graph erdos-renyi:n=9,p=0.1,q=2: unknown parameter 'q'; known: n, p[,seed=S]");
  EXPECT_EQ(refusal("erdos-renyi:n=9,n=8,p=1"), "HS-103 --graph erdos-renyi:n=9,n=8,p=1: parameter 'n' is given twice");
  EXPECT_EQ(refusal("erdos-renyi:n=9,p=1.5"), "HS-101 erdos-renyi: p = 1.5 must be in [0, 1]");
  EXPECT_EQ(refusal("erdos-renyi:n=9,p=half"), "HS-103 --graph erdos-renyi:n=9,p=half: 'half' is not a finite number");
  EXPECT_EQ(refusal("regular:n=9,d=4,seed=-1"),
            "HS-103 --graph regular:n=9,d=4,seed=-1: '-1' is not a seed (a whole number, 0 to 2^64 - 1)");
  EXPECT_EQ(refusal("regular:n=9,d=3"),
            "HS-101 regular: n * d = 9 * 3 must be even: the degrees add up to twice the edges");
  EXPECT_EQ(
      refusal("complete:100000"),
      "HS-302 complete: about 4999950000 edges are beyond the limit of 20000000 (2.5 GiB while the graph is built)");
}

TEST(Spec, NodesAreFoundByLabelOrElseByNumber) {
  EXPECT_EQ(find_node("x", ring(5), "4"), 4u);
  for (const auto* label : {"5", "-1", "04x", "", "1.0"})
    EXPECT_THROW((void)find_node("x", ring(5), label), Error) << label;
  const Graph named(2, std::vector<Edge>{{0, 1}}, {"7", "ann"});
  EXPECT_EQ(find_node("x", named, "ann"), 1u);
  EXPECT_EQ(find_node("x", named, "7"), 0u);
  try {
    (void)find_node("--observer", named, "0");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "HS-105 --observer: no node is labelled '0'; labels look like 7, ann");
  }
}

}  // namespace
}  // namespace hearsay::graph
