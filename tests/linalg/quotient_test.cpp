// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <vector>

#include <hearsay/accounting/gossip/view.hpp>
#include <hearsay/core/decompositions.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/linalg/quotient.hpp>

#include "tests/graphs.hpp"

namespace hearsay::linalg {
namespace {

using graph::Node;
using testing::metropolis;
using Starts = std::vector<Node>;

// Two leaves of a star are twins; a sender among them is singled out.
TEST(EquitableQuotient, MergesTwinsButNotSenders) {
  const auto w = metropolis(testing::star(6));
  const auto quotient = equitable_quotient(w, Starts{0});
  ASSERT_TRUE(quotient);
  EXPECT_EQ(quotient->cells.cols(), 2);
  const auto two_senders = equitable_quotient(w, Starts{1, 2});
  ASSERT_TRUE(two_senders);
  EXPECT_EQ(two_senders->cells.cols(), 4);  // two senders, the hub, the other leaves
  EXPECT_FALSE(equitable_quotient(metropolis(testing::path(5)), Starts{0}));
}

// W maps vectors that are constant on cells to such vectors, by the quotient matrix.
TEST(EquitableQuotient, IsInvariantUnderW) {
  for (const auto& graph :
       {testing::hypercube(5), testing::barbell(6, 5), testing::grid(7, 7), testing::random_tree(40, 3)}) {
    const auto w = metropolis(graph);
    const auto quotient = equitable_quotient(w, Starts{0});
    ASSERT_TRUE(quotient);
    EXPECT_LT(quotient->cells.cols(), w.cols());
    const Eigen::MatrixXd difference =
        Eigen::MatrixXd(w * quotient->cells) - Eigen::MatrixXd(quotient->cells) * Eigen::MatrixXd(quotient->matrix);
    EXPECT_LE(difference.cwiseAbs().maxCoeff(), 1e-14);
  }
}

TEST(EquitableQuotient, EndsWhenAsked) {
  int asked = 0;
  const auto stop = [&] { return ++asked == 3; };
  EXPECT_THROW((void)equitable_quotient(metropolis(testing::path(40)), Starts{0}, stop), Interrupted);
  EXPECT_EQ(asked, 3);
}

}  // namespace
}  // namespace hearsay::linalg
