// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/linalg/sliced_matrix.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace hearsay::linalg {

namespace {

using exact::Integer;

constexpr int bits = SlicedMatrix::digit_bits;
constexpr double base = 0x1p21;

/// Moves what exceeds a digit to the level above.
/// @pre whole numbers of at most 2^53.
void carry(double* here, double* above, Eigen::Index size) {
  constexpr double to_whole = 0x1.8p52;  // added and taken away, it rounds to a whole number
  for (Eigen::Index i = 0; i < size; ++i) {
    const double over = (here[i] * (1.0 / base) + to_whole) - to_whole;
    here[i] -= over * base;
    above[i] += over;
  }
}

/// The same level by level; the first level keeps what it has.
void carry(std::vector<Eigen::MatrixXd>& levels) {
  for (std::size_t level = levels.size(); level-- > 1;)
    carry(levels[level].data(), levels[level - 1].data(), levels[level].size());
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

SlicedMatrix sliced(const RationalMatrix& w, int scale, std::size_t digits) {
  const auto n = static_cast<Eigen::Index>(w.rows.size());
  SlicedMatrix result{.exponent = 0, .digits = zeros(digits, n, n)};
  for (Eigen::Index u = 0; u < n; ++u) {
    for (const auto& [column, value] : w.rows[static_cast<std::size_t>(u)]) {
      // Long division: the rest stays below the divisor.
      Integer rest = abs(numerator(value)), divisor = denominator(value);
      (scale >= 0 ? divisor : rest) <<= std::abs(scale);
      const double sign = value < 0 ? -1.0 : 1.0;
      const auto divide = [&](auto left, const auto& by) {
        for (auto& digit : result.digits) {
          left <<= bits;
          const auto whole = static_cast<std::uint64_t>(left / by);
          left -= whole * by;
          digit(u, column) = sign * static_cast<double>(whole);
        }
      };
      if (divisor < (Integer(1) << (63 - bits))) {
        divide(static_cast<std::uint64_t>(rest), static_cast<std::uint64_t>(divisor));
      } else {
        divide(rest, divisor);
      }
    }
  }
  return fitted(result, static_cast<std::size_t>(-1));
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

namespace {

/// Adds products of digits at their levels, which stand side by side: one product for each digit of the first factor.
class LevelSum {
 public:
  /// @param top   multiple of the bits of a digit: the first level has the unit 2^(top - bits).
  /// @param last  less than top.
  LevelSum(Eigen::Index rows, Eigen::Index columns, int top, int last)
      : top_(top), columns_(columns), levels_(Eigen::MatrixXd::Zero(rows, columns * ((top - last) / bits))) {}

  void add(const SlicedMatrix& x) {
    Eigen::Index at = (top_ - x.exponent) / bits;
    for (const auto& digit : x.digits) {
      if (at < count()) {
        level(at) += digit;
      } else {
        error_ += std::ldexp(1.0, top_ - bits * static_cast<int>(at + 1) + bits - 1);
      }
      ++at;
    }
  }

  void add(double sign, const SlicedFactors& factors, Left left) {
    const auto& [a, b] = factors;
    const auto pairs = static_cast<Eigen::Index>(std::min(a.digits.size(), b.digits.size()));
    const Eigen::Index at_once = std::max<Eigen::Index>(1, most_load / pairs);
    const Eigen::Index first = (top_ - a.exponent - b.exponent) / bits + 1;
    Eigen::MatrixXd wide(b.rows(), b.cols() * static_cast<Eigen::Index>(b.digits.size()));
    for (std::size_t j = 0; j < b.digits.size(); ++j)
      wide.middleCols(static_cast<Eigen::Index>(j) * columns_, columns_) = b.digits[j];
    for (Eigen::Index begin = 0; begin < b.rows(); begin += at_once) {
      const auto rows = std::min(at_once, b.rows() - begin);
      if (load_ + rows * pairs > most_load) settle();
      load_ += rows * pairs;
      for (std::size_t i = 0; i < a.digits.size() && first + static_cast<Eigen::Index>(i) < count(); ++i) {
        const auto& digit = a.digits[i];
        const auto part =
            left == Left::plain ? digit.block(0, begin, digit.rows(), rows) : digit.block(begin, 0, rows, digit.cols());
        const Eigen::Index at = (first + static_cast<Eigen::Index>(i)) * columns_,
                           width = std::min(wide.cols(), levels_.cols() - at);
        add_product(levels_.middleCols(at, width), sign, part, wide.block(begin, 0, rows, width), left);
      }
    }
    error_ += dropped(static_cast<double>(b.rows()), a.exponent + b.exponent, a.digits.size(), b.digits.size(),
                      static_cast<int>(count() - first));
  }

  [[nodiscard]] CutMatrix sum() const {
    SlicedMatrix value{.exponent = top_, .digits = {}};
    for (Eigen::Index at = 0; at < count(); ++at)
      value.digits.emplace_back(levels_.middleCols(at * columns_, columns_));
    return {.value = fitted(value, static_cast<std::size_t>(-1)), .error = error_};
  }

 private:
  static constexpr Eigen::Index most_load = 4096;  ///< products of 2^40 each whose sum, beside a digit, is below 2^53

  [[nodiscard]] Eigen::Index count() const { return columns_ == 0 ? 0 : levels_.cols() / columns_; }
  [[nodiscard]] Eigen::Block<Eigen::MatrixXd, Eigen::Dynamic, Eigen::Dynamic, true> level(Eigen::Index at) {
    return levels_.middleCols(at * columns_, columns_);
  }

  void settle() {
    for (Eigen::Index at = count(); at-- > 1;) carry(level(at).data(), level(at - 1).data(), level(at).size());
    load_ = 0;
  }

  int top_;
  Eigen::Index columns_;
  Eigen::MatrixXd levels_;
  Eigen::Index load_ = 0;
  double error_ = 0.0;
};

}  // namespace

CutMatrix multiply_add(const SlicedMatrix* x, double sign, std::span<const SlicedFactors> factors, Left left,
                       int last) {
  int top = x == nullptr ? last : x->exponent;
  for (const auto& [a, b] : factors) top = std::max(top, a.exponent + b.exponent);
  top = std::max(top, last) + bits;  // room for what is carried
  const auto& first = factors.front();
  LevelSum sum(left == Left::plain ? first.a.rows() : first.a.cols(), first.b.cols(), top, last);
  if (x != nullptr) sum.add(*x);
  for (const auto& pair : factors) sum.add(sign, pair, left);
  return sum.sum();
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
