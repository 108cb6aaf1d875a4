// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <hearsay/accounting/token/complete/cycle.hpp>
#include <hearsay/divergence/pld.hpp>

namespace hearsay::accounting {

/// The cycle cut into cells of the loss ln(dP/dQ), in increasing order, ready for divergence::Pld.
struct CycleCells {
  std::vector<divergence::LossCell>
      cells;  ///< p and q are the masses under P and Q; their sums fall short of 1 by at most the tails
  double below_p = 0.0, below_q = 0.0;  ///< mass left of the first cell, where the loss is lower still
  double above_p = 0.0, above_q = 0.0;  ///< mass right of the last one, and what the mixture leaves out
};

/// @param step  of the loss grid: no cell crosses a multiple of it.
/// @param tail  mass that may be left on either side, under both laws.
/// @pre some weight at k > 0, mu > 0, step > 0, 0 < tail < 1/4. @throws Error(Errc::too_large) beyond 2^21 cells.
/// @accuracy 1e-12 relative, of every mass.
[[nodiscard]] CycleCells cycle_cells(const CycleMixture& cycle, double step, double tail);

/// Loss at the two ends of what cycle_cells cuts, and the Gaussians that it sums for every cell: its work is their
/// product.
struct CycleSpan {
  double lowest, highest;
  std::size_t components;
};
/// @pre as cycle_cells.
[[nodiscard]] CycleSpan cycle_span(const CycleMixture& cycle, double tail);

/// Second moment of the loss under P, by the trapezoid rule: a scale, not a bound.
[[nodiscard]] double cycle_loss_square(const CycleMixture& cycle);

}  // namespace hearsay::accounting
