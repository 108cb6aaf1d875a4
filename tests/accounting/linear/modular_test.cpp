// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/linear/modular.hpp>

#include <gtest/gtest.h>

#include "tests/accounting/linear/naive.hpp"

namespace hearsay::accounting {
namespace {

// Ranks modulo the prime are the ranks in fractions, for the noise alone and with each input's column beside it.
TEST(ModularView, RanksAreThoseOfTheDefinition) {
  testing::RandomProtocols random(8);
  int deficient = 0, out = 0;
  for (int i = 0; i < 200; ++i) {
    const auto protocol = random.next();
    const testing::Naive naive(protocol);
    const auto a = naive.signal(), b = naive.noise();
    std::vector<Change> changes;
    for (std::size_t j = 0; j < protocol.nodes * protocol.injections(); ++j)
      changes.push_back({{j, exact::Rational(1)}});
    const auto view = modular_view(protocol, changes, {.jobs = 1});
    const auto rank = props::oracle::rank(b);
    EXPECT_EQ(view.rank, rank) << i;
    EXPECT_EQ(view.rows.size(), rank);
    testing::Matrix kept;
    for (const auto row : view.rows) kept.push_back(b[row]);
    EXPECT_EQ(props::oracle::rank(kept), rank) << i;
    deficient += rank < a.size() ? 1 : 0;
    for (std::size_t j = 0; j < changes.size(); ++j) {
      auto both = b;
      for (std::size_t row = 0; row < both.size(); ++row) both[row].push_back(a[row][j]);
      EXPECT_EQ(view.in_range[j] != 0, props::oracle::rank(both) == rank) << i;
      out += view.in_range[j] == 0 ? 1 : 0;
    }
    if (rank == a.size()) EXPECT_TRUE(view.proved && view.range_proved) << i;
  }
  EXPECT_GT(deficient, 20);
  EXPECT_GT(out, 20);
}

}  // namespace
}  // namespace hearsay::accounting
