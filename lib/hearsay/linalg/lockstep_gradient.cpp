// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/linalg/lockstep_gradient.hpp>

namespace hearsay::linalg {

namespace {

using Column = Eigen::Array<double, 1, lockstep_columns>;  ///< one number a column
using Row = Eigen::Index;

/// Adds `factor` times a row to `sum`. Loops over plain numbers: clang 16 keeps sums of Eigen's rows in memory, not in
/// registers, which takes eight times as long.
void add_row(double* sum, double factor, const double* row) {
  for (int c = 0; c < lockstep_columns; ++c) sum[c] += factor * row[c];
}

/// into = A x. @return x . A x of each column.
Column multiply_lockstep(const SparseMatrix& a, const Lockstep& x, Lockstep& into) {
  double product[lockstep_columns] = {};
  for (Row row = 0; row < a.rows(); ++row) {
    double sum[lockstep_columns] = {};
    for (auto k = a.outerIndexPtr()[row]; k < a.outerIndexPtr()[row + 1]; ++k)
      add_row(sum, a.valuePtr()[k], x.data() + a.innerIndexPtr()[k] * lockstep_columns);
    const double* own = x.data() + row * lockstep_columns;
    double* to = into.data() + row * lockstep_columns;
    for (int c = 0; c < lockstep_columns; ++c) {
      to[c] = sum[c];
      product[c] += sum[c] * own[c];
    }
  }
  return Eigen::Map<const Column>(product);
}

Column squared_norms(const Lockstep& x) {
  Column sum = Column::Zero();
  for (Row row = 0; row < x.rows(); ++row) sum += x.row(row).square();
  return sum;
}

/// a / b where the column is not done, else 0.
Column quotient(const Column& a, const Column& b, const Eigen::Array<bool, 1, lockstep_columns>& done) {
  return (done || b == 0.0).select(Column::Zero(), a / (b == 0.0).select(Column::Ones(), b));
}

}  // namespace

Lockstep lockstep_gradient(const SparseMatrix& a, const Lockstep& b, double tolerance, int steps) {
  const Eigen::ArrayXd inverse = 1.0 / Eigen::VectorXd(a.diagonal()).array();
  const Column enough = tolerance * tolerance * squared_norms(b);
  Lockstep x = Lockstep::Zero(b.rows(), lockstep_columns), r = b, p = b.colwise() * inverse, ap(b.rows(), b.cols());
  Column rz = Column::Zero(), size = squared_norms(b);
  for (Row row = 0; row < b.rows(); ++row) rz += r.row(row) * p.row(row);
  for (int step = 0; step < steps; ++step) {
    const Eigen::Array<bool, 1, lockstep_columns> done = size <= enough;
    if (done.all()) break;
    const Column alpha = quotient(rz, multiply_lockstep(a, p, ap), done);
    Column rz_new = Column::Zero();
    size.setZero();
    for (Row row = 0; row < b.rows(); ++row) {
      x.row(row) += alpha * p.row(row);
      r.row(row) -= alpha * ap.row(row);
      size += r.row(row).square();
      rz_new += r.row(row).square() * inverse[row];
    }
    const Column beta = quotient(rz_new, rz, done);
    for (Row row = 0; row < b.rows(); ++row) p.row(row) = r.row(row) * inverse[row] + beta * p.row(row);
    rz = rz_new;
  }
  return x;
}

}  // namespace hearsay::linalg
