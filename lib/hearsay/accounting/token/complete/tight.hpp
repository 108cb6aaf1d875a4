// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <hearsay/accounting/token/complete/complete.hpp>
#include <hearsay/accounting/token/complete/cycle_moment.hpp>
#include <hearsay/accounting/token/guarantee.hpp>
#include <hearsay/core/bracket.hpp>
#include <hearsay/system/execution.hpp>

namespace hearsay::accounting {

/// Renyi divergence of the whole view of the observers in a walk on the complete graph with Gaussian noise, both
/// directions, as a rigorous upper bound that is sharp up to about one cycle's share.
///
/// A cycle of length m (the observers know it) happens with probability (c/n)(1 - c/n)^m and multiplies the moment
/// E (P/Q)^alpha by phi_m(alpha). The moment R_T of T steps obeys the renewal equation
///
///     R_T = sum_{m < T} (c/n)(1-c/n)^m phi_m R_{T-1-m} + (1-c/n)^T,
///
/// and if lambda >= 1 solves sum_m (c/n)(1-c/n)^m phi_m lambda^-(m+1) = 1, then R_T <= (1 + (lambda-1) n/c) lambda^T.
/// Lengths are grouped in ranges [a, b] with b <= 1.03 a, each replaced by the dominating pair Bin(b, p) shifts,
/// variance a. With known neighbors the first cycle, of which only the last user is known, is charged as the others.
/// OtherData::anything: known_passes_moment; in_range: the smaller of it and HybridCurve::moment, a few per cent above
/// phi_m for known data mostly.
/// docs/maths/walk.md, sections 6 and 12.
class TokenRenyi {
 public:
  /// @param mu  Delta/sigma of one contribution.
  /// @pre as require_token, mu >= 0 finite. @throws Error(Errc::domain) otherwise.
  /// @complexity O(log(n)) ranges of 135 quadrature nodes.
  TokenRenyi(const TokenQuestion& question, double mu);

  /// Upper bound on the Renyi divergence of order alpha > 1, +infinity if none is found. @throws Error(Errc::domain)
  /// for another alpha.
  [[nodiscard]] double operator()(double alpha) const;
  /// Probability of a cycle too long to be listed, or of a loss too large to be bounded: to be added to delta.
  [[nodiscard]] double missing() const noexcept { return missing_; }

 private:
  struct Range {
    double length;                          ///< a, which also is the least time it takes
    double probability;                     ///< of a cycle in the range
    std::vector<std::vector<double>> loss;  ///< on the nodes, one row a number of known contributions; known data
    std::vector<double> chance;             ///< of each row
    CycleLengths cycles;
    std::optional<HybridCurve> hybrid;  ///< for data in range
  };
  static void list_known(Range& range, const TokenQuestion& question);
  /// ln E_Q (P/Q)^power, at least.
  [[nodiscard]] double log_moment(double power) const;
  /// phi_m of that power, at least.
  [[nodiscard]] double cycle_moment(const Range& range, double power) const;

  OtherData others_;
  double steps_, observed_, missing_ = 0.0;
  std::vector<Range> ranges_;
};

/// For which contributions an answer to `question` holds, in words.
[[nodiscard]] std::string data_described(const TokenQuestion& question);

/// Smallest epsilon that TokenRenyi shows at `delta`, by the sharper conversion over all orders. For sum and SGD (there
/// it is the loss of linear objectives, which no smooth convex objective is known to exceed); for a histogram the upper
/// end of TokenHistogram::epsilon instead.
/// @throws Error(Errc::domain) unless 0 < delta < 1; as TokenRenyi.
/// @claims walk.thm3.final, walk.thm3.final.repaired, walk.thm4.range
[[nodiscard]] Guarantee walk_tight(const TokenQuestion& question, double delta);

/// Certified bracket of the exact epsilon at `delta`: TokenLoss for sum and SGD, TokenHistogram::epsilon for a
/// histogram.
/// @pre no known neighbors for a histogram. @throws Error(Errc::domain) unless 0 < delta < 1; Error(Errc::conditions),
/// Error(Errc::too_large) as TokenLoss and TokenHistogram.
[[nodiscard]] Bracket token_epsilon_bracket(const TokenQuestion& question, double delta,
                                            const Execution& execution = {});

}  // namespace hearsay::accounting
