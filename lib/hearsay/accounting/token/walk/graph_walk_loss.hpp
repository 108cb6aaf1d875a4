// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <vector>

#include <hearsay/accounting/token/walk/graph_walk.hpp>
#include <hearsay/core/bracket.hpp>
#include <hearsay/divergence/pld.hpp>
#include <hearsay/divergence/tilted_law.hpp>

namespace hearsay::accounting {

/// Accountant of a token on a graph: the readings of one observer with the target's contributions, each worth mu
/// standard deviations of one noise, against those without, and the reverse.
///
/// Between two readings the observer sees a mixture of N(mu k, m) over the passes k in m hidden steps against N(0, m),
/// or with OtherData::anything knows k too.
/// The loss of each gap is rounded to a grid both ways; gaps are put together along the renewals, frequency by
/// frequency, and what the FFT rounds and wraps is in the bracket.
class GraphWalkLoss {
 public:
  /// @param step  of the grid of losses; 0: min(1/50, mu/20).
  /// @throws Error(Errc::domain) unless mu > 0 is finite and step >= 0; Error(Errc::too_large) as Pld, or beyond
  ///         2^20 losses. @complexity O(steps^2) a loss of the grid.
  GraphWalkLoss(const WalkGaps& gaps, double mu, double step = 0.0);

  /// Hockey-stick divergence at e^epsilon, the worse direction. @pre epsilon >= 0, finite.
  [[nodiscard]] Bracket delta(double epsilon) const;
  /// @pre 0 < delta < 1. @throws Error(Errc::conditions) if delta is not above what the grid cannot resolve.
  [[nodiscard]] Bracket epsilon(double delta) const;

 private:
  struct Ends {
    divergence::TiltedLaw pessimistic, optimistic;
  };
  std::array<Ends, 2> directions_;
};

}  // namespace hearsay::accounting
