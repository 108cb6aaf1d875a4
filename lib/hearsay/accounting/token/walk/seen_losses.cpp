// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/token/walk/seen_losses.hpp>

#include <algorithm>
#include <cmath>

#include <hearsay/accounting/token/walk/blocked_time.hpp>
#include <hearsay/core/infinity.hpp>

namespace hearsay::accounting {

namespace {

using divergence::Side;

double end_of(const SeriesEnds& series, std::size_t at, Side side) {
  return side == Side::pessimistic ? series.upper[at] : series.lower[at];
}

/// Calls visit(start, end, hidden, length) for all gaps that end within the steps.
template <class Visit>
void each_gap(const SeenWalk& walk, Visit visit) {
  for (std::size_t start = 0; start <= walk.size(); ++start)
    for (std::size_t end = 0; end < walk.size(); ++end)
      for (std::int64_t m = start == 0 ? 1 : 0; SeenWalk::length(start, m) <= walk.steps; ++m)
        visit(start, end, static_cast<std::size_t>(m), SeenWalk::length(start, m));
}

double limit_end(const SeenWalk& walk, const TargetMoments& moments, Side side) {
  double sum = 0.0;
  each_gap(walk, [&](std::size_t start, std::size_t end, std::size_t m, std::int64_t length) {
    // The uniform law is stationary: an observer holds the token at each of steps + 1 times with probability 1/n.
    const double often = start == 0 ? 1.0 : static_cast<double>(walk.steps - length + 1) / walk.nodes();
    sum += often * end_of(moments[start * walk.size() + end].limit, m, side);
  });
  const auto steps = static_cast<double>(walk.steps);
  const double slack =
      (steps + 4.0) * (walk.deviation + 2.0 * static_cast<double>((walk.size() + 1) * walk.size() + 1) * 0x1p-53);
  return sum * (side == Side::pessimistic ? 1.0 + slack : 1.0 - slack);
}

/// What is told, by block, and what the gaps add.
struct BlockedExcess {
  BlockedGaps<double> told;
  std::vector<double> added;  ///< [block * ends + start]: of later gaps of at most so many blocks
  double first = 0.0;
};

BlockedExcess blocked_excess(const SeenWalk& walk, const TargetMoments& moments, const BlockedTime& time) {
  const std::size_t ends = walk.size();
  BlockedExcess blocked{BlockedGaps<double>(time.count, ends),
                        std::vector<double>((static_cast<std::size_t>(time.count) + 1) * ends, 0.0), 0.0};
  each_gap(walk, [&](std::size_t start, std::size_t end, std::size_t m, std::int64_t length) {
    const double excess = end_of(moments[start * ends + end].excess, m, time.side);
    const double told = excess + outward(walk, walk.gaps.from[start].at[end][m], length, time.side);
    if (start == 0) blocked.first += excess;
    const auto rounded = time.blocks(start, length);
    if (!rounded) return;
    const auto b = static_cast<std::size_t>(*rounded);
    if (start == 0) {
      blocked.told.first[b * ends + end] += told;
    } else {
      blocked.told.later[(b * ends + start - 1) * ends + end] += told;
      blocked.added[b * ends + start - 1] += excess;
    }
  });
  for (std::size_t i = ends; i < blocked.added.size(); ++i) blocked.added[i] += blocked.added[i - ends];
  return blocked;
}

/// Whether gaps of no block add up: (I - told_0)^-1 exists and is not negative, tested by row sums.
bool adds_up(const BlockedGaps<double>& told) {
  for (std::size_t v = 0; v < told.ends; ++v) {
    double row = 0.0;
    for (std::size_t w = 0; w < told.ends; ++w) row += told.later[v * told.ends + w];
    if (!(row < 1.0)) return false;
  }
  return true;
}

double moment_end(const SeenWalk& walk, const TargetMoments& moments, const BlockedTime& time) {
  const std::size_t ends = walk.size();
  const auto blocked = blocked_excess(walk, moments, time);
  if (!adds_up(blocked.told)) return time.pessimistic() ? infinity : 0.0;
  const double begins = (1.0 / walk.nodes()) * (1.0 + (time.pessimistic() ? 1e-15 : -1e-15));
  const auto last = std::min(time.count, time.longest / time.block + 1);
  const auto told = renewal<double>(blocked.told, begins, last);
  double sum = blocked.first;
  for (std::int64_t b = 0; b <= time.count; ++b)
    for (std::size_t v = 0; v < ends; ++v) {
      const double added = blocked.added[static_cast<std::size_t>(time.count - b) * ends + v];
      if (added != 0.0) sum += told[static_cast<std::size_t>(b) * ends + v] * added;
    }
  if (std::isnan(sum)) return time.pessimistic() ? infinity : 0.0;
  // Sums of not negative numbers, one after the other; each of at most last * ends + 8 terms.
  const double slack = 1.01 * 0x1p-53 * static_cast<double>(time.count + 2) *
                       (static_cast<double>(last) * static_cast<double>(ends) + 8.0);
  return sum * (time.pessimistic() ? 1.0 + slack : std::max(0.0, 1.0 - slack));
}

Bracket between(double lower, double upper) {
  if (!std::isfinite(upper)) return {std::isfinite(lower) ? lower : 0.0, infinity, infinity};
  lower = std::min(lower, upper);
  return {lower, 0.5 * (lower + upper), upper};
}

}  // namespace

Bracket seen_walk_limit(const SeenWalk& walk, const TargetMoments& moments) {
  return between(limit_end(walk, moments, Side::optimistic), limit_end(walk, moments, Side::pessimistic));
}

Bracket seen_walk_moment(const SeenWalk& walk, const TargetMoments& moments, double most_products) {
  const auto end = [&](Side side) { return moment_end(walk, moments, blocked_time(walk, side, most_products)); };
  return between(end(Side::optimistic), end(Side::pessimistic));
}

}  // namespace hearsay::accounting
