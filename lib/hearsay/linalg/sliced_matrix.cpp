// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/linalg/sliced_matrix.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include <hearsay/linalg/blas.hpp>

namespace hearsay::linalg {

namespace {

constexpr int bits = SlicedMatrix::digit_bits;
constexpr double base = 0x1p21;

/// Moves what exceeds a digit to the level above; the first level keeps what it has.
void carry(std::vector<Eigen::MatrixXd>& levels) {
  for (std::size_t level = levels.size(); level-- > 1;) {
    double* here = levels[level].data();
    double* above = levels[level - 1].data();
    for (Eigen::Index i = 0; i < levels[level].size(); ++i) {
      const double over = std::nearbyint(here[i] * (1.0 / base));
      here[i] -= over * base;
      above[i] += over;
    }
  }
}

/// Rows whose products of digits can be added up without rounding, some of them: whole numbers below 2^53.
constexpr Eigen::Index rows_at_once = 512;

std::vector<Eigen::MatrixXd> zeros(std::size_t count, Eigen::Index rows, Eigen::Index columns) {
  return std::vector<Eigen::MatrixXd>(count, Eigen::MatrixXd::Zero(rows, columns));
}

/// Sum over what is dropped: the products of digits whose places add up to `levels` or more, each of at most 2^40.
double dropped(double rows, int exponents, std::size_t a, std::size_t b, int levels) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a; ++i) {
    for (std::size_t j = 0; j < b; ++j) {
      const int place = static_cast<int>(i + j);
      if (place >= levels) sum += std::ldexp(rows, exponents - bits * (place + 2) + 2 * (bits - 1));
    }
  }
  return sum;
}

}  // namespace

double SlicedMatrix::last_unit() const { return std::ldexp(1.0, exponent - bits * static_cast<int>(digits.size())); }

Eigen::MatrixXd SlicedMatrix::rounded() const {
  Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(rows(), cols());
  for (std::size_t k = digits.size(); k-- > 0;)
    sum += std::ldexp(1.0, exponent - bits * (static_cast<int>(k) + 1)) * digits[k];
  return sum;
}

SlicedMatrix sliced(const DoubleDoubleMatrix& matrix, std::size_t digits, int exponent) {
  SlicedMatrix result{.exponent = exponent, .digits = {}};
  result.digits.resize(digits);
  for (auto& digit : result.digits) digit.resize(matrix.high.rows(), matrix.high.cols());
  const double unit = std::ldexp(1.0, -exponent);
  for (Eigen::Index i = 0; i < matrix.high.size(); ++i) {
    double high = matrix.high.data()[i] * unit, low = matrix.low.data()[i] * unit;
    for (auto& digit : result.digits) {
      high *= base, low *= base;
      const double whole = std::nearbyint(high);
      digit.data()[i] = whole;
      high -= whole;
      const double sum = high + low;  // |low| may exceed what is left of high: two_sum
      const double part = sum - high;
      low = (high - (sum - part)) + (low - part);
      high = sum;
    }
  }
  return result;
}

SlicedMatrix sliced(const Eigen::MatrixXd& matrix, std::size_t digits) {
  const double most = matrix.size() == 0 ? 0.0 : matrix.cwiseAbs().maxCoeff();
  return sliced({.high = matrix, .low = Eigen::MatrixXd::Zero(matrix.rows(), matrix.cols())}, digits,
                most > 0.0 ? std::ilogb(most) + 2 : 0);
}

SlicedMatrix fitted(const SlicedMatrix& matrix, std::size_t digits) {
  SlicedMatrix result = matrix;
  carry(result.digits);
  // The first digit may be large still: it is made several.
  while (result.digits.front().size() > 0 && result.digits.front().cwiseAbs().maxCoeff() > base / 2.0) {
    result.digits.insert(result.digits.begin(), Eigen::MatrixXd::Zero(matrix.rows(), matrix.cols()));
    result.exponent += bits;
    carry(result.digits);
  }
  while (result.digits.size() > 1 && (result.digits.front().array() == 0.0).all()) {
    result.digits.erase(result.digits.begin());
    result.exponent -= bits;
  }
  if (result.digits.size() > digits) result.digits.resize(digits);
  return result;
}

SlicedMatrix transposed(const SlicedMatrix& matrix) {
  SlicedMatrix result{.exponent = matrix.exponent, .digits = {}};
  for (const auto& digit : matrix.digits) result.digits.emplace_back(digit.transpose());
  return result;
}

SlicedMatrix product(const SlicedMatrix& a, const SlicedMatrix& b, int levels) {
  auto sums = zeros(static_cast<std::size_t>(levels) + 1, a.cols(), b.cols());  // the first takes what is carried
  for (Eigen::Index row = 0; row < a.rows(); row += rows_at_once) {
    const auto rows = std::min(rows_at_once, a.rows() - row);
    for (std::size_t i = 0; i < a.digits.size(); ++i) {
      for (std::size_t j = 0; j < b.digits.size() && i + j + 1 < sums.size(); ++j)
        add_product(sums[i + j + 1], 1.0, a.digits[i].middleRows(row, rows), b.digits[j].middleRows(row, rows),
                    Left::transposed);
    }
    carry(sums);
  }
  return fitted({.exponent = a.exponent + b.exponent, .digits = std::move(sums)}, static_cast<std::size_t>(-1));
}

double product_error(const SlicedMatrix& a, const SlicedMatrix& b, int levels) {
  return dropped(static_cast<double>(a.rows()), a.exponent + b.exponent, a.digits.size(), b.digits.size(), levels);
}

GramSum::GramSum(Eigen::Index columns, int exponent, int digits)
    : exponent_(exponent),
      twice_(zeros(static_cast<std::size_t>(digits) + 1, columns, columns)),
      once_(zeros(static_cast<std::size_t>(digits) + 1, columns, columns)) {}

void GramSum::add(const SlicedMatrix& block) {
  const auto& digits = block.digits;
  const auto levels = twice_.size() - 1;
  for (Eigen::Index row = 0; row < block.rows(); row += rows_at_once) {
    const auto rows = std::min(rows_at_once, block.rows() - row);
    for (std::size_t i = 0; i < digits.size(); ++i) {
      for (std::size_t j = i; j < digits.size() && i + j < levels; ++j)
        add_product((i == j ? once_ : twice_)[i + j + 1], 1.0, digits[i].middleRows(row, rows),
                    digits[j].middleRows(row, rows), Left::transposed);
    }
    carry(twice_);
    carry(once_);
  }
  error_ +=
      dropped(static_cast<double>(block.rows()), 2 * exponent_, digits.size(), digits.size(), static_cast<int>(levels));
}

SlicedMatrix GramSum::sum() const {
  SlicedMatrix result{.exponent = 2 * exponent_, .digits = {}};
  for (std::size_t level = 0; level < twice_.size(); ++level)
    result.digits.emplace_back(twice_[level] + twice_[level].transpose() + once_[level]);
  return fitted(result, static_cast<std::size_t>(-1));
}

}  // namespace hearsay::linalg
