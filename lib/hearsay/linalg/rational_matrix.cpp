// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/linalg/rational_matrix.hpp>

#include <cmath>

#include <hearsay/core/error.hpp>

namespace hearsay::linalg {

namespace {

Rational exact(double value) {
  if (std::abs(value) < 0x1p40) {
    if (const auto fraction = small_fraction(value)) return {fraction->first, fraction->second};
  }
  return Rational(value);
}

/// The diagonal entry of a row whose other entries sum to `others` and that has `terms` of them.
Rational diagonal_entry(double diagonal, const Rational& others, std::size_t terms) {
  const Rational rest = 1 - others;
  const bool stochastic = std::abs(diagonal - static_cast<double>(rest)) < 1e-15 * static_cast<double>(terms + 1);
  return diagonal != 0.0 && stochastic ? rest : exact(diagonal);
}

}  // namespace

std::optional<std::pair<std::int64_t, std::int64_t>> small_fraction(double value) {
  double whole = std::floor(value), rest = value - whole;
  double p0 = 1.0, q0 = 0.0, p1 = whole, q1 = 1.0;  // convergents of the continued fraction
  while (p1 / q1 != value && rest > 0.0) {
    const double inverse = 1.0 / rest, digit = std::floor(inverse);
    const double p2 = digit * p1 + p0, q2 = digit * q1 + q0;
    if (q2 > 4096.0) return std::nullopt;
    p0 = p1, q0 = q1, p1 = p2, q1 = q2, rest = inverse - digit;
  }
  if (p1 / q1 != value) return std::nullopt;
  return std::pair{static_cast<std::int64_t>(p1), static_cast<std::int64_t>(q1)};
}

RationalMatrix exact_entries(const graph::GossipMatrix& w) {
  if (w.rows() != w.cols())
    throw Error(Errc::shape, "exact_entries", fmt::format("the matrix is {} x {}, not square", w.rows(), w.cols()));
  RationalMatrix result;
  result.rows.resize(static_cast<std::size_t>(w.rows()));
  for (Eigen::Index u = 0; u < w.rows(); ++u) {
    auto& row = result.rows[static_cast<std::size_t>(u)];
    Rational others = 0;
    std::size_t terms = 0;
    for (graph::GossipMatrix::InnerIterator entry(w, u); entry; ++entry) {
      if (!std::isfinite(entry.value()))
        throw Error(Errc::domain, "exact_entries", fmt::format("entry ({}, {}) is not finite", u, entry.col()));
      if (entry.value() == 0.0) continue;
      row.push_back({static_cast<graph::Node>(entry.col()), entry.col() == u ? Rational(0) : exact(entry.value())});
      others += row.back().value;
      terms += entry.col() != u;
    }
    for (auto& [column, value] : row) {
      if (column == u) value = diagonal_entry(w.coeff(u, u), others, terms);
    }
    std::erase_if(row, [](const RationalMatrix::Entry& entry) { return entry.value == 0; });
  }
  return result;
}

}  // namespace hearsay::linalg
