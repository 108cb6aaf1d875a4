// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <vector>

#include <hearsay/accounting/gossip/view_rank.hpp>
#include <hearsay/linalg/null_space.hpp>

#include "tests/graphs.hpp"
#include "tests/primes.hpp"
#include "tests/rational_views.hpp"

namespace hearsay::linalg {
namespace {

using graph::Graph;
using graph::Node;
using testing::dense;
using testing::metropolis;
using tests::primes;
using Starts = std::vector<Node>;

/// The path 2-0-1-5-4-3.
Graph odd_path() { return {6, std::vector<graph::Edge>{{2, 0}, {0, 1}, {1, 5}, {5, 4}, {4, 3}}}; }

TEST(NullSpace, IsCheckedNotGuessed) {
  const auto w = exact_entries(metropolis(odd_path()));
  const auto found = null_space(w, Starts{0}, {}, primes);
  ASSERT_TRUE(found);
  ASSERT_EQ(found->size(), 1);
  // W-invariant and 0 at the start.
  const auto z = found->front();
  const auto image = props::oracle::multiply(dense(w), [&] {
    props::oracle::Matrix column;
    for (const auto& entry : z) column.push_back({entry});
    return column;
  }());
  EXPECT_EQ(z[0], 0);
  for (Node u = 0; u < 6; ++u) {
    for (Node v = 0; v < 6; ++v) EXPECT_EQ(image[u][0] * z[v], image[v][0] * z[u]);
  }
  EXPECT_FALSE(null_space(w, Starts{0}, {}, {}));
}

}  // namespace
}  // namespace hearsay::linalg
