// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <cstddef>
#include <span>
#include <vector>

#include <hearsay/linalg/blas.hpp>
#include <hearsay/linalg/rational_matrix.hpp>

namespace hearsay::linalg {

/// A number as the sum of two doubles, the second below half a unit in the last place of the first.
struct DoubleDouble {
  double high = 0.0, low = 0.0;
};

/// A matrix of such numbers.
struct DoubleDoubleMatrix {
  Eigen::MatrixXd high, low;
};

/// A matrix of fixed-point numbers of many digits in base 2^21, the k-th of weight 2^(exponent - 21 (k + 1)): each
/// digit is a matrix of whole numbers of at most 2^20 in doubles, so that BLAS multiplies digits without rounding.
/// @cite ozaki2012error
struct SlicedMatrix {
  static constexpr int digit_bits = 21;

  int exponent = 0;
  std::vector<Eigen::MatrixXd> digits;

  [[nodiscard]] Eigen::Index rows() const { return digits.front().rows(); }
  [[nodiscard]] Eigen::Index cols() const { return digits.front().cols(); }
  /// What one unit of the last digit stands for; numbers that were cut are off by at most half of it.
  [[nodiscard]] double last_unit() const;
  /// Rounded to doubles.
  [[nodiscard]] Eigen::MatrixXd rounded() const;
};

/// So many digits of a matrix; the exponent is the least that holds every entry, or the given one.
/// @pre entries finite; below 2^(exponent - 1).
[[nodiscard]] SlicedMatrix sliced(const DoubleDoubleMatrix& matrix, std::size_t digits, int exponent);
[[nodiscard]] SlicedMatrix sliced(const Eigen::MatrixXd& matrix, std::size_t digits);

/// W / 2^scale with so many digits behind the point, cut: an entry is off by less than one unit of the last.
/// @pre entries of magnitude at most 2^scale.
[[nodiscard]] SlicedMatrix sliced(const RationalMatrix& w, int scale, std::size_t digits);

/// The same number with at most so many digits of an exponent that fits.
[[nodiscard]] SlicedMatrix fitted(const SlicedMatrix& matrix, std::size_t digits);

[[nodiscard]] SlicedMatrix transposed(const SlicedMatrix& matrix);

/// A^T B, products of digits up to `levels` after the first.
/// @pre a.rows() = b.rows(), levels <= 16.
/// @accuracy product_error(a, b, levels) an entry, up to which A and B are taken as exact.
/// @complexity levels^2 / 2 products of matrices of doubles.
[[nodiscard]] SlicedMatrix product(const SlicedMatrix& a, const SlicedMatrix& b, int levels);
[[nodiscard]] double product_error(const SlicedMatrix& a, const SlicedMatrix& b, int levels);

/// Two factors of a product.
struct SlicedFactors {
  const SlicedMatrix& a;
  const SlicedMatrix& b;
};
/// A matrix, and a bound on what an entry of it is off by.
struct CutMatrix {
  SlicedMatrix value;
  double error = 0.0;
};
/// X plus, or less, the sum of A B, or of A^T B, over all factors; digits of a unit below 2^last are cut.
/// @param x     may be null: 0.
/// @param sign  1 or -1.
/// @pre all exponents and `last` are multiples of digit_bits; factors not empty, their digits at most 2^20; a product
/// has at most 2^12 / min(digits of A, of B) pairs of digits at one place.
/// @complexity a product of matrices of doubles for each pair of digits that is not cut.
[[nodiscard]] CutMatrix multiply_add(const SlicedMatrix* x, double sign, std::span<const SlicedFactors> factors,
                                     Left left, int last);

/// Sums A^T A over blocks of rows.
class GramSum {
 public:
  /// @param exponent  of every block.
  /// @param digits    of every block, and levels of the products.
  GramSum(Eigen::Index columns, int exponent, int digits);
  void add(const SlicedMatrix& block);
  [[nodiscard]] SlicedMatrix sum() const;
  /// Of an entry.
  [[nodiscard]] double error() const { return error_; }

 private:
  int exponent_;
  std::vector<Eigen::MatrixXd> twice_, once_;  ///< by level: products of two digits, i < j, and of one with itself
  double error_ = 0.0;
};

}  // namespace hearsay::linalg
