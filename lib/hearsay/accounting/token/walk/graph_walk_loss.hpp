// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <hearsay/accounting/token/walk/graph_walk.hpp>
#include <hearsay/accounting/token/walk/walk_loss.hpp>

namespace hearsay::accounting {

/// Accountant of a token on a graph: the readings of one observer with the target's contributions, each worth mu
/// standard deviations of one noise, against those without, and the reverse.
///
/// Between two readings the observer sees a mixture of N(mu k, m) over the passes k in m hidden steps against N(0, m),
/// or with OtherData::anything knows k too.
/// The loss of each gap is rounded to a grid both ways; gaps are put together along the renewals, frequency by
/// frequency, and what the FFT rounds and wraps is in the bracket.
class GraphWalkLoss : public WalkLoss {
 public:
  /// @param step  of the grid of losses; 0: min(1/50, mu/20).
  /// @throws Error(Errc::domain) unless mu > 0 is finite and step >= 0; Error(Errc::too_large) as Pld, or beyond
  ///         2^20 losses. @complexity O(steps^2) a loss of the grid.
  GraphWalkLoss(const WalkGaps& gaps, double mu, double step = 0.0);
};

}  // namespace hearsay::accounting
