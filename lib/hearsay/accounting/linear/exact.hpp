// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <hearsay/accounting/linear/system.hpp>
#include <hearsay/linalg/rational_matrix.hpp>

namespace hearsay::accounting {

using Fractions = std::vector<exact::Rational>;

inline constexpr std::size_t most_exact_rows = 400;  ///< where the exact road is asked for

/// Whether an account of B of this size is computed in fractions without being asked to.
[[nodiscard]] constexpr bool exact_is_cheap(std::size_t rows, std::size_t noises) {
  constexpr double cheap_entries = 1e4;
  return static_cast<double>(rows) * static_cast<double>(noises) <= cheap_entries && rows <= most_exact_rows;
}

/// A and B of a view, row by row.
struct ViewMatrices {
  std::vector<Fractions> signal;  ///< rows x inputs
  std::vector<Fractions> noise;   ///< rows x noises
};

/// Forms A and B. @complexity as many runs as there are rows.
[[nodiscard]] ViewMatrices view_matrices(const LinearSystem<exact::Rational>& system);

/// What a change of the inputs does to the view, in fractions: b = A d.
struct ExactSolution {
  /// w with B B^T w = b: the best test; z = B^T w is the least noise that hides the change, and the loss is b^T w.
  /// Nothing if b is not in range(B).
  std::optional<Fractions> test;
  /// If b is not in range(B): w with B^T w = 0 and w^T b = 1, which shows the change without noise; else empty.
  Fractions noiseless;
};

/// Rational solutions of B B^T w = b_j for some vectors b_j.
struct ExactSolutions {
  std::size_t rank = 0;                  ///< of B
  std::vector<ExactSolution> solutions;  ///< of b_0, b_1, ...
};

/// @param noise  B, q rows of equal length.
/// @param changes  b_0, b_1, ..., of length q each.
/// @complexity one elimination of a q x (q + changes) integer matrix; its entries have some q times the digits of B
/// B^T.
[[nodiscard]] ExactSolutions solve_exactly(const std::vector<Fractions>& noise, const std::vector<Fractions>& changes);

/// The inputs that are determined exactly without noise: those whose unit vector is in the row space of A without the
/// observers' columns. @param signal  A. @return one flag an input; false for the observers'.
[[nodiscard]] std::vector<char> reconstructible(const std::vector<Fractions>& signal,
                                                const LinearSystem<exact::Rational>& system);

[[nodiscard]] exact::Rational dot(const Fractions& a, const Fractions& b);

}  // namespace hearsay::accounting
