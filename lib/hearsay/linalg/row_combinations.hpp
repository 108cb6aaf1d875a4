// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <span>
#include <vector>

#include <hearsay/exact/rational.hpp>
#include <hearsay/exact/wide_float.hpp>

namespace hearsay::linalg {

/// Least squares over nearly dependent rows: the combination sum_i c_i row_i that comes closest to a unit vector.
/// Cholesky decomposition L D L^T of the Gram matrix to 640 bits, the largest diagonal entry first; it ends where what
/// is left of every row is at most 1e-30 of the largest row, and the weights of these rows are 0.
class RowCombinations {
 public:
  /// @pre rows not empty, all of one length n >= 1, entries finite, of magnitude 0 or at least 1e-200.
  /// @complexity m n r products of m rows of rank r.
  explicit RowCombinations(const std::vector<std::vector<Float50>>& rows);
  ~RowCombinations();
  RowCombinations(const RowCombinations&) = delete;
  RowCombinations& operator=(const RowCombinations&) = delete;
  RowCombinations(RowCombinations&&) = delete;
  RowCombinations& operator=(RowCombinations&&) = delete;

  /// The weights c, each rounded to a multiple of 2^-grid, that minimize |sum_i c_i row_i - e_column|.
  /// @pre column < n, grid >= 0.
  /// @complexity m + r^2.
  [[nodiscard]] std::vector<exact::Rational> closest_to_unit(std::size_t column, int grid) const;

 private:
  struct Decomposition;
  std::unique_ptr<const Decomposition> decomposition_;
};

}  // namespace hearsay::linalg
