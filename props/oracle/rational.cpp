// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/oracle/rational.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

namespace hearsay::props::oracle {

using exact::Integer;

std::string to_string(const Rational& value) { return value.str(); }

double to_double(const Rational& value) { return value.convert_to<double>(); }

namespace {

Integer floor_of(const Rational& x) {
  const Integer n = numerator(x), d = denominator(x);
  Integer q = n / d;
  if (q * d > n) --q;
  return q;
}

std::string decimal(const Integer& scaled, int digits) {
  std::string text = Integer(abs(scaled)).str();
  const auto places = static_cast<std::size_t>(digits);
  if (text.size() <= places) text.insert(0, places + 1 - text.size(), '0');
  text.insert(text.size() - places, ".");
  return (scaled < 0 ? "-" : "") + text;
}

}  // namespace

std::string to_string(const Interval& interval, int digits) {
  const Rational scale = pow(Integer(10), static_cast<unsigned>(digits));
  return "[" + decimal(floor_of(interval.lower * scale), digits) + ", " +
         decimal(-floor_of(-interval.upper * scale), digits) + "]";
}

Interval operator+(const Interval& a, const Interval& b) { return {a.lower + b.lower, a.upper + b.upper}; }
Interval operator-(const Interval& a, const Interval& b) { return {a.lower - b.upper, a.upper - b.lower}; }
Interval operator*(const Interval& a, const Interval& b) {
  const std::array<Rational, 4> corners{a.lower * b.lower, a.lower * b.upper, a.upper * b.lower, a.upper * b.upper};
  return {*std::ranges::min_element(corners), *std::ranges::max_element(corners)};
}
Interval point(const Rational& value) { return {value, value}; }

Interval exp(const Rational& x) {
  if (x < 0) {
    const auto [lower, upper] = exp(-x);
    return {1 / upper, 1 / lower};
  }
  // all terms are positive; the ratio of successive ones beyond the last is at most x / (terms + 1)
  constexpr int terms = 160;
  Rational sum = 1, term = 1;
  for (int i = 1; i < terms; ++i) {
    term *= x / i;
    sum += term;
  }
  const Rational next = term * x / terms;
  return {sum, sum + next / (1 - x / (terms + 1))};
}

Interval sqrt(const Rational& x) {
  const Integer scale = Integer(1) << 200;
  const Integer root = boost::multiprecision::sqrt(floor_of(x * Rational(scale)));
  const Rational half = Integer(1) << 100;
  return {Rational(root) / half, Rational(root + 1) / half};
}

Rational guess(double x, long largest) {
  for (long d = 1; d <= largest; ++d) {
    const double n = std::round(x * static_cast<double>(d));
    if (std::abs(x - n / static_cast<double>(d)) < 1e-9) return Rational(static_cast<long>(n), d);
  }
  throw std::runtime_error("no small fraction is near " + std::to_string(x));
}

Matrix identity(std::size_t n) {
  Matrix a(n, Row(n, 0));
  for (std::size_t i = 0; i < n; ++i) a[i][i] = 1;
  return a;
}

Matrix multiply(const Matrix& a, const Matrix& b) {
  const std::size_t columns = b.empty() ? 0 : b[0].size();
  Matrix c(a.size(), Row(columns, 0));
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t k = 0; k < b.size(); ++k) {
      if (a[i][k] == 0) continue;
      for (std::size_t j = 0; j < columns; ++j) {
        if (b[k][j] != 0) c[i][j] += a[i][k] * b[k][j];
      }
    }
  }
  return c;
}

Rational dot(const Row& a, const Row& b) {
  Rational sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] != 0 && b[i] != 0) sum += a[i] * b[i];
  }
  return sum;
}

namespace {

/// Subtracts from `row` what clears the pivots of `echelon`; then makes what is left, if anything, a new row of it.
bool extend(Matrix& echelon, std::vector<std::size_t>& pivots, Row row) {
  for (std::size_t i = 0; i < echelon.size(); ++i) {
    const Rational factor = row[pivots[i]];
    if (factor == 0) continue;
    for (std::size_t j = 0; j < row.size(); ++j) {
      if (echelon[i][j] != 0) row[j] -= factor * echelon[i][j];
    }
  }
  for (std::size_t p = 0; p < row.size(); ++p) {
    if (row[p] == 0) continue;
    const Rational lead = row[p];
    for (auto& entry : row) {
      if (entry != 0) entry /= lead;
    }
    echelon.push_back(std::move(row));
    pivots.push_back(p);
    return true;
  }
  return false;
}

}  // namespace

std::size_t rank(Matrix a) {
  Matrix echelon;
  std::vector<std::size_t> pivots;
  for (auto& row : a) extend(echelon, pivots, std::move(row));
  return echelon.size();
}

Matrix independent_rows(const Matrix& a) {
  Matrix echelon, chosen;
  std::vector<std::size_t> pivots;
  for (const auto& row : a) {
    if (extend(echelon, pivots, row)) chosen.push_back(row);
  }
  return chosen;
}

Matrix solve(Matrix a, Matrix b) {
  const std::size_t n = a.size();
  // row_i -= factor row_k, in both
  const auto eliminate = [&](std::size_t i, std::size_t k, const Rational& factor) {
    for (std::size_t j = k; j < n; ++j) a[i][j] -= factor * a[k][j];
    for (std::size_t j = 0; j < b[i].size(); ++j) b[i][j] -= factor * b[k][j];
  };
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    while (pivot < n && a[pivot][k] == 0) ++pivot;
    if (pivot == n) throw std::logic_error("solve: the matrix is singular");
    std::swap(a[k], a[pivot]);
    std::swap(b[k], b[pivot]);
    for (std::size_t i = k + 1; i < n; ++i) {
      if (a[i][k] != 0) eliminate(i, k, a[i][k] / a[k][k]);
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (auto& entry : b[k]) entry /= a[k][k];
    for (std::size_t i = 0; i < k; ++i) {
      if (a[i][k] == 0) continue;
      for (std::size_t j = 0; j < b[i].size(); ++j) b[i][j] -= a[i][k] * b[k][j];
    }
  }
  return b;
}

Row solve(const Matrix& a, const Row& b) {
  Matrix columns;
  for (const auto& entry : b) columns.push_back({entry});
  Row x;
  for (auto& row : solve(a, std::move(columns))) x.push_back(std::move(row[0]));
  return x;
}

bool positive_semidefinite(Matrix a) {
  const std::size_t n = a.size();
  for (std::size_t k = 0; k < n; ++k) {
    if (a[k][k] < 0) return false;
    if (a[k][k] == 0) {
      for (std::size_t j = k + 1; j < n; ++j) {
        if (a[k][j] != 0) return false;
      }
      continue;
    }
    for (std::size_t i = k + 1; i < n; ++i) {
      const Rational factor = a[i][k] / a[k][k];
      for (std::size_t j = k; j < n; ++j) a[i][j] -= factor * a[k][j];
    }
  }
  return true;
}

}  // namespace hearsay::props::oracle
