// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include <hearsay/accounting/token/other_data.hpp>
#include <hearsay/accounting/token/walk/first_arrivals.hpp>

namespace hearsay::accounting {

/// A token on a graph as a coalition sees it: X_0 is uniform, P(X_{t+1} = b | X_t = a) = W_ab for t < steps. Members
/// pool what they read; they know the times, who of them held the token, and what they added.
///
/// A gap is the way to the next reading: nodes outside the coalition hold the token for `hidden` steps. Gaps are listed
/// by where they start (0: the uniform start, 1 + i: after observers[i] held the token) and by who ends them; series
/// are indexed by `hidden`. A gap from the start takes `hidden` steps, another one `hidden` + 1.
struct SeenWalk {
  graph::GossipMatrix back;  ///< the transpose of W
  std::vector<graph::Node> observers;
  std::int64_t steps = 1;
  double deviation = 0.0;  ///< of rows and columns of W from a sum of 1
  FirstArrivals gaps;      ///< from[start].at[end][hidden]

  [[nodiscard]] std::size_t size() const { return observers.size(); }
  [[nodiscard]] double nodes() const { return static_cast<double>(back.rows()); }
  /// The steps that a gap takes.
  [[nodiscard]] static std::int64_t length(std::size_t start, std::int64_t hidden) {
    return hidden + (start == 0 ? 0 : 1);
  }
};

/// @throws Error(Errc::domain) for negative weights, rows or columns that do not sum to 1 within 1e-9, for steps < 1;
///         Error(Errc::conditions) for no observer or a repeated one; as first_arrivals.
/// @complexity O(observers nnz(W)) per step that first_arrivals computes, O(observers^2 steps) memory.
[[nodiscard]] SeenWalk seen_walk(const graph::GossipMatrix& w, std::vector<graph::Node> observers, std::int64_t steps,
                                 const Stop& stop = {});

/// Row a of W as the law of where the token is after a held it.
[[nodiscard]] std::vector<double> leaving(const SeenWalk& walk, graph::Node a);

}  // namespace hearsay::accounting
