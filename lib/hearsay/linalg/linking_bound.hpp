// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <hearsay/linalg/rational_matrix.hpp>
#include <hearsay/system/progress.hpp>

namespace hearsay::linalg {

/// Upper bounds of ranks that follow from where W is not 0.
struct LinkingBounds {
  std::vector<std::int64_t> by_step;  ///< of K_1, ..., K_steps
  std::int64_t with_more = 0;         ///< of the span of K_steps and the unit vectors of `more`
};

/// Bounds of the ranks of K_t = span{e_v^T W^s : v in starts, s < t}. An entry of a message is a sum over walks
/// (v, s) -> (x_1, s - 1) -> ... -> (u, 0) along entries of W that are not 0. If c nodes (x, s) meet all these walks,
/// the messages are combinations of c vectors. The least c is the largest number of walks from different messages that
/// share no node (x, s), which is found by augmenting walks.
/// @param starts  distinct nodes.
/// @param more    distinct nodes that are no starts.
/// @param stop    asked before every step.
/// @throws Error(Errc::shape) if a start or one of `more` is no node; Interrupted.
/// @complexity O(rank * steps * entries of w) at worst; in practice a few times steps * entries of w. 40 bytes for each
/// node and step.
/// @cite poljak1990generic
[[nodiscard]] LinkingBounds linking_bounds(const RationalMatrix& w, std::span<const Index> starts,
                                           std::span<const Index> more, int steps, const Stop& stop = {});

/// The same where only the first so many messages of a start count: bounds of the ranks of span{e_v^T W^s : s < t, s <
/// sent of v}.
/// @param sent  by start.
[[nodiscard]] LinkingBounds linking_bounds(const RationalMatrix& w, std::span<const Index> starts,
                                           std::span<const int> sent, std::span<const Index> more, int steps,
                                           const Stop& stop = {});

}  // namespace hearsay::linalg
