// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace hearsay::accounting {

/// Cycles of `shortest` to `longest` steps, each of which is the protected user's with probability `inclusion`; `mu` is
/// Delta/sigma of one contribution.
struct CycleLengths {
  double shortest = 1.0, longest = 1.0;
  double inclusion = 0.5, mu = 0.0;
};

/// E_Q (P/Q)^alpha of a cycle whose number k of the protected user's contributions is known, in both directions, at
/// least:
///
///     sum_k Bin(k; longest, p) e^(alpha (alpha-1) k^2 mu^2 / (2 shortest)).
///
/// @pre alpha > 1. @complexity O(longest p + log longest).
[[nodiscard]] double known_passes_moment(const CycleLengths& cycles, double alpha);

/// The hockey-stick divergence of a cycle in both directions, at most, for all contributions of the others within Delta
/// of each other and of the protected user's two: the hybrid bound of docs/maths/walk.md, section 5, over all local
/// epsilons e,
///
///     H(m ln(1 + p y)) <= d(e) ((1 + p y)^m - 1)/y,   y = e^e - 1,   d(e) of N(mu/sqrt(m), 1) against N(0, 1).
///
/// It is convex in e^epsilon, so that chords bound it between the points.
class HybridCurve {
 public:
  explicit HybridCurve(const CycleLengths& cycles);

  /// At least E_Q (P/Q)^alpha and E_P (Q/P)^alpha once `left_out` is taken off P, of Q: alpha > 1.
  [[nodiscard]] double moment(double alpha) const;
  /// Divergence at the last point: what P and Q must give up for a bounded loss. At most 1e-40, or 1 if the bound shows
  /// nothing.
  [[nodiscard]] double left_out() const { return delta_.back(); }

 private:
  std::vector<double> epsilon_, delta_;
};

}  // namespace hearsay::accounting
