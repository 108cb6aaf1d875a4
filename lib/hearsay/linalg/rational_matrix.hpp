// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <hearsay/exact/rational.hpp>
#include <hearsay/linalg/sparse.hpp>

namespace hearsay::linalg {

using exact::Rational;

/// A sparse square matrix of rationals.
struct RationalMatrix {
  struct Entry {
    Index column;
    Rational value;  ///< not 0
  };
  std::vector<std::vector<Entry>> rows;  ///< each by increasing column

  [[nodiscard]] Index size() const { return static_cast<Index>(rows.size()); }
};

/// Entries that are not 0, by row and increasing column.
struct FractionMatrix {
  std::size_t columns = 0;
  std::vector<std::vector<RationalMatrix::Entry>> rows;
};

/// W as the rational matrix that it was rounded from. An entry is the fraction with denominator up to 4096 that rounds
/// to it, or else the double itself, which is a fraction with a power of two below. In a row that sums to 1 up to
/// rounding a diagonal entry that is not 0 becomes what the others leave of 1.
/// @param w  n x n, of any reals, symmetric or not.
/// @throws Error(Errc::shape) if w is not square; Error(Errc::domain) if an entry is not finite.
/// @complexity O(number of entries).
[[nodiscard]] RationalMatrix exact_entries(const SparseMatrix& w);

}  // namespace hearsay::linalg
