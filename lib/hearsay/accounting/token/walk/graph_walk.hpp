// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <hearsay/accounting/token/other_data.hpp>
#include <hearsay/graph/weights.hpp>

namespace hearsay::accounting {

/// A token on a graph: X_0 is uniform, P(X_{t+1} = b | X_t = a) = W_ab. Who holds it at t < steps adds a value and
/// Gaussian noise to it. The observer reads it whenever it arrives, at 1, ..., steps, and knows the times and what it
/// added itself.
struct GraphWalk {
  const graph::GossipMatrix& w;
  graph::Node observer = 0, target = 0;
  int steps = 1;
  OtherData others = OtherData::known;
};

/// A way to the observer's next reading: another node holds the token for `hidden` steps.
struct WalkGap {
  int hidden = 0;
  std::vector<double> passes;  ///< [k]: probability of this gap with the target holding the token in k of its steps

  [[nodiscard]] double chance() const;
  /// E[k | this gap]^2 / hidden times the probability of the gap: 0 if no other node held the token. With known passes,
  /// E[k^2 | this gap] / hidden.
  [[nodiscard]] double limit(OtherData others) const;
  /// E_Q (P/Q)^2 times the probability of the gap, for P = sum_k P(k) N(mu k, hidden), Q = N(0, hidden):
  /// sum_jk p_j p_k exp(mu^2 j k / hidden). With known passes, sum_k p_k exp(mu^2 k^2 / hidden).
  [[nodiscard]] double second_moment(double mu, OtherData others) const;
};

/// Laws of all gaps of one walk, and of having none: the observer's readings are a renewal process.
struct WalkGaps {
  double starts_at_observer = 0.0;
  std::vector<WalkGap> first;    ///< [i]: the first reading is at i + 1, the token started elsewhere
  std::vector<WalkGap> later;    ///< [i]: the next reading is i + 1 after the observer held the token
  double no_first = 0.0;         ///< probability that it started elsewhere and is never read
  std::vector<double> no_later;  ///< [r]: probability that it is not read in the r steps after the observer held it
  OtherData others = OtherData::known;  ///< of the walk
  double accuracy = 0.0;  ///< relative, of the probability of any sequence of gaps: rounding, rows that sum to 1 nearly

  [[nodiscard]] int steps() const { return static_cast<int>(later.size()); }
};

/// By transfer matrices: the walk on the other nodes, each pass of the target counted.
/// @throws Error(Errc::domain) for negative weights or rows that do not sum to 1 within 1e-9, for steps < 1;
///         Error(Errc::conditions) if the observer is the target, and for OtherData::in_range, of which nothing is
///         known here; Error(Errc::not_converged) if the probabilities of
///         all ways to read the token do not sum to 1 as accurately as they must. @complexity O(steps^2 nnz(W)).
[[nodiscard]] WalkGaps walk_gaps(const GraphWalk& walk);

/// Sum over all ways to read the token of the product of `first(i)`, `later(i)` over their gaps and of the
/// probability that no reading follows. @complexity O(steps^2).
template <class Number, class First, class Later>
[[nodiscard]] Number renewal_sum(const WalkGaps& gaps, First first, Later later) {
  const auto steps = static_cast<std::size_t>(gaps.steps());
  std::vector<Number> read(steps + 1);  // [t]: over all ways in which the observer holds the token at t
  read[0] = Number(gaps.starts_at_observer);
  Number total = Number(gaps.no_first) + read[0] * Number(gaps.no_later[steps]);
  for (std::size_t t = 1; t <= steps; ++t) {
    read[t] = first(t - 1);
    for (std::size_t s = 0; s < t; ++s) read[t] += read[s] * later(t - s - 1);
    total += read[t] * Number(gaps.no_later[steps - t]);
  }
  return total;
}

/// [t]: probability that the observer holds the token at t. @complexity O(steps^2).
[[nodiscard]] std::vector<double> reading_chances(const WalkGaps& gaps);

/// Rényi divergence of order 2 of all readings with the target's contributions, each worth `mu` standard deviations of
/// one noise, from those without: ln of renewal_sum of WalkGap::second_moment. Exact up to rounding.
/// @pre mu >= 0. @throws Error(Errc::domain) otherwise, Error(Errc::too_large) if it exceeds the largest double.
[[nodiscard]] double graph_walk_renyi2(const WalkGaps& gaps, double mu);

/// Rényi divergence of order alpha over alpha mu^2 / 2 as mu -> 0: E sum over readings of E[k | gap]^2 / hidden.
[[nodiscard]] double graph_walk_limit(const WalkGaps& gaps);

}  // namespace hearsay::accounting
