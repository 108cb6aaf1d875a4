// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/linalg/sliced_krylov.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include <hearsay/core/decompositions.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/linalg/blas.hpp>
#include <hearsay/linalg/detail/modular_matrix.hpp>
#include <hearsay/linalg/sliced_matrix.hpp>
#include <hearsay/system/end_if.hpp>

namespace hearsay::linalg {

namespace {

constexpr int digit_bits = SlicedMatrix::digit_bits;
constexpr double upwards = 1.0 + 0x1p-20;  ///< more than the rounding of a bound that is a sum of 2^20 terms
constexpr double kept_error = 0x1p-44;     ///< of the vectors of a basis that serves

using Matrix = Eigen::MatrixXd;

/// The exponent, a multiple of the bits of a digit, from which on digits are kept so that cuts stay well below `size`;
/// not below `least`.
int last_exponent(double size, int least) {
  constexpr int guard = 36;  // a cut is off by 2^19 of its place for each of some thousand products
  if (!(size > 0.0)) return least;
  const int exponent = std::ilogb(size) - guard;
  const int digits = exponent >= 0 ? exponent / digit_bits : -((-exponent + digit_bits - 1) / digit_bits);
  return std::max(least, digits * digit_bits);
}

/// A matrix of coefficients, of which 2^-48 of the largest is the last unit at most.
SlicedMatrix coefficients(const Matrix& c) {
  constexpr int precision = 48;
  const double most = c.size() == 0 ? 0.0 : c.cwiseAbs().maxCoeff();
  if (!(most > 0.0)) return {.exponent = 0, .digits = {Matrix::Zero(c.rows(), c.cols())}};
  const int top = std::ilogb(most) + 2;
  const int exponent = static_cast<int>(std::ceil(static_cast<double>(top) / digit_bits)) * digit_bits;
  const int digits = (exponent - top + precision + digit_bits - 1) / digit_bits;
  return sliced({.high = c, .low = Matrix::Zero(c.rows(), c.cols())}, static_cast<std::size_t>(digits), exponent);
}

/// What the coefficients are at most, column by column weighted by the errors of what they multiply.
Eigen::VectorXd carried(const SlicedMatrix& c, const Eigen::VectorXd& errors) {
  const Matrix sizes = c.rounded().cwiseAbs() * upwards;
  return (sizes.transpose() * errors) * upwards;
}

/// Vectors, each within an error of one of the space.
struct Vectors {
  SlicedMatrix digits;
  Eigen::VectorXd errors;

  [[nodiscard]] Eigen::Index count() const { return digits.cols(); }
};

/// Those columns.
Vectors columns_of(const Vectors& x, const std::vector<Eigen::Index>& which) {
  Vectors result{.digits = {.exponent = x.digits.exponent, .digits = {}}, .errors = x.errors(which)};
  for (const auto& digit : x.digits.digits) result.digits.digits.emplace_back(digit(Eigen::all, which));
  return result;
}

/// One computation with so many digits behind the point.
class SlicedBasis {
 public:
  SlicedBasis(const RationalMatrix& w, int digits) : least_(-digits * digit_bits), n_(w.size()) { set_matrix(w); }

  /// A basis of the last space of `ranks`. @return false if the digits, or the ranks, do not lead to it.
  [[nodiscard]] bool reach(std::span<const Index> starts, std::span<const std::int64_t> ranks, const Stop& stop) {
    start(starts);
    for (const auto rank : ranks.subspan(1)) {
      end_if(stop);
      if (!step(static_cast<Eigen::Index>(rank) - rank_)) return false;
    }
    return rank_ == static_cast<Eigen::Index>(ranks.back());
  }

  /// The largest error of a vector.
  [[nodiscard]] double error() const {
    double worst = 0.0;
    for (const auto& block : blocks_) worst = std::max(worst, block.errors.maxCoeff());
    return worst;
  }

  /// @pre error() <= kept_error.
  /// @return nothing if the vectors are not known to be independent.
  [[nodiscard]] std::optional<BallProjections> projections(std::optional<Index> column) const {
    constexpr double unit = std::numeric_limits<double>::epsilon() / 2.0;
    const auto z = rounded_.leftCols(rank_);
    Matrix gram = Matrix::Zero(rank_, rank_);
    add_product(gram, 1.0, z, z, Left::transposed);
    gram.diagonal().array() -= 1.0;
    // |E|_F, the rounding of the products (at most n unit |Z|_F^2), and the rounding and the errors of Z.
    const auto r = static_cast<double>(rank_);
    const double measured = gram.norm(), rounding = 2.0 * unit * static_cast<double>(n_ + 2) * r +
                                                    4.0 * (2.0 * unit + kept_error) * std::sqrt(r);
    if (!(measured <= 1e-6)) return std::nullopt;
    BallProjections result{.projections = z.rowwise().squaredNorm(),
                           .rank = rank_,
                           .error = (2.0 * (measured + rounding) + static_cast<double>(rank_ + 4) * unit) * upwards};
    if (column) result.column = z * z.row(*column).transpose();
    return result;
  }

