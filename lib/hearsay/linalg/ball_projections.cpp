// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/linalg/ball_projections.hpp>
#include <hearsay/linalg/detail/balls.hpp>
#include <hearsay/system/end_if.hpp>

#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>

namespace hearsay::linalg {

namespace {

using detail::Balls;

void set(arb_ptr ball, const Rational& value, slong bits) {
  fmpz_t part;
  fmpz_init(part);
  fmpz_set_str(part, numerator(value).str().c_str(), 10);
  arb_set_fmpz(ball, part);
  fmpz_set_str(part, denominator(value).str().c_str(), 10);
  arb_div_fmpz(ball, ball, part, bits);
  fmpz_clear(part);
}

/// W in balls, as it acts on rows: x -> x W. A row is read when a product needs it: a view of few steps needs few.
class BallMatrix {
 public:
  BallMatrix(const RationalMatrix& w, slong bits) : w_(w), bits_(bits), rows_(w.rows.size()) {}

  [[nodiscard]] Balls left_multiply(const Balls& x) {
    Balls y(rows_.size());
    for (std::size_t u = 0; u < rows_.size(); ++u) {
      if (arb_is_zero(x[u]) != 0) continue;
      const auto& [columns, values] = row(u);
      for (std::size_t i = 0; i < columns.size(); ++i) arb_addmul(y[columns[i]], x[u], values[i], bits_);
    }
    return y;
  }

 private:
  using Row = std::pair<std::vector<Index>, Balls>;

  const Row& row(std::size_t u) {
    if (!rows_[u]) {
      const auto& entries = w_.rows[u];
      auto& [columns, values] = rows_[u].emplace(std::vector<Index>(), Balls(entries.size()));
      for (std::size_t i = 0; i < entries.size(); ++i) {
        columns.push_back(entries[i].column);
        set(values[i], entries[i].value, bits_);
      }
    }
    return *rows_[u];
  }

  const RationalMatrix& w_;
  slong bits_;
  std::vector<std::optional<Row>> rows_;
};

/// Almost orthonormal vectors, each enclosing a vector of the space.
class BallBasis {
 public:
  BallBasis(std::size_t n, slong bits) : n_(n), bits_(bits) {}

  [[nodiscard]] std::size_t size() const { return vectors_.size(); }
  [[nodiscard]] const Balls& operator[](std::size_t i) const { return vectors_[i]; }

  void add_unit(Index v) {
    Balls x(n_);
    arb_one(x[v]);
    vectors_.push_back(std::move(x));
  }

  /// Takes from x its components along the vectors from `first` on, and adds what is left unless that is 0 up to its
  /// error.
  /// @return false if the precision does not tell.
  [[nodiscard]] bool add(Balls x, std::size_t first) {
    arb_t c;
    arb_init(c);
    arf_t before;
    arf_init(before);
    norm_of(before, x, c);
    for (std::size_t k = first; k < vectors_.size(); ++k) {
      arb_approx_dot(c, nullptr, 0, vectors_[k].data(), 1, x.data(), 1, x.size(), bits_);
      mag_zero(arb_radref(c));  // the coefficient is a number: any will do
      arb_neg(c, c);
      _arb_vec_scalar_addmul(x.data(), vectors_[k].data(), x.size(), c, bits_);
    }
    const auto left = outcome(x, before, c);
    if (left == Left::vector) {
      _arb_vec_scalar_mul(x.data(), x.data(), x.size(), c, bits_);
      vectors_.push_back(std::move(x));
    }
    arb_clear(c);
    arf_clear(before);
    return left != Left::unclear;
  }

  /// Projections on the span, by the entries rounded to long double and a bound on |Z^T Z - I|.
  [[nodiscard]] std::optional<BallProjections> projections(std::optional<Index> column = std::nullopt) const {
    constexpr long double unit = std::numeric_limits<long double>::epsilon();
    const auto n = static_cast<Eigen::Index>(n_), r = static_cast<Eigen::Index>(vectors_.size());
    Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic> z(n, r), gram(r, r);
    for (Eigen::Index j = 0; j < r; ++j) {
      for (Eigen::Index u = 0; u < n; ++u)
        z(u, j) = rounded(vectors_[static_cast<std::size_t>(j)][static_cast<std::size_t>(u)]);
    }
    gram.noalias() = z.transpose() * z;
    gram.diagonal().array() -= 1.0L;
    // |E|_F, the rounding of the products (at most n unit |Z|_F^2), and the rounding and the errors of Z.
    const auto rank = static_cast<long double>(r);
    const long double measured = gram.norm(), rounding = 2.0L * unit * static_cast<long double>(n + 2) * rank +
                                                         4.0L * (unit + kept_error) * std::sqrt(rank);
    if (measured > 0x1p-50L + rounding) return std::nullopt;  // the recurrence needs more bits
    BallProjections result{.projections = z.rowwise().squaredNorm().cast<double>(),
                           .rank = r,
                           .error = static_cast<double>(2.0L * (measured + rounding)) + 0x1p-52};
    if (column) result.column = (z * z.row(*column).transpose()).cast<double>();
    return result;
  }

 private:
  enum class Left { nothing, vector, unclear };
  static constexpr long double kept_error = 0x1p-60L;  ///< of the vectors that are kept

  static long double rounded(arb_srcptr x) {
    arf_t rest;
    arf_init(rest);
    const double high = arf_get_d(arb_midref(x), ARF_RND_NEAR);
    arf_set_d(rest, high);
    arf_sub(rest, arb_midref(x), rest, 64, ARF_RND_NEAR);
    const long double result = static_cast<long double>(high) + static_cast<long double>(arf_get_d(rest, ARF_RND_NEAR));
    arf_clear(rest);
    return result;
  }

