// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include <hearsay/linalg/rational_matrix.hpp>

#include "tests/accounting/gossip/exact_oracle.hpp"
#include "tests/error_message.hpp"
#include "tests/graphs.hpp"
#include "tests/rational_views.hpp"

namespace hearsay::linalg {
namespace {

using testing::dense;
using testing::sparse;
using ::testing::StartsWith;

TEST(ExactEntries, AreTheFractionsOfTheGraph) {
  for (const auto& graph : {testing::star(6), testing::grid(3, 4), testing::petersen(), testing::random_tree(20, 3)}) {
    for (const auto weights : {graph::Weights::metropolis, graph::Weights::min_degree}) {
      EXPECT_EQ(dense(exact_entries(gossip_matrix(graph, weights))), props::oracle::rational_matrix(graph, weights));
    }
  }
}

// 0.1 + 0.2 + 0.7 is 1 though their doubles are not; sqrt(2) - 1 is no fraction, and a row of 0.5s does not sum to 1.
TEST(ExactEntries, KeepsWhatIsNoFraction) {
  const double root = std::sqrt(2.0) - 1.0;
  const auto w = dense(exact_entries(sparse({{0.1, 0.2, 0.7}, {root, 0.0, 0.5}, {-1.0 / 3.0, 0.5, 0.5}})));
  EXPECT_EQ(w[0], (props::oracle::Row{Rational(1, 10), Rational(2, 10), Rational(7, 10)}));
  EXPECT_EQ(w[1], (props::oracle::Row{Rational(static_cast<std::int64_t>(std::ldexp(root, 54)), std::int64_t{1} << 54),
                                      0, Rational(1, 2)}));
  EXPECT_EQ(w[2], (props::oracle::Row{Rational(-1, 3), Rational(1, 2), Rational(1, 2)}));
}

// The diagonal of a row that sums to 1 is what the rest leaves, even where it is no small fraction itself: 1 - 1/4093 -
// 1/4091.
TEST(ExactEntries, RowsSumToOneExactly) {
  const double a = 1.0 / 4093.0, b = 1.0 / 4091.0;
  const auto w = dense(exact_entries(sparse({{1.0 - a - b, a, b}, {a, 1.0 - a, 0.0}, {b, 0.0, 1.0 - b}})));
  EXPECT_EQ(w[0][0], 1 - Rational(1, 4093) - Rational(1, 4091));
}

TEST(ExactEntries, RefusesWhatIsNoSquareMatrixOfNumbers) {
  EXPECT_THAT(tests::message_of([] { (void)exact_entries(sparse({{1.0, 0.0}})); }), StartsWith("HS-102"));
  EXPECT_THAT(tests::message_of([] { (void)exact_entries(sparse({{std::nan("")}})); }), StartsWith("HS-101"));
}

}  // namespace
}  // namespace hearsay::linalg