 private:
  void start(std::span<const Index> starts) {
    Vectors units{.digits = {.exponent = digit_bits, .digits = {}},
                  .errors = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(starts.size()))};
    auto& ones = units.digits.digits.emplace_back(Matrix::Zero(n_, units.errors.size()));
    for (Eigen::Index j = 0; j < ones.cols(); ++j) ones(starts[static_cast<std::size_t>(j)], j) = 1.0;
    keep(std::move(units));
    last_ = 0;
  }

  /// The next block: so many directions of W^T times the last. @return false if they are not found.
  [[nodiscard]] bool step(Eigen::Index wanted) {
    if (wanted <= 0) return wanted == 0;
    std::vector<Vectors> parts;
    for (std::size_t b = last_; b < blocks_.size(); ++b) parts.push_back(image(blocks_[b]));
    last_ = blocks_.size();
    return add_directions(joined(std::move(parts)), wanted);
  }

  /// W, scaled by a power of two to a norm of at most 1.
  void set_matrix(const RationalMatrix& w) {
    Eigen::VectorXd columns = Eigen::VectorXd::Zero(n_);
    double largest = 0.0, entries = 0.0;
    for (const auto& row : w.rows) {
      double sum = 0.0;
      for (const auto& [column, value] : row) {
        const double size = std::abs(exact::to_double(value));
        sum += size;
        columns(column) += size;
        entries += 1.0;
      }
      largest = std::max(largest, sum);
    }
    const double norm = std::max(largest, n_ > 0 ? columns.maxCoeff() : 0.0) * upwards;
    const int scale = norm > 0.0 ? std::ilogb(norm) + 1 : 0;  // the norm is below 2^scale
    matrix_ = sliced(w, scale, static_cast<std::size_t>(-least_ / digit_bits) + 1);
    matrix_error_ = std::sqrt(entries) * matrix_.last_unit() * upwards;
  }

  /// W^T times vectors.
  [[nodiscard]] Vectors image(const Vectors& x) const {
    const double known = x.errors.minCoeff();
    const SlicedFactors factors{matrix_, x.digits};
    auto cut = multiply_add(nullptr, 1.0, {&factors, 1}, Left::transposed, last_exponent(known, least_));
    // |x| is at most 1 + 2^-10: projections() finds nothing unless the squares of the norms are 1 up to 1e-6.
    const double rounding = (1.0 + 0x1p-10) * matrix_error_ + root_n() * cut.error;
    return {.digits = std::move(cut.value), .errors = (x.errors.array() + rounding) * upwards};
  }

  static Vectors joined(std::vector<Vectors> parts) {
    if (parts.size() == 1) return std::move(parts.front());
    int top = parts.front().digits.exponent, bottom = top;
    Eigen::Index count = 0;
    for (const auto& part : parts) {
      const auto& m = part.digits;
      top = std::max(top, m.exponent);
      bottom = std::min(bottom, m.exponent - digit_bits * static_cast<int>(m.digits.size()));
      count += part.count();
    }
    const auto n = parts.front().digits.rows();
    Vectors result{.digits = {.exponent = top, .digits = {}}, .errors = Eigen::VectorXd(count)};
    result.digits.digits.assign(static_cast<std::size_t>((top - bottom) / digit_bits), Matrix::Zero(n, count));
    Eigen::Index begin = 0;
    for (const auto& part : parts) {
      const auto shift = static_cast<std::size_t>((top - part.digits.exponent) / digit_bits);
      for (std::size_t k = 0; k < part.digits.digits.size(); ++k)
        result.digits.digits[k + shift].middleCols(begin, part.count()) = part.digits.digits[k];
      result.errors.segment(begin, part.count()) = part.errors;
      begin += part.count();
    }
    return result;
  }

  /// x less combinations of the basis, until what is left of its components along it is 2^-40 of x.
  void orthogonalize(Vectors& x) const {
    constexpr int most_rounds = 3;
    for (int round = 0; round < most_rounds; ++round) {
      const Matrix now = x.digits.rounded();
      const double size = now.cwiseAbs().maxCoeff();
      Matrix along = Matrix::Zero(rank_, x.count());
      add_product(along, 1.0, rounded_.leftCols(rank_), now, Left::transposed);
      const double most = along.cwiseAbs().maxCoeff();
      if (!(most > 0x1p-40 * size)) return;
      std::vector<SlicedMatrix> weights;
      std::vector<SlicedFactors> factors;
      weights.reserve(blocks_.size());
      Eigen::Index begin = 0;
      for (const auto& block : blocks_) {
        const auto& c = weights.emplace_back(coefficients(along.middleRows(begin, block.count())));
        factors.push_back({block.digits, c});
        x.errors += carried(c, block.errors);
        begin += block.count();
      }
      auto cut = multiply_add(&x.digits, -1.0, factors, Left::plain, last_exponent(x.errors.minCoeff(), least_));
      x.digits = std::move(cut.value);
      x.errors = (x.errors.array() + root_n() * cut.error) * upwards;
    }
  }

