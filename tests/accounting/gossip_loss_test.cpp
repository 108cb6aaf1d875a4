#include <gtest/gtest.h>

#include <array>
#include <vector>

#include <hearsay/accounting/gossip_loss.hpp>
#include <hearsay/accounting/gossip_view.hpp>

namespace hearsay::accounting {
namespace {

using graph::Edge;
using graph::Graph;
using graph::Node;
using graph::Weights;

Graph path(Node n) {
  std::vector<Edge> edges;
  for (Node v = 0; v + 1 < n; ++v) edges.emplace_back(v, v + 1);
  return {n, edges};
}

// Worked by hand: the view of node 0 is e_1 and (1/3, 1/3, 1/3); the projection of e_2 on their span is 1/2, and without
// column 0 the view is e_1 and (1/3, 1/3), which spans everything.
TEST(GossipLoss, OfTheThreePathIsAThirdByTheFormulaAHalfExactlyAndOneWithOwnNoise) {
  const auto w = gossip_matrix(path(3), Weights::metropolis);
  for (const auto& losses : {gossip_losses(w, std::array<Node, 1>{0}, 2), view_losses(gossip_view(w, std::array<Node, 1>{0}, 2), std::array<Node, 1>{0})}) {
    EXPECT_NEAR(losses.published(2), 1.0 / 3.0, 1e-15);
    EXPECT_NEAR(losses.exact(2), 0.5, 1e-15);
    EXPECT_NEAR(losses.exact_own_noise(2), 1.0, 1e-15);
    EXPECT_EQ(losses.messages, 2);
    EXPECT_EQ(losses.rank, 2);
    EXPECT_EQ(losses.rank_own_noise, 2);
  }
}

}  // namespace
}  // namespace hearsay::accounting
