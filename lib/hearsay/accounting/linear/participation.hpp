// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace hearsay::accounting {

/// The rounds of T in which a node may take part. A loss does not decrease with more rounds, so the largest patterns
/// suffice.
struct Participation {
  enum class Kind {
    every,    ///< every round
    once,     ///< any one round
    period,   ///< the rounds t = r modulo `period`, for any r
    at_most,  ///< at most `count` rounds, any two at a distance of at least `gap`
  };
  Kind kind = Kind::every;
  std::size_t period = 1, count = 1, gap = 1;
};

/// Reads "every", "once", "period:B" or "at-most:K:GAP". @throws Error(Errc::syntax) naming `where`.
[[nodiscard]] Participation parse_participation(const std::string& where, const std::string& text);

/// "period:3".
[[nodiscard]] std::string to_string(const Participation& participation);

/// A set of rounds, increasing.
using Pattern = std::vector<std::size_t>;

/// All largest patterns of T rounds, in lexicographic order; nothing if there are more than `most`.
[[nodiscard]] std::optional<std::vector<Pattern>> patterns(const Participation& participation, std::size_t rounds,
                                                           std::size_t most);

/// The pattern with the largest sum of weights, by dynamic programming over the rounds. @pre weights >= 0.
/// @complexity O(T count).
[[nodiscard]] Pattern heaviest_pattern(const Participation& participation, const Eigen::VectorXd& weights);

}  // namespace hearsay::accounting
