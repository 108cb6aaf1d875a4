// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <hearsay/accounting/rumor/exact.hpp>
#include <hearsay/core/bracket.hpp>

namespace hearsay::accounting {

/// The privacy curve of a rumor in a small world, the worst over all ordered pairs of possible sources: a
/// divergence::Accountant.
class RumorAccountant {
 public:
  /// @param effort  of the delta at one epsilon.
  explicit RumorAccountant(RumorLaw<double> law, const RumorEffort& effort = {});

  /// rumor_delta. @throws as it.
  [[nodiscard]] Bracket delta(double epsilon) const;

  /// The smallest epsilon >= 0 with delta(epsilon) <= delta. Sound wherever the search stops, since delta falls with
  /// epsilon: at `upper` the upper end of delta(epsilon) is at most `delta`, at `lower` its lower end exceeds it. Each
  /// is found to 1e-6 of itself.
  /// @return `upper` is +infinity if no epsilon up to 700 is known to do; `lower` too, and so both, if transcripts that
  /// are impossible from another source are likelier than `delta` (rumor_delta_floor).
  /// @throws Error(Errc::domain) unless 0 < delta < 1. @complexity some fifty of delta().
  [[nodiscard]] Bracket epsilon(double delta) const;

 private:
  [[nodiscard]] bool forever_above(double delta) const;

  RumorLaw<double> law_;
  RumorEffort effort_;
};

}  // namespace hearsay::accounting
