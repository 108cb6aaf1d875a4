// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <hearsay/accounting/linear/participation.hpp>
#include <hearsay/linalg/rational_matrix.hpp>

namespace hearsay::accounting {

/// The evidence for a loss.
enum class Certified {
  rational,  ///< computed in fractions
  modular,   ///< private or not is proved modulo primes; the loss itself is rounded
  interval,  ///< lower <= loss <= upper, up to the rounding of double precision
  estimate,  ///< neither end is proved
};

[[nodiscard]] std::string to_string(Certified certified);

/// A number between two ends; both infinite if it is.
struct Interval {
  double lower = 0.0, upper = 0.0;
};

/// What a node contributes in a round, and how much it may change.
enum class Contributions {
  vectors,  ///< vectors of any dimension, by at most 1 in the Euclidean norm
  numbers,  ///< numbers, by at most 1
};

/// "vectors", "numbers".
[[nodiscard]] std::string_view to_string(Contributions contributions);

/// mu^2 of a change for inputs that change by at most 1 a round: the Renyi loss of order alpha is alpha / 2 times it.
struct LinearLoss {
  bool is_private = true;                ///< the loss is finite
  Interval loss;                         ///< the largest over patterns and signs
  std::optional<exact::Rational> exact;  ///< the loss itself
  Interval vectors;                      ///< the same for unit vectors of any dimension
  bool alike = false;                    ///< vectors lose what numbers do: some signs make all M_st s_s s_t >= 0
  double constant = 0.0;                 ///< all signs +, the largest over the patterns looked at; NaN: unknown
  double sum_abs = 0.0;                  ///< sum of |M_st| over the pattern, the largest over patterns
  Pattern rounds;                        ///< where the loss is attained, or the largest one found
  std::vector<int> signs;                ///< of the changes, round by round; within a round those of a group's members
  Certified certified = Certified::estimate;
  std::string why;  ///< the noiseless combination if it is not private, or what is not proved

  /// The loss for such contributions.
  [[nodiscard]] const Interval& of(Contributions contributions) const {
    return contributions == Contributions::vectors ? vectors : loss;
  }
  /// The same as a fraction, where it is known.
  [[nodiscard]] const std::optional<exact::Rational>& exact_of(Contributions contributions) const {
    static const std::optional<exact::Rational> unknown;
    return contributions == Contributions::numbers || alike ? exact : unknown;
  }
};

/// The quadratic form of a subject's changes: loss(s) = s^T M s.
///
/// Change t * members + j is what member j of the subject (1 for a node or a direction) changes in round t.
struct LossMatrix {
  std::size_t rounds = 0, members = 1;
  Eigen::MatrixXd values;                           ///< M
  std::vector<std::vector<exact::Rational>> exact;  ///< M in fractions, or empty
  /// For M of doubles: how far sqrt(s^T M s) may be from the truth for signs s, for each change. Not used with `exact`.
  Eigen::VectorXd doubt;
};

/// The largest loss over the patterns of a participation and all signs, and its companions.
///
/// Up to 20 changes a pattern are enumerated; with fractions, signs that come within 1e-9 of the largest value are
/// compared in fractions. Beyond that, the loss is exact if signs make all M_st s_s s_t >= 0; else it lies between what
/// linalg::boolean_quadratic_bounds finds and the lesser of its bound and the dual of linalg::vector_quadratic_bounds.
/// If there are more patterns than can be looked at, the dual of the whole M bounds all of them at once, and the
/// pattern that is heaviest for the dual gives the lower end.
/// @pre M is positive semidefinite.
/// @complexity O(patterns (2^(changes - 1) changes + changes^3)).
[[nodiscard]] LinearLoss largest_loss(const LossMatrix& matrix, const Participation& participation);

/// Its `vectors` alone, without the work that only numbers need; the lower end may be smaller.
/// @pre M of doubles, positive semidefinite. @complexity O(patterns changes^3).
[[nodiscard]] Interval largest_vectors_loss(const LossMatrix& matrix, const Participation& participation);

}  // namespace hearsay::accounting
