// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/linalg/rational_matrix.hpp>

#include <cmath>

#include <hearsay/core/error.hpp>
#include <hearsay/exact/fraction.hpp>

namespace hearsay::linalg {

namespace {

/// The diagonal entry of a row whose other entries sum to `others` and that has `terms` of them.
Rational diagonal_entry(double diagonal, const Rational& others, std::size_t terms) {
  const Rational rest = 1 - others;
  const bool stochastic = std::abs(diagonal - static_cast<double>(rest)) < 1e-15 * static_cast<double>(terms + 1);
  return diagonal != 0.0 && stochastic ? rest : exact::fraction_of(diagonal);
}

}  // namespace

RationalMatrix exact_entries(const SparseMatrix& w) {
  if (w.rows() != w.cols())
    throw Error(Errc::shape, "exact_entries", fmt::format("the matrix is {} x {}, not square", w.rows(), w.cols()));
  RationalMatrix result;
  result.rows.resize(static_cast<std::size_t>(w.rows()));
  for (Eigen::Index u = 0; u < w.rows(); ++u) {
    auto& row = result.rows[static_cast<std::size_t>(u)];
    Rational others = 0;
    std::size_t terms = 0;
    for (SparseMatrix::InnerIterator entry(w, u); entry; ++entry) {
      if (!std::isfinite(entry.value()))
        throw Error(Errc::domain, "exact_entries", fmt::format("entry ({}, {}) is not finite", u, entry.col()));
      if (entry.value() == 0.0) continue;
      row.push_back(
          {static_cast<Index>(entry.col()), entry.col() == u ? Rational(0) : exact::fraction_of(entry.value())});
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
