// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include <hearsay/accounting/rumor/symmetry.hpp>
#include <hearsay/graph/graph.hpp>

namespace hearsay::accounting {
namespace {

using Pairs = std::vector<std::pair<int, int>>;

// Three honest nodes of a complete world are alike: one source, one pair.
TEST(RumorSources, OfTheCompleteWorldAreAlike) {
  EXPECT_EQ(rumor_sources(rumor_world(5, 2)).size(), 1u);
  EXPECT_EQ(rumor_source_pairs(rumor_world(5, 2)).size(), 1u);
}

// On the path 0-1-2-3 with node 0 curious nothing can be exchanged: all of 1, 2, 3 are sources of their own.
TEST(RumorSources, OfAPathWithACuriousEndAreAllDifferent) {
  const std::vector<graph::Edge> path{{0, 1}, {1, 2}, {2, 3}};
  const auto world = rumor_world(graph::Graph(4, path), std::vector<graph::Node>{0});
  EXPECT_EQ(rumor_sources(world), (std::vector<int>{1, 2, 3}));
  EXPECT_EQ(rumor_source_pairs(world).size(), 6u);
}

TEST(RumorSymmetry, AllRelabellingsOfAVectorHaveOneCanonicalForm) {
  const auto world = rumor_world(4, 1);
  const RumorLaw<double> law(world, 0.5);
  const RumorSymmetry symmetry(law);
  std::vector<RumorSymmetry::Vector> forms;
  for (const int source : {0, 1, 2}) {
    const auto start = law.start(source);
    forms.push_back(RumorSymmetry::apply(symmetry.canonical(start), start));
  }
  EXPECT_EQ(forms[0], forms[1]);
  EXPECT_EQ(forms[0], forms[2]);
}

TEST(RumorSymmetry, ARelabellingMovesMassAndLosesNone) {
  const RumorLaw<double> law(rumor_world(4, 1), 0.5);
  const RumorSymmetry symmetry(law);
  auto vector = law.visits(law.start(0));
  auto moved = RumorSymmetry::apply(symmetry.canonical(vector), vector);
  std::ranges::sort(vector);
  std::ranges::sort(moved);
  EXPECT_EQ(moved, vector);
}

}  // namespace
}  // namespace hearsay::accounting
