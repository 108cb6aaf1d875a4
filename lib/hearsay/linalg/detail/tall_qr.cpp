// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/linalg/detail/tall_qr.hpp>

#include <algorithm>
#include <utility>

#include <hearsay/core/decompositions.hpp>
#include <hearsay/linalg/blas.hpp>

namespace hearsay::linalg {

Eigen::VectorXd tall_qr(Eigen::MatrixXd& a, double tolerance, Eigen::Index room) {
  constexpr Eigen::Index slice_rows = 4096;
  const auto n = a.rows(), b = a.cols();
  if (b == 0) return {};
  const auto height = std::max(slice_rows, 4 * b),
             slices = std::max<Eigen::Index>(1, n / height);  // the last one has the rest
  const auto slice = [&](Eigen::Index i) {
    return a.middleRows(i * height, (i + 1 < slices ? height : n - i * height));
  };

  Eigen::MatrixXd triangles, work;  // kept from slice to slice: fresh memory costs more than the arithmetic
  if (slices == 1) {
    triangles = std::move(a);
  } else {
    triangles.resize(slices * b, b);
    Eigen::HouseholderQR<Eigen::MatrixXd> part;
    for (Eigen::Index i = 0; i < slices; ++i) {
      auto rows = slice(i);
      part.compute(rows);
      triangles.middleRows(i * b, b) = part.matrixQR().topRows(b).triangularView<Eigen::Upper>();
      work.setIdentity(rows.rows(), b);
      work.applyOnTheLeft(part.householderQ());
      rows = work;
    }
  }
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(std::move(triangles));
  const Eigen::VectorXd pivots = qr.matrixQR().diagonal().cwiseAbs();
  Eigen::Index rank = 0;
  while (rank < std::min(pivots.size(), room) && pivots(rank) > tolerance) ++rank;
  Eigen::MatrixXd q = qr.householderQ() * Eigen::MatrixXd::Identity(qr.rows(), rank);
  if (slices == 1) {
    a = std::move(q);
    return pivots;
  }
  for (Eigen::Index i = 0; i < slices; ++i) {
    work.noalias() = slice(i) * q.middleRows(i * b, b);
    slice(i).leftCols(rank) = work;
  }
  a.conservativeResize(Eigen::NoChange, rank);
  return pivots;
}

void orthogonalize(Eigen::MatrixXd& x, const Eigen::Ref<const Eigen::MatrixXd>& q) {
  Eigen::MatrixXd c = Eigen::MatrixXd::Zero(q.cols(), x.cols());
  add_product(c, 1.0, q, x, Left::transposed);
  add_product(x, -1.0, q, c);
}

}  // namespace hearsay::linalg