  /// x C.
  [[nodiscard]] Vectors combined(const Vectors& x, const Matrix& by) const {
    const auto c = coefficients(by);
    const Eigen::VectorXd errors = carried(c, x.errors);
    const SlicedFactors factors{x.digits, c};
    auto cut = multiply_add(nullptr, 1.0, {&factors, 1}, Left::plain, last_exponent(errors.minCoeff(), least_));
    return {.digits = std::move(cut.value), .errors = (errors.array() + root_n() * cut.error) * upwards};
  }

  /// Adds so many directions of x to the basis, the largest first.
  [[nodiscard]] bool add_directions(Vectors x, Eigen::Index wanted) {
    constexpr int most_rounds = 12;
    constexpr double least_pivot = 0x1p-16;
    for (int round = 0; round < most_rounds && wanted > 0; ++round) {
      orthogonalize(x);
      const Eigen::ColPivHouseholderQR<Matrix> qr(x.digits.rounded());
      const Eigen::VectorXd pivots = qr.matrixQR().diagonal().cwiseAbs();
      if (pivots.size() == 0 || !(pivots(0) > x.errors.maxCoeff())) return false;  // nothing but error is left
      Eigen::Index count = 0;
      while (count < std::min(wanted, pivots.size()) && pivots(count) >= least_pivot * pivots(0)) ++count;
      std::vector<Eigen::Index> taken, left;
      for (Eigen::Index j = 0; j < x.count(); ++j)
        (j < count ? taken : left).push_back(qr.colsPermutation().indices()(j));
      const Matrix inverse = qr.matrixQR()
                                 .topLeftCorner(count, count)
                                 .triangularView<Eigen::Upper>()
                                 .solve(Matrix::Identity(count, count));
      auto fresh = combined(columns_of(x, taken), inverse);
      orthogonalize(fresh);
      if (normalize(fresh)) {
        wanted -= count;
        keep(std::move(fresh));
        if (left.empty() && wanted > 0) return false;
        if (wanted > 0) x = columns_of(x, left);
      } else {  // these directions were mostly rounding
        x = left.empty() ? std::move(fresh) : joined({std::move(fresh), columns_of(x, left)});
      }
    }
    return wanted == 0;
  }

  /// Makes vectors that are almost orthonormal so to double precision. @return false if they are not almost so.
  [[nodiscard]] bool normalize(Vectors& x) const {
    const Matrix now = x.digits.rounded();
    Matrix gram = Matrix::Zero(x.count(), x.count());
    add_product(gram, 1.0, now, now, Left::transposed);
    const double off = (gram - Matrix::Identity(x.count(), x.count())).norm();
    if (!(off < 0.5)) return false;
    const Eigen::LLT<Matrix> factor(gram);
    if (factor.info() != Eigen::Success) return false;
    x = combined(x, factor.matrixU().solve(Matrix::Identity(x.count(), x.count())));
    return true;
  }

  void keep(Vectors x) {
    const auto end = rank_ + x.count();
    if (end > rounded_.cols()) rounded_.conservativeResize(n_, std::min<Eigen::Index>(n_, std::max(end, 2 * rank_)));
    rounded_.middleCols(rank_, x.count()) = x.digits.rounded();
    rank_ = end;
    blocks_.push_back(std::move(x));
  }

  [[nodiscard]] double root_n() const { return std::sqrt(static_cast<double>(n_)) * upwards; }

  int least_;  ///< exponent of the last digit that is ever kept
  Eigen::Index n_;
  SlicedMatrix matrix_;
  double matrix_error_ = 0.0;
  std::vector<Vectors> blocks_;
  std::size_t last_ = 0;  ///< the first part of the last block
  Matrix rounded_ = {};   ///< the basis in doubles
  Eigen::Index rank_ = 0;
};

}  // namespace

std::optional<BallProjections> sliced_krylov(const RationalMatrix& w, std::span<const Index> starts,
                                             std::span<const std::int64_t> ranks, const Stop& stop,
                                             std::optional<Index> column) {
  constexpr int fewest = 12, most = 40;
  require_nodes("sliced_krylov", starts, w.rows.size());
  if (ranks.empty() || starts.empty()) return std::nullopt;
  for (int digits = fewest; digits <= most;) {
    SlicedBasis basis(w, digits);
    if (basis.reach(starts, ranks, stop)) {
      if (basis.error() <= kept_error) return basis.projections(column);
      digits += 1 + static_cast<int>(std::ceil(std::log2(std::min(1.0, basis.error()) / kept_error) / digit_bits));
    } else {
      digits += digits / 2;
    }
  }
  return std::nullopt;
}

}  // namespace hearsay::linalg
