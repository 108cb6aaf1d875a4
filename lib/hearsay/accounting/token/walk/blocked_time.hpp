// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <hearsay/accounting/token/walk/seen_walk.hpp>
#include <hearsay/divergence/tilted_law.hpp>

namespace hearsay::accounting {

/// Time in blocks of several steps. With every gap's length rounded down, at least as many gaps end within the steps of
/// the walk, and a prefix of the readings tells at most what all of them tell: an upper bound. Rounded up: a lower one.
/// With blocks of one step both are exact.
struct BlockedTime {
  divergence::Side side = divergence::Side::pessimistic;
  std::int64_t block = 1;    ///< steps
  std::int64_t count = 1;    ///< whole blocks within the steps of the walk
  std::int64_t longest = 1;  ///< longer gaps after an observer's turn count as this long, or as never ending

  [[nodiscard]] bool pessimistic() const { return side == divergence::Side::pessimistic; }
  /// Blocks that a gap of so many steps takes; none if it is not to be counted.
  [[nodiscard]] std::optional<std::int64_t> blocks(std::size_t start, std::int64_t length) const;
  /// At least (or at most) the probability that no reading follows in the remaining blocks.
  [[nodiscard]] double no_later(const SeenWalk& walk, std::size_t start, std::int64_t blocks_left) const;
};

/// Blocks as short as a renewal() of at most `most_products` products allows.
[[nodiscard]] BlockedTime blocked_time(const SeenWalk& walk, divergence::Side side, double most_products);

/// At least (or at most) a probability of `walk` that belongs to time t.
[[nodiscard]] double outward(const SeenWalk& walk, double probability, std::int64_t t, divergence::Side side);

/// Numbers by block and end, of gaps from the start, and by block, start and end, of later gaps.
template <class Number>
struct BlockedGaps {
  std::size_t ends = 1;
  std::vector<Number> first;  ///< [block * ends + end]
  std::vector<Number> later;  ///< [(block * ends + start) * ends + end]

  BlockedGaps(std::int64_t blocks, std::size_t observers)
      : ends(observers),
        first((static_cast<std::size_t>(blocks) + 1) * observers, Number(0.0)),
        later((static_cast<std::size_t>(blocks) + 1) * observers * observers, Number(0.0)) {}
};

/// [block * ends + end]: sum over all ways in which this observer holds the token at this block of the product of
/// the gaps' numbers. Gaps of no block are summed by solving a linear system.
/// @param begins  of the observer's holding the token at the start, each.
/// @param last  the last block with a later gap.
/// @complexity O(blocks last ends^2).
template <class Number>
[[nodiscard]] std::vector<Number> renewal(const BlockedGaps<Number>& gaps, const Number& begins, std::int64_t last) {
  const std::size_t ends = gaps.ends, count = gaps.first.size() / ends;
  // Columns of (I - later_0)^-1, by elimination; diagonally dominant where it exists.
  std::vector<Number> matrix(ends * ends), inverse(ends * ends, Number(0.0));
  for (std::size_t i = 0; i < ends * ends; ++i) matrix[i] = Number(i % (ends + 1) == 0 ? 1.0 : 0.0) - gaps.later[i];
  for (std::size_t i = 0; i < ends; ++i) inverse[i * ends + i] = Number(1.0);
  for (std::size_t p = 0; p < ends; ++p) {
    const Number pivot = Number(1.0) / matrix[p * ends + p];
    for (std::size_t j = 0; j < ends; ++j) {
      matrix[p * ends + j] = matrix[p * ends + j] * pivot;
      inverse[p * ends + j] = inverse[p * ends + j] * pivot;
    }
    for (std::size_t i = 0; i < ends; ++i) {
      if (i == p) continue;
      const Number factor = matrix[i * ends + p];
      for (std::size_t j = 0; j < ends; ++j) {
        matrix[i * ends + j] = matrix[i * ends + j] - factor * matrix[p * ends + j];
        inverse[i * ends + j] = inverse[i * ends + j] - factor * inverse[p * ends + j];
      }
    }
  }
  std::vector<Number> held(count * ends), inflow(ends);
  for (std::size_t b = 0; b < count; ++b) {
    for (std::size_t w = 0; w < ends; ++w) {
      inflow[w] = gaps.first[b * ends + w];
      if (b == 0) inflow[w] += begins;
    }
    const std::size_t reach = std::min(b, static_cast<std::size_t>(last));
    for (std::size_t r = 1; r <= reach; ++r)
      for (std::size_t v = 0; v < ends; ++v)
        for (std::size_t w = 0; w < ends; ++w)
          inflow[w] += held[(b - r) * ends + v] * gaps.later[(r * ends + v) * ends + w];
    for (std::size_t w = 0; w < ends; ++w) {
      held[b * ends + w] = Number(0.0);
      for (std::size_t v = 0; v < ends; ++v) held[b * ends + w] += inflow[v] * inverse[v * ends + w];
    }
  }
  return held;
}

}  // namespace hearsay::accounting
