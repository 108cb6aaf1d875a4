// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <hearsay/accounting/token/complete/complete.hpp>
#include <hearsay/accounting/token/complete/cycle.hpp>
#include <hearsay/accounting/token/complete/length_ranges.hpp>
#include <hearsay/divergence/pld.hpp>

namespace hearsay::accounting {

/// Whether each cycle's number of contributions is known.
[[nodiscard]] inline bool passes_known(const TokenQuestion& q) { return q.others == OtherData::anything; }

/// The observers know who sent them the token and, after the first of their visits, to whom they had sent it.
enum class CyclePosition { first, later };
/// Whether u is among the contributors that they know.
enum class KnownContributions { none, some };
struct CycleKind {
  CyclePosition position;
  KnownContributions known;
};

/// A cycle by its number of known contributions, which is public: known + Bin(hidden, p) contributions in all. With
/// known passes all are, and every cycle is of the kind `none`; numbers of probability CycleMixture::most_missing in
/// all are left out, and count as an infinite loss in RangeLoss.
struct CycleCase {
  double chance;
  CycleMixture cycle;
};
/// Cycles of `length` steps with the variance of `variance` steps, in units of one noise. @pre variance, length >= 1;
/// mu > 0. @complexity O(length).
[[nodiscard]] std::vector<CycleCase> cycle_cases(const TokenQuestion& question, double mu, std::int64_t variance,
                                                 std::int64_t length, CycleKind kind);

/// Losses of one cycle on the grid {i step}, by side (pessimistic first) and direction. Sub-laws: their masses sum to
/// the chance of the kind.
struct RangeLoss {
  enum Direction { forward, backward };  ///< ln(dP/dQ) under P, ln(dQ/dP) under Q
  std::array<std::array<divergence::Pld::Grid, 2>, 2> grid;
};

using LossDirection = RangeLoss::Direction;

/// Relative accuracy of the masses of a cycle's cells that is reckoned with.
inline constexpr double cell_accuracy = 4e-12;

/// Of the lengths of a range. Pessimistic: the smallest variance and the most contributions of it; optimistic: the
/// other way around.
/// @param step  of the grid.  @param tail  mass of either side that counts as an infinite loss, or as none.
/// @throws Error(Errc::too_large) if a cycle has too many cells. docs/maths/walk.md, section 9.
[[nodiscard]] RangeLoss range_loss(const TokenQuestion& question, double mu, const LengthRange& range, CycleKind kind,
                                   double step, double tail);

/// Mixture terms that the losses of all ranges take, estimated from a sample of them.
[[nodiscard]] double range_loss_terms(const TokenQuestion& question, double mu, const std::vector<LengthRange>& ranges,
                                      CycleKind kind, double step, double tail);

/// total += chance * grid, wherever the two lie.
void add_scaled(divergence::Pld::Grid& total, const divergence::Pld::Grid& grid, double chance);

}  // namespace hearsay::accounting
