// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <string>

#include <fmt/format.h>
#include <hearsay/accounting/continual/system.hpp>

#include "tests/error_message.hpp"
#include "tests/graphs.hpp"

namespace hearsay::accounting {
namespace {

using graph::Node;
using graph::Weights;
using testing::path;
using testing::ring;

TEST(ContinualSystem, RefusesWhatItsBoundsDoNotCover) {
  const auto w = graph::gossip_matrix(path(3), Weights::metropolis);
  const auto refusal = [](const graph::GossipMatrix& matrix, const ContinualView& view) {
    return tests::message_of([&] { (void)ContinualSystem(matrix, view); });
  };
  EXPECT_EQ(refusal(graph::GossipMatrix(2, 3), {{0}, {}, 1, true}),
            "HS-102 ContinualSystem: W is 2 x 3, must be square");
  graph::GossipMatrix skew(2, 2);
  skew.insert(0, 1) = 0.5;
  EXPECT_EQ(refusal(skew, {{0}, {}, 1, true}), "HS-102 ContinualSystem: W must be symmetric");
  EXPECT_EQ(refusal(graph::GossipMatrix(w * 1.5), {{0}, {}, 1, true}),
            "HS-101 ContinualSystem: the absolute weights of row 0 of W sum to 1.5, at most 1 is allowed");
  EXPECT_EQ(refusal(w, {{}, {}, 1, true}), "HS-101 ContinualSystem: there must be at least one observed node");
  EXPECT_EQ(refusal(w, {{3}, {}, 1, true}), "HS-101 ContinualSystem: observed node 3 is not in 0 .. 2");
  EXPECT_EQ(refusal(w, {{0, 0}, {}, 1, true}), "HS-101 ContinualSystem: observed node 0 is given twice");
  EXPECT_EQ(refusal(w, {{1}, {3}, 1, true}), "HS-101 ContinualSystem: known-noise node 3 is not in 0 .. 2");
  EXPECT_EQ(refusal(w, {{0}, {}, 0, true}),
            "HS-101 ContinualSystem: steps per round = 0 must be between 1 and 1000000");
}

// Node 0 of the path is known to whoever sees its neighbor 1 at every step; node 2 hears from 1 as well; node 1 hears
// from both ends.
TEST(ContinualSystem, RefusesKnownNoiseWhoseStateIsNotKnown) {
  const auto w = graph::gossip_matrix(path(3), Weights::metropolis);
  const auto refusal = [&](const ContinualView& view) {
    return tests::message_of([&] { (void)ContinualSystem(w, view); });
  };
  const std::string unknown =
      "HS-203 ContinualSystem: the noise of node {} is known but its state is not: observe it, or all its neighbors "
      "at every step";
  for (const Node end : {0u, 2u}) EXPECT_EQ(refusal({{end}, {1}, 1, true}), fmt::format(fmt::runtime(unknown), 1));
  EXPECT_EQ(refusal({{1}, {0}, 3, false}), fmt::format(fmt::runtime(unknown), 0));
  EXPECT_NO_THROW((void)ContinualSystem(w, {{1}, {0}, 3, true}));
  EXPECT_NO_THROW((void)ContinualSystem(w, {{1}, {0}, 1, false}));
}

// Of all steps of one round on a large ring, the later ones add directions below rounding.
TEST(ContinualSystem, RefusesStepsWhoseDirectionsRoundingHides) {
  const auto w = graph::gossip_matrix(ring(1000), Weights::metropolis);
  EXPECT_EQ(tests::message_of([&] {
              (void)ContinualSystem(w, {{0}, {}, 1'000'000, true});
            }),
            "HS-301 ContinualSystem: rounding hides whether an observed state is a combination of others; use fewer "
            "steps per round");
}

}  // namespace
}  // namespace hearsay::accounting
