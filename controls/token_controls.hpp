// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include <hearsay/accounting/token/complete/cycle.hpp>
#include <hearsay/graph/weights.hpp>

namespace hearsay::controls {

// Token walks that are wrong on purpose.

/// Algorithm 1 with its counter set to n-1 instead of n-2: the steps at which noise is added.
[[nodiscard]] std::vector<std::int64_t> ring_counter_off_by_one(std::int64_t users, std::int64_t rounds);

/// Randomized response that draws a wrong answer instead of a uniform one with probability gamma: P(answer 1 | input
/// 0), two buckets.
[[nodiscard]] double response_wrong_gamma(double epsilon);

/// The repaired promise of a cycle with inclusion probability 1/n instead of 1/(n-1).
[[nodiscard]] divergence::Promise walk_n_for_n_minus_one(std::int64_t users, double length, double epsilon,
                                                         double delta);

/// Of a token on a graph: the limit for much noise of T/n snapshots of one pass each, (T/n) sum_t f_t / t with f_t the
/// probability that the walk from the target first meets the observer in step t.
[[nodiscard]] double graph_walk_single_visits(const graph::GossipMatrix& w, graph::Node observer, graph::Node target,
                                              int steps);

}  // namespace hearsay::controls