  /// |x|, up to rounding. `room` is overwritten.
  void norm_of(arf_ptr norm, const Balls& x, arb_ptr room) const {
    arb_approx_dot(room, nullptr, 0, x.data(), 1, x.data(), 1, x.size(), bits_);
    arf_sqrt(norm, arb_midref(room), bits_, ARF_RND_NEAR);
  }

  /// Whether the norm of x is nothing but error (at most 2^10 times), or 2^60 times its error; then `inverse` is its
  /// inverse. The error is that of the entries and, since the coefficients that were taken off x are rounded, that of a
  /// vector of norm `before`.
  Left outcome(const Balls& x, arf_srcptr before, arb_ptr inverse) const {
    arf_t norm, error, rounding;
    arf_init(norm);
    arf_init(error);
    arf_init(rounding);
    norm_of(norm, x, inverse);
    arf_mul_2exp_si(rounding, before, -bits_);
    mag_t largest;
    mag_init(largest);
    for (slong i = 0; i < x.size(); ++i) mag_max(largest, largest, arb_radref(x.data() + i));
    arf_set_mag(error, largest);
    arf_mul_ui(error, error, static_cast<ulong>(std::ceil(std::sqrt(static_cast<double>(n_)))), 64, ARF_RND_UP);
    arf_add(error, error, rounding, 64, ARF_RND_UP);
    arf_mul_2exp_si(error, error, 10);
    Left left = Left::unclear;
    if (arf_cmp(norm, error) <= 0) {
      left = Left::nothing;
    } else {
      arf_mul_2exp_si(error, error, 50);
      if (arf_cmp(norm, error) > 0) {
        left = Left::vector;
        arf_ui_div(arb_midref(inverse), 1, norm, bits_, ARF_RND_NEAR);
        mag_zero(arb_radref(inverse));
      }
    }
    mag_clear(largest);
    arf_clear(norm);
    arf_clear(error);
    arf_clear(rounding);
    return left;
  }

  std::size_t n_;
  slong bits_;
  std::vector<Balls> vectors_;
};

/// @return nothing if `bits` do not decide the ranks.
std::optional<BallProjections> krylov(const RationalMatrix& w, std::span<const Index> starts,
                                      std::span<const std::int64_t> ranks, bool symmetric, const Stop& stop,
                                      std::optional<Index> column, slong bits) {
  BallBasis basis(w.rows.size(), bits);
  if (ranks.empty()) return basis.projections(column);
  BallMatrix matrix(w, bits);
  for (const auto v : starts) basis.add_unit(v);
  std::size_t before_last = 0, last = 0;
  for (const auto rank : ranks.subspan(1)) {
    end_if(stop);
    const std::size_t end = basis.size();
    for (std::size_t k = last; k < end; ++k) {
      if (!basis.add(matrix.left_multiply(basis[k]), symmetric ? before_last : 0)) return std::nullopt;
    }
    if (basis.size() != static_cast<std::size_t>(rank)) return std::nullopt;
    before_last = std::exchange(last, end);
  }
  return basis.projections(column);
}

std::optional<BallProjections> varying(std::span<const RationalMatrix> rounds,
                                       std::span<const std::vector<Index>> senders, std::span<const std::int64_t> ranks,
                                       slong bits) {
  const auto n = rounds.front().rows.size();
  BallBasis later(n, bits);
  for (std::size_t t = rounds.size(); t-- > 0;) {
    BallMatrix matrix(rounds[t], bits);
    BallBasis basis(n, bits);
    for (const auto v : senders[t]) basis.add_unit(v);
    for (std::size_t k = 0; k < later.size(); ++k) {
      if (!basis.add(matrix.left_multiply(later[k]), 0)) return std::nullopt;
    }
    if (basis.size() != static_cast<std::size_t>(ranks[t])) return std::nullopt;
    std::swap(later, basis);
  }
  return later.projections();
}

/// Doubles the precision until `attempt(bits)` succeeds or would take more than `products` of 256 bits.
std::optional<BallProjections> escalate(double products,
                                        const std::function<std::optional<BallProjections>(slong)>& attempt) {
  constexpr double affordable = 2e8;
  constexpr slong fewest = 256, most = 16384;
  for (slong bits = fewest; bits <= most && products * static_cast<double>(bits / fewest) <= affordable; bits *= 2) {
    if (auto found = attempt(bits)) return found;
  }
  return std::nullopt;
}

}  // namespace

std::optional<BallProjections> ball_krylov(const RationalMatrix& w, std::span<const Index> starts,
                                           std::span<const std::int64_t> ranks, bool symmetric, const Stop& stop,
                                           std::optional<Index> column) {
  double products = 0.0;  // a vector against those of its own step and, symmetric, two before
  for (std::size_t t = 1; t < ranks.size(); ++t) {
    const auto against = static_cast<double>(symmetric ? ranks[t] - (t >= 3 ? ranks[t - 3] : 0) : ranks[t]);
    products += static_cast<double>(ranks[t - 1] - (t >= 2 ? ranks[t - 2] : 0)) * against;
  }
  products *= 2.0 * static_cast<double>(w.rows.size());
  return escalate(products, [&](slong bits) { return krylov(w, starts, ranks, symmetric, stop, column, bits); });
}

std::optional<BallProjections> ball_rounds(std::span<const RationalMatrix> rounds,
                                           std::span<const std::vector<Index>> senders,
                                           std::span<const std::int64_t> ranks) {
  double products = 0.0;
  for (const auto rank : ranks)
    products += 2.0 * static_cast<double>(rounds.front().rows.size()) * static_cast<double>(rank * rank);
  return escalate(products, [&](slong bits) { return varying(rounds, senders, ranks, bits); });
}

}  // namespace hearsay::linalg
