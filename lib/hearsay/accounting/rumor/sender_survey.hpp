// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <hearsay/accounting/rumor/first_sender.hpp>
#include <hearsay/core/bracket.hpp>
#include <hearsay/system/execution.hpp>

namespace hearsay::accounting {

/// Ends of a bracket, 0 to begin with.
struct Ends {
  double lower = 0.0, estimate = 0.0, upper = 0.0;
  Ends() = default;
  Ends(const Bracket& b) : lower(b.lower()), estimate(b.estimate()), upper(b.upper()) {}  // NOLINT: a bracket is ends
  [[nodiscard]] Bracket bracket() const { return {lower, estimate, upper}; }
};

/// What two sources come to, by number: the first is to be told from the second.
struct SenderPair {
  linalg::Index source = 0, against = 0;
  Ends delta = {};         ///< at the epsilon
  Ends pure_epsilon = {};  ///< for delta = 0
  Ends own = {};           ///< P_i(i) of the source
  Ends epsilon = {};       ///< at the delta, if one is given
};

/// Where losses are wanted.
struct SenderPoint {
  double epsilon = 0.0;                        ///< of delta(epsilon), in [0, 700]
  std::optional<double> delta = std::nullopt;  ///< of epsilon(delta), in (0, 1)
};

/// The pairs in their order, or if `execution.stop` says true the first of them.
/// @param pairs  by number. @throws as FirstSender::laws and sender_delta; Interrupted if no pair is finished.
/// @complexity two sparse solutions a pair; memory for a few laws a thread.
[[nodiscard]] std::vector<SenderPair> survey_pairs(const FirstSender& first,
                                                   std::span<const std::pair<linalg::Index, linalg::Index>> pairs,
                                                   const SenderPoint& at, const Execution& execution);

/// What one source comes to, against all others.
struct SenderNode {
  linalg::Index source = 0, against = 0;  ///< the worst, of several the first; itself where there is no other
  Ends delta = {};                        ///< the largest over all other sources
  linalg::Index against_within = 0;       ///< the same of its own component of the honest nodes
  Ends delta_within = {};
  Ends delta_mean = {};           ///< the mean over all other sources
  Ends pure_epsilon_within = {};  ///< the largest, for delta = 0, over its component
  Ends own = {};                  ///< P_i(i)
};

/// What all honest nodes come to as sources.
struct SenderSurvey {
  std::vector<SenderNode> nodes = {};  ///< by number
  Ends delta = {};                     ///< the largest
  Ends pure_epsilon = {};              ///< the same, for delta = 0; +infinity between components
  std::optional<Ends> epsilon = {};    ///< the largest epsilon(delta), if a delta is given
  /// Success of the best guess for a uniform source: (1/|H|) sum_v max_i P_i(v), and one share for what is never
  /// observed. P_i(v) <= P_v(v), since a walk from i must first come to v: the best guess is the first sender itself.
  Ends map_success = {};
  /// Prediction uncertainty: min_v sum_{j != i} P_j(v) / P_i(v), which is least for i = v.
  Ends uncertainty = {};
};

/// Numbers of the matrix of all laws: |H| sources, tellers. What survey_all keeps in memory, 8 bytes each.
[[nodiscard]] double survey_numbers(const HonestPart& part);

/// Every pair of honest nodes. The largest epsilon(delta) is that of one pair, tried against all others until none is
/// above. @throws Interrupted once `execution.stop` says true; as survey_pairs.
/// @complexity |H| sparse solutions and |H|^2 x tellers operations, shared by threads and processes; with a delta some
/// times as many.
[[nodiscard]] SenderSurvey survey_all(const FirstSender& first, const SenderPoint& at, const Execution& execution);

}  // namespace hearsay::accounting
