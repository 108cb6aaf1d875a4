#include <hearsay/accounting/tall_qr.hpp>

#include <Eigen/QR>

#include <algorithm>
#include <vector>

#include <cblas.h>

namespace hearsay::accounting {

TallQr tall_qr(const Eigen::MatrixXd& a, double tolerance, Eigen::Index room) {
  constexpr Eigen::Index slice_rows = 4096;
  const auto n = a.rows(), b = a.cols();
  if (b == 0) return {.q = a, .pivots = {}};
  const auto slices = std::max<Eigen::Index>(1, n / std::max(slice_rows, 4 * b));
  const auto begin = [&](Eigen::Index i) { return n * i / slices; };

  std::vector<Eigen::HouseholderQR<Eigen::MatrixXd>> parts;
  Eigen::MatrixXd triangles = slices > 1 ? Eigen::MatrixXd(slices * b, b) : a;
  if (slices > 1) {
    for (Eigen::Index i = 0; i < slices; ++i) {
      const auto& part = parts.emplace_back(a.middleRows(begin(i), begin(i + 1) - begin(i)));
      triangles.middleRows(i * b, b) = part.matrixQR().topRows(b).triangularView<Eigen::Upper>();
    }
  }
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(std::move(triangles));
  TallQr result{.q = {}, .pivots = qr.matrixQR().diagonal().cwiseAbs()};
  Eigen::Index rank = 0;
  while (rank < std::min(result.pivots.size(), room) && result.pivots(rank) > tolerance) ++rank;
  result.q = qr.householderQ() * Eigen::MatrixXd::Identity(qr.rows(), rank);
  if (slices == 1) return result;

  const Eigen::MatrixXd top = std::move(result.q);
  result.q.setZero(n, rank);
  for (Eigen::Index i = 0; i < slices; ++i) {
    auto rows = result.q.middleRows(begin(i), begin(i + 1) - begin(i));
    Eigen::MatrixXd part = Eigen::MatrixXd::Zero(rows.rows(), rank);
    part.topRows(b) = top.middleRows(i * b, b);
    part.applyOnTheLeft(parts[static_cast<std::size_t>(i)].householderQ());
    rows = part;
  }
  return result;
}

void orthogonalize(Eigen::MatrixXd& x, const Eigen::Ref<const Eigen::MatrixXd>& q) {
  if (q.cols() == 0 || x.size() == 0) return;
  const auto n = static_cast<blasint>(x.rows()), b = static_cast<blasint>(x.cols()), r = static_cast<blasint>(q.cols()), stride = static_cast<blasint>(q.outerStride());
  Eigen::MatrixXd c(r, b);
  cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, r, b, n, 1.0, q.data(), stride, x.data(), n, 0.0, c.data(), r);
  cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, n, b, r, -1.0, q.data(), stride, c.data(), r, 1.0, x.data(), n);
}

}  // namespace hearsay::accounting
