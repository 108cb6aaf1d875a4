// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/token/walk/blocked_time.hpp>

#include <algorithm>
#include <cmath>

namespace hearsay::accounting {

namespace {

/// Of having no reading for so long, after a reading: negligible beside what rounding gives.
constexpr double negligible_wait = 1e-13;

}  // namespace

std::optional<std::int64_t> BlockedTime::blocks(std::size_t start, std::int64_t length) const {
  const bool later = start > 0 && length > longest;
  if (later && !pessimistic()) return std::nullopt;
  const auto steps = later ? longest : length;
  const auto rounded = pessimistic() ? steps / block : (steps + block - 1) / block;
  if (rounded > count) return std::nullopt;
  return rounded;
}

double BlockedTime::no_later(const SeenWalk& walk, std::size_t start, std::int64_t blocks_left) const {
  // Steps in which no reading may follow.
  auto wait = pessimistic() ? (blocks_left + 1) * block - 1 : blocks_left * block;
  if (start > 0) {
    if (pessimistic() && blocks_left >= longest / block) return 0.0;
    wait = std::min(wait, longest);
    if (wait == 0) return 1.0;
    --wait;  // index: hidden steps
  }
  wait = std::min(wait, walk.steps);
  return outward(walk, walk.gaps.from[start].alive[static_cast<std::size_t>(wait)], wait, side);
}

BlockedTime blocked_time(const SeenWalk& walk, divergence::Side side, double most_products) {
  std::int64_t longest = walk.steps;
  for (std::int64_t m = 0; m < walk.steps; ++m) {
    bool over = true;
    for (std::size_t v = 1; v <= walk.size(); ++v)
      over = over && walk.gaps.from[v].alive[static_cast<std::size_t>(m)] <= negligible_wait;
    if (!over) continue;
    longest = m + 1;
    break;
  }
  const auto ends = static_cast<double>(walk.size());
  const double products = static_cast<double>(walk.steps) * static_cast<double>(longest) * ends * ends;
  const auto block = static_cast<std::int64_t>(std::ceil(std::sqrt(products / most_products)));
  BlockedTime time{.side = side, .block = std::max<std::int64_t>(block, 1), .count = 1, .longest = longest};
  time.count = walk.steps / time.block;
  return time;
}

double outward(const SeenWalk& walk, double probability, std::int64_t t, divergence::Side side) {
  const double slack = walk.gaps.per_step * static_cast<double>(t + 4);
  return probability * (side == divergence::Side::pessimistic ? 1.0 + slack : 1.0 - slack);
}

}  // namespace hearsay::accounting
