// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>

#include <hearsay/core/error.hpp>
#include <hearsay/graph/layout.hpp>

namespace hearsay::graph {
namespace {

double between(const Point& a, const Point& b) { return std::hypot(a.x - b.x, a.y - b.y); }

TEST(Layout, DrawsNeighborsNearAndStrangersFar) {
  const auto graph = ring(30);
  const auto points = spring_layout(graph, {1});
  double adjacent = 0.0, opposite = 0.0;
  for (Node v = 0; v < 30; ++v) {
    adjacent += between(points[v], points[(v + 1) % 30]);
    opposite += between(points[v], points[(v + 15) % 30]);
  }
  EXPECT_GT(adjacent, 0.0);
  EXPECT_LT(3.0 * adjacent, opposite);
}

TEST(Layout, DependsOnTheSeedAlone) {
  const auto graph = grid(5, 6);
  const auto once = spring_layout(graph, {7}), again = spring_layout(graph, {7}), other = spring_layout(graph, {8});
  EXPECT_EQ(once.front().x, again.front().x);
  EXPECT_EQ(once.back().y, again.back().y);
  EXPECT_NE(once.front().x, other.front().x);
  EXPECT_NE(once.front().x, once.front().y);
}

TEST(Layout, RefusesWhatNoPictureCanShow) { EXPECT_THROW((void)spring_layout(path(5001), {1}), Error); }

}  // namespace
}  // namespace hearsay::graph
