// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

#include <hearsay/accounting/rumor/bounds.hpp>
#include <hearsay/accounting/rumor/exact.hpp>
#include <hearsay/core/bracket.hpp>

namespace hearsay::accounting {

/// The limit of every gossip protocol, and the published bound for a protocol with muting (unending transcripts).
struct RumorBounds {
  double delta_limit = 0.0, delta_bound = 0.0;
  double uncertainty_limit = 0.0, uncertainty_bound = 0.0;
};
/// @throws as rumor_delta_bound.
[[nodiscard]] RumorBounds rumor_bounds(const RumorCrowd& crowd, double muting, double epsilon);

/// Exact values of a world of at most 6 nodes, as rigorous brackets.
struct RumorExactReport {
  Bracket delta, uncertainty;
  std::optional<Bracket> epsilon = std::nullopt;  ///< at the delta that was asked about
};

/// What is asked, delta at an epsilon and perhaps epsilon at a delta, and of which adversary.
struct RumorQuestion {
  double muting = 1.0, epsilon = 0.0;
  std::optional<double> delta = std::nullopt;
  RumorEnd end = RumorEnd::unending;
  RumorSight sight = RumorSight::ordered;
  double seen = 1.0;     ///< probability with which the eavesdropper sees a message
  double swap = 0.0;     ///< of `reordered`: probability that the next message overtakes
  bool delayed = false;  ///< the delayed start, which needs muting 1
};

/// rumor_delta and rumor_uncertainty of that adversary, with the effort of seconds: 6,000,000 states of all prefixes
/// expanded, at most 100,000 prefixes; a tenth of it for each delta that the search for epsilon asks for.
/// @throws as RumorLaw, rumor_delta and RumorAccountant::epsilon.
[[nodiscard]] RumorExactReport rumor_exact_report(RumorWorld world, const RumorQuestion& question);

/// The same for the complete graph. Without curious nodes nothing is ever observed: delta and epsilon are 0, and the
/// uncertainty n - 1.
/// @throws as rumor_world and rumor_exact_report.
[[nodiscard]] RumorExactReport rumor_exact_report(const RumorCrowd& crowd, const RumorQuestion& question);

/// The possible sources, and the number of rumors of one source that the adversary sees.
struct RumorSourceQuestion {
  RumorCrowd crowd;
  double muting = 1.0;
  std::uint64_t suspects = 1;  ///< honest nodes among whom the source is uniform
  std::uint64_t rumors = 1;    ///< that are known to come from the same source
  RumorEnd end = RumorEnd::unending;
  RumorSight sight = RumorSight::ordered;
  double seen = 1.0;     ///< as in RumorQuestion
  double swap = 0.0;     ///< as in RumorQuestion
  bool delayed = false;  ///< the delayed start, which needs muting 1
};

/// What no attack exceeds, and by which argument.
struct RumorSuccessCap {
  enum class By {
    privacy_bound,  ///< Theorems 5 and 7, which are for unending transcripts
    nobody_curious,
    exact_delta,  ///< of terminated transcripts, on at most 6 nodes
    exact_view,   ///< the exact delta of what the adversary sees, on at most 6 nodes
    nothing,      ///< no bound is known
    no_view,      ///< no bound is known of what the adversary sees
  };
  std::optional<double> success;
  By by = By::nothing;
};

/// The success of any attack: rumor_attack_cap at k delta for k linked rumors, since they are (0, k delta)-private
/// together. For unending transcripts published bounds: of `ordered`, and of `reordered`, which is computed from it;
/// Appendix A.2's of the eavesdropper; Appendix A.3.1's of `involved`; Theorem 11's of `timed` for muting 0; Appendix
/// B's f/n of the delayed start, for `ordered` and `reordered`. Otherwise rumor_delta.
/// @pre suspects, rumors >= 1.
/// @throws as rumor_delta_bound and rumor_delta.
[[nodiscard]] RumorSuccessCap rumor_success_cap(const RumorSourceQuestion& question);

/// The chance of naming the first suspect seen: exact, or with the active nodes split as they are in the mean; neither
/// where it is not known.
struct RumorSuccess {
  std::optional<double> exact, approximation;
};

/// rumor_map_success where it can be computed: one rumor, unending transcript of messages to curious nodes in order, no
/// delayed start, not too many states.
/// @throws as rumor_map_success, but not Error(Errc::too_large).
[[nodiscard]] RumorSuccess rumor_computed_success(const RumorSourceQuestion& question);

}  // namespace hearsay::accounting
