// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include <hearsay/graph/weights.hpp>

namespace hearsay::graph {

/// Whether W is square and W = W^T, up to `tolerance` times the norm of W: |W - W^T|_F <= tolerance |W|_F.
/// @complexity O(n + number of entries).
[[nodiscard]] bool symmetric(const GossipMatrix& w, double tolerance = 0.0);

/// Checks that W is a gossip matrix of the literature: square, symmetric, non-negative, rows that sum to 1, each up to
/// 1e-12.
/// @throws Error(Errc::shape) or Error(Errc::domain), naming `where` and what W is not.
void require_gossip_matrix(std::string_view where, const GossipMatrix& w);

}  // namespace hearsay::graph
