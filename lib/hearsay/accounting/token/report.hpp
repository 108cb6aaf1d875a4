// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <hearsay/accounting/token/complete/complete.hpp>
#include <hearsay/accounting/token/complete/visits.hpp>
#include <hearsay/accounting/token/ring/ring.hpp>
#include <hearsay/core/bracket.hpp>
#include <hearsay/system/execution.hpp>

namespace hearsay::accounting {

/// The best promise that is known, and a certified bracket of the exact epsilon at its delta if that can be computed.
struct TightGuarantee {
  Guarantee guarantee;
  std::optional<Bracket> bracket = std::nullopt;
  std::string no_bracket = {};  ///< why there is no bracket
};

/// The smaller of walk_tight and the upper end of token_epsilon_bracket where that is computed; for a histogram with
/// hidden neighbors the latter alone. Nothing is promised from delta = 1 on.
/// @throws as walk_tight; what token_epsilon_bracket throws but Errc::conditions, Errc::too_large and
/// Errc::not_converged.
[[nodiscard]] TightGuarantee token_tightest(const TokenQuestion& question, double delta,
                                            const Execution& execution = {});

/// Bounds on the number of an observer's visits that fail with chance delta_hat each.
struct VisitsReport {
  double mean = 0.0;
  std::uint64_t exact = 0;
  Conditional<double> chernoff;
  double bernstein = 0.0;
};

/// The loss of a walk on the complete graph by every method.
struct TokenReport {
  LocalGuarantees local;
  Guarantee published, repaired;
  TightGuarantee tight;  ///< at the delta of `repaired`: of a sum where v knows what the others add
  VisitsReport visits;
  std::optional<Guarantee> in_range = std::nullopt;       ///< of a sum, for OtherData::in_range
  std::optional<TightGuarantee> any_data = std::nullopt;  ///< of a sum, for OtherData::anything
};

/// A histogram's `tight` is for all values of the others, so that it needs neither `in_range` nor `any_data`.
/// @param execution  as token_tightest.
/// @throws as token_local, token_published, token_repaired, token_tightest.
[[nodiscard]] TokenReport token_report(const TokenQuestion& question, const Execution& execution = {});

/// The two numbers of a ring that the printed and the repaired theorem put differently.
template <class Number>
struct PublishedRepaired {
  Number published, repaired;
};

/// The loss of a token on a ring by every method, and what the protocol draws.
struct RingReport {
  LocalGuarantees local;
  Guarantee published, repaired, tight;
  std::optional<PublishedRepaired<std::int64_t>> noise_events;  ///< of a sum
  std::optional<double> mu;     ///< of a sum with Gaussian noise: signal to noise ratio of one user's whole view
  std::optional<double> scale;  ///< of Laplace noise, in units of the sensitivity
  std::optional<PublishedRepaired<double>> gamma;       ///< of a histogram: share of random answers
  std::optional<Guarantee> distributed = std::nullopt;  ///< against colluders, of a sum with Gaussian noise:
                                                        ///< ring_coalition_distributed
};

/// @throws as require_ring.
[[nodiscard]] RingReport ring_report(const RingQuestion& question);

}  // namespace hearsay::accounting
