// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <hearsay/accounting/token/complete/complete.hpp>
#include <hearsay/accounting/token/complete/cycle_table.hpp>
#include <hearsay/accounting/token/complete/tilted_renewal.hpp>
#include <hearsay/core/bracket.hpp>
#include <hearsay/divergence/tilted_law.hpp>
#include <hearsay/system/execution.hpp>

namespace hearsay::accounting {

/// Privacy loss of the observers' whole view of a walk on the complete graph with Gaussian noise, as certified
/// brackets.
///
/// The view is a sequence of cycles whose lengths are known to the observers and independent of the input: a cycle of
/// length m occurs with probability (c/n)(1-c/n)^m, takes m + 1 steps and has the privacy-loss distribution of Bin(m,
/// 1/(n-c)) shifts by mu under variance m (with known neighbors, that of the mixture over the number of known
/// contributions). With phi_m the characteristic function of the loss of one cycle, that of the losses of all cycles
/// closed within T steps is the coefficient
///
///     [z^T]  (sum_l P(length >= l) z^l) / (1 - sum_m (c/n)(1-c/n)^m phi_m z^(m+1)).
///
/// With known neighbors the first cycle has a law of its own, since before their first visit the observers have sent
/// the token to nobody: 1 + F_1/(1 - F) stands for the fraction 1/(1 - F), F_1 the sum with the first cycle's phi_m.
/// The coefficient is taken by an FFT for each frequency of the loss, after exponential tilting of both loss and time.
/// Losses are put on a grid pessimistically and optimistically (divergence::Pld), lengths are grouped in ranges that
/// are replaced by a dominating or dominated pair, and times beyond 2^14 (2^17 for many visits) are rounded at random
/// to a coarser unit: docs/maths/walk.md, section 9.
class TokenLoss {
 public:
  /// @param mu       Delta/sigma of one contribution.
  /// @param resolve  probability that may be neglected in all, taken off and added outwards: well below every delta
  /// asked for.
  /// @pre as require_token, the task not a histogram, the others' data known or anything; mu > 0 finite; 0 < resolve
  /// < 1. @throws Error(Errc::domain),
  ///      Error(Errc::conditions) otherwise; Error(Errc::too_large) if the loss of short cycles needs too fine a grid,
  ///      or the losses of all cycles more than 1e8 terms (seconds) or, with known neighbors, too many frequencies
  ///      (some thousand users), guessed beforehand; both queries throw it too, as for many users with known neighbors,
  ///      whose loss is rarely large and mostly tiny.
  TokenLoss(const TokenQuestion& question, double mu, double resolve = 1e-14, const Execution& execution = {});

  /// Hockey-stick divergence at e^epsilon, the worse direction. @pre epsilon >= 0 finite. @throws Error(Errc::domain)
  /// otherwise.
  [[nodiscard]] Bracket delta(double epsilon) const;
  /// Smallest epsilon >= 0 with delta(epsilon) <= delta: `upper` is safe to promise. @pre 0 < delta < 1.
  /// @throws Error(Errc::domain) otherwise; Error(Errc::conditions) if delta is not above what was neglected.
  /// @accuracy (upper - lower)/upper < 1 % up to 10^4 cycles; tests/accounting/token/complete/loss_test.cpp.
  [[nodiscard]] Bracket epsilon(double delta) const;

 private:
  /// Law of the total loss, tilted.
  [[nodiscard]] divergence::TiltedLaw compose(const Renewal& renewal, double tilt) const;

  double resolve_;
  Execution execution_;
  CycleTable table_;
};

}  // namespace hearsay::accounting
