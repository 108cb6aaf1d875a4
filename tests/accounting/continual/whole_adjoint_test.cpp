// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/continual/whole_adjoint.hpp>

#include <gtest/gtest.h>

#include <hearsay/graph/weights.hpp>
#include "tests/graphs.hpp"

namespace hearsay::accounting {
namespace {

using exact::Rational;

/// Square wave of half-period `half`.
std::vector<Rational> square_wave(std::size_t half) {
  std::vector<Rational> stream(2 * half, 1);
  for (std::size_t t = half; t < stream.size(); ++t) stream[t] = -1;
  return stream;
}

// The path 3-0-1-2 in the order of the test graph: 0-1-2-3, seen from 1, leaf 0.
TEST(WholeAdjoint, KeepsTheRecursionAndShowsEnough) {
  const auto w = linalg::exact_entries(graph::gossip_matrix(testing::path(4), graph::Weights::metropolis));
  const StreamWatch watch{.seen = {1}, .known = {}};
  const auto stream = square_wave(9);
  const auto best = periodic_adjoint(w, watch, 0, stream, false);
  const Rational least(51, 200);
  const auto whole = in_whole_numbers(w, watch, 0, stream, best, least);
  EXPECT_GE(whole.rate, least);
  EXPECT_LE(whole.rate, best.rate);
  Rational signal = 0, noise = 0;
  for (std::size_t t = 0; t < stream.size(); ++t) {
    const auto& now = whole.blocks[t];
    const auto& next = whole.blocks[(t + 1) % stream.size()];
    for (graph::Node v = 0; v < 4; ++v) {
      EXPECT_EQ(denominator(now[v]), 1);
      EXPECT_LE(abs(now[v]), 100);
      noise += now[v] * now[v];
      Rational after = 0;
      for (const auto& [u, value] : w.rows[v]) after += value * next[u];
      if (v != 1) EXPECT_EQ(now[v], after);
    }
    signal += stream[t] * now[0];
  }
  EXPECT_EQ(whole.rate, Rational(signal * signal / (noise * 18)));
}

TEST(WholeAdjoint, LeavesSeveralObserversAlone) {
  const auto w = linalg::exact_entries(graph::gossip_matrix(testing::path(4), graph::Weights::metropolis));
  const StreamWatch watch{.seen = {1, 2}, .known = {}};
  const std::vector<Rational> stream = {1};
  const auto best = periodic_adjoint(w, watch, 0, stream, false);
  EXPECT_EQ(in_whole_numbers(w, watch, 0, stream, best, best.rate).blocks, best.blocks);
}

}  // namespace
}  // namespace hearsay::accounting
