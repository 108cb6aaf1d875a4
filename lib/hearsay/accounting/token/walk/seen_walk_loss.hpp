// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <hearsay/accounting/token/walk/gap_buckets.hpp>
#include <hearsay/accounting/token/walk/walk_loss.hpp>

namespace hearsay::accounting {

/// By start and end of the gaps of a SeenWalk: [start * observers + end].
using TargetBuckets = std::vector<std::vector<GapBucket>>;

/// How a SeenWalkLoss is computed.
struct SeenLossSettings {
  int tokens = 1;              ///< that walk independently, each with noise of its own: their losses add up
  double step = 0.0;           ///< of the grid of losses; 0: min(1/50, mu/20)
  double most_products = 2e9;  ///< for each of four laws
};

/// Accountant of a token on a graph for a coalition and any number of steps: as GraphWalkLoss, with gaps of similar
/// lengths in buckets and time in blocks (BlockedTime); both roundings are in the bracket.
class SeenWalkLoss : public WalkLoss {
 public:
  /// @throws Error(Errc::domain) unless mu > 0 is finite, tokens >= 1 and step >= 0; Error(Errc::too_large) as Pld,
  ///         beyond 2^20 losses, or if blocks of time are too long for the walk.
  SeenWalkLoss(const SeenWalk& walk, const TargetBuckets& buckets, OtherData others, double mu,
               const SeenLossSettings& settings = {});
};

}  // namespace hearsay::accounting
