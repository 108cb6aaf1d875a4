// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <hearsay/accounting/token/walk/gap_moments.hpp>
#include <hearsay/core/bracket.hpp>

namespace hearsay::accounting {

/// By start and end of the gaps of a SeenWalk: [start * observers + end].
using TargetMoments = std::vector<GapMoments>;

/// Renyi divergence of order alpha over alpha mu^2 / 2 as mu -> 0, as graph_walk_limit: sum over gaps of
/// E[k | gap]^2 / hidden, by the expected number of such gaps. @complexity O(observers^2 steps).
[[nodiscard]] Bracket seen_walk_limit(const SeenWalk& walk, const TargetMoments& moments);

/// E_Q (P/Q)^a of all readings, minus 1, as a sum over the last gap that tells something: sum of (what is told before)
/// times GapMoments::excess. The Renyi divergence of order a is ln(1 + this) / (a - 1). Time is in blocks
/// (BlockedTime), of one step where that is affordable; the bracket is infinite above the largest double.
/// @complexity O(observers^2 steps) and at most `most_products` products.
[[nodiscard]] Bracket seen_walk_moment(const SeenWalk& walk, const TargetMoments& moments, double most_products = 1e9);

}  // namespace hearsay::accounting
