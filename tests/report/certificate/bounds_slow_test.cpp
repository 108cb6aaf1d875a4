// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>

#include <hearsay/accounting/gossip/losses.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/graph/families/generators.hpp>
#include <hearsay/random/stream.hpp>
#include <hearsay/report/certificate/rounded_view.hpp>
#include <hearsay/report/certificate/view.hpp>

namespace hearsay::report {
namespace {

double number(const std::string& fraction) { return exact::to_double(*exact::parse_fraction(fraction)); }

/// A connected graph on 3 to 9 nodes, who watches whom, and for how long.
struct Instance {
  explicit Instance(std::uint64_t seed) {
    random::Stream stream(random::Seed{seed}, random::Purpose::graph, 7);
    const auto n = 3 + static_cast<graph::Node>(stream.below(7));
    std::vector<graph::Edge> edges;
    for (graph::Node v = 1; v < n; ++v) edges.emplace_back(static_cast<graph::Node>(stream.below(v)), v);
    for (graph::Node u = 0; u < n; ++u) {
      for (graph::Node v = u + 1; v < n; ++v) {
        if (stream.below(4) == 0) edges.emplace_back(u, v);
      }
    }
    graph = graph::Graph(n, edges);
    weights = stream.below(2) == 0 ? graph::Weights::metropolis : graph::Weights::min_degree;
    steps = 1 + static_cast<int>(stream.below(6));
    observers = {static_cast<graph::Node>(stream.below(n))};
    target = static_cast<graph::Node>((observers[0] + 1 + stream.below(n - 1)) % n);
    own_noise = stream.below(2) == 0;
  }
  graph::Graph graph{0, {}};
  graph::Weights weights = graph::Weights::metropolis;
  int steps = 1;
  std::vector<graph::Node> observers;
  graph::Node target = 0;
  bool own_noise = false;
};

// What a certificate proves encloses what the library computes in another way, in fractions and rounded.
TEST(Bounds, EncloseTheLibrarysLossOnAThousandInstances) {
  int with_upper = 0, tight = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const Instance x(seed);
    const auto losses =
        accounting::gossip_losses(graph::gossip_matrix(x.graph, x.weights), x.observers, x.steps, {.jobs = 1});
    const double value = x.own_noise ? losses.exact_own_noise(x.target) : losses.exact(x.target);
    const auto instance = gossip_instance(x.graph, x.weights, x.steps, x.observers, x.own_noise);
    const auto exact = loss_bounds(instance, std::vector{x.target}).front();
    EXPECT_EQ(exact.proves.lower, exact.proves.upper);
    EXPECT_NEAR(number(exact.proves.lower), value, 1e-9) << seed;

    const auto rounded = rounded_loss_bounds(instance, std::vector{x.target}).front();
    const double lower = number(rounded.proves.lower);
    EXPECT_LE(*exact::parse_fraction(rounded.proves.lower), *exact::parse_fraction(exact.proves.lower)) << seed;
    tight += lower > value - 1e-9 ? 1 : 0;
    if (rounded.proves.upper.empty()) continue;
    ++with_upper;
    EXPECT_GE(*exact::parse_fraction(rounded.proves.upper), *exact::parse_fraction(exact.proves.upper)) << seed;
    EXPECT_LE(number(rounded.proves.upper), value + 1e-6) << seed;
  }
  EXPECT_GT(tight, 990);
  EXPECT_GT(with_upper, 300);
}

}  // namespace
}  // namespace hearsay::report
