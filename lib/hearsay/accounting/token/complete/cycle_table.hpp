// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <hearsay/accounting/token/complete/complete.hpp>
#include <hearsay/accounting/token/complete/range_loss.hpp>
#include <hearsay/divergence/pld.hpp>
#include <hearsay/divergence/tilted_law.hpp>
#include <hearsay/system/execution.hpp>

namespace hearsay::accounting {

/// Cycles of the walk by ranges of lengths: their probabilities, the time each takes in units, and their losses by
/// direction.
struct CycleRanges {
  std::vector<double> weight, time;
  std::array<std::vector<divergence::Pld::Grid>, 2> loss;
};

/// All cycles on one side of the bracket.
struct Cycles {
  CycleRanges later, first;  ///< `first` is empty if the first cycle is as the others
  double long_ones = 0.0;    ///< probability of a cycle longer than all that are listed
};

/// All that may happen between two visits of the observers in a walk of at most `question.steps` steps, on both sides
/// of the bracket: cycles of length 0 first, then the ranges, short ones first. Pessimistic cycles take the least time
/// and lose the most. docs/maths/walk.md, section 9.
struct CycleTable {
  static constexpr double step_share = 0.1;  ///< of the standard deviation of one cycle's loss: the grid's step
  static constexpr double entries = 0x1p24;  ///< aimed at in the spectra of all cycles

  TokenQuestion question;
  double step = 0.0;         ///< of the loss grid
  double most_visits = 0.0;  ///< exceeded with probability below resolve
  double unit = 1.0;         ///< of time, in steps
  double slack = 0.0;        ///< of time, in units: what random rounding may add up to
  Cycles pessimistic = {}, optimistic = {};

  [[nodiscard]] const Cycles& cycles(divergence::Side side) const {
    return side == divergence::Side::pessimistic ? pessimistic : optimistic;
  }
  /// Steps of the walk, in units, slack included on the pessimistic side and taken off on the other.
  [[nodiscard]] std::int64_t steps(divergence::Side side) const;
  /// P(a later cycle takes longer than l units), l = 0..steps.
  [[nodiscard]] std::vector<double> tail(divergence::Side side) const;
};

/// @param mu, resolve, execution  as TokenLoss. @pre as there, question.steps >= 2. @throws Error(Errc::too_large) if
/// the losses need too fine a grid, too many terms or
///        too many frequencies, guessed beforehand.
/// @complexity up to 1e8 exponentials and error functions.
[[nodiscard]] CycleTable cycle_table(const TokenQuestion& question, double mu, double resolve,
                                     const Execution& execution);

}  // namespace hearsay::accounting
