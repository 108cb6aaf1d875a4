#include <hearsay/accounting/forever.hpp>

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <Eigen/SVD>
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <tuple>
#include <vector>

#include <hearsay/core/error.hpp>

namespace hearsay::accounting {

SpaceLosses null_space_losses(const ViewRank& view) {
  const auto count = static_cast<Eigen::Index>(view.cells.count());
  const auto& null_space = view.null_space.value();
  Eigen::VectorXd sizes = Eigen::VectorXd::Zero(count);
  for (const auto cell : view.cells.of) sizes(cell) += 1.0;
  // In orthonormal coordinates 1/sqrt|C| on the cell C.
  Eigen::MatrixXd basis(count, static_cast<Eigen::Index>(null_space.size()));
  for (Eigen::Index j = 0; j < basis.cols(); ++j) {
    for (Eigen::Index cell = 0; cell < count; ++cell) {
      basis(cell, j) = static_cast<double>(null_space[static_cast<std::size_t>(j)][static_cast<std::size_t>(cell)]) / std::sqrt(sizes(cell));
    }
    basis.col(j).normalize();
  }
  SpaceLosses result{.losses = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(view.cells.of.size())), .accuracy = std::numeric_limits<double>::epsilon()};
  Eigen::VectorXd lost = Eigen::VectorXd::Zero(count);
  if (basis.cols() > 0) {
    const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(basis);
    const Eigen::MatrixXd q = qr.householderQ() * Eigen::MatrixXd::Identity(count, basis.cols());
    lost = q.rowwise().squaredNorm();
    const auto diagonal = qr.matrixR().diagonal().head(basis.cols()).cwiseAbs();
    result.accuracy = std::min(1.0, static_cast<double>(count) * result.accuracy / diagonal.minCoeff());
  }
  for (Eigen::Index u = 0; u < result.losses.size(); ++u) {
    const auto cell = static_cast<Eigen::Index>(view.cells.of[static_cast<std::size_t>(u)]);
    result.losses(u) = (1.0 - lost(cell)) / sizes(cell);
  }
  return result;
}

Eigenpairs eigenpairs(const graph::GossipMatrix& w) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver{Eigen::MatrixXd(w)};
  if (solver.info() != Eigen::Success) throw Error(Errc::not_converged, "eigenpairs", "the eigenvalues of W did not converge");
  return {.values = solver.eigenvalues(), .vectors = solver.eigenvectors()};
}

SpaceLosses spectral_losses(const Eigenpairs& pairs, std::span<const graph::Node> starts, std::int64_t rank) {
  constexpr double equal = 1e-9;  // eigenvalues of matrices of norm 1 are known to about 1e-13
  const auto n = pairs.values.size();
  if (rank < 0 || rank > n) throw Error(Errc::shape, "spectral_losses", fmt::format("rank {} of {} nodes", rank, n));
  for (const auto v : starts) {
    if (v >= n) throw Error(Errc::shape, "spectral_losses", fmt::format("node {} is none of {}", v, n));
  }
  const std::vector<Eigen::Index> rows(starts.begin(), starts.end());
  std::vector<std::pair<double, Eigen::VectorXd>> parts;  // norm on the starts, squares of the direction's entries
  for (Eigen::Index begin = 0, end = 0; begin < n && !starts.empty(); begin = end) {
    while (end < n && (end == begin || pairs.values(end) - pairs.values(end - 1) < equal)) ++end;
    const auto block = pairs.vectors.middleCols(begin, end - begin);
    if (end == begin + 1) {
      parts.emplace_back(block(rows, Eigen::all).norm(), block.col(0).cwiseAbs2());
      continue;
    }
    const Eigen::MatrixXd seen = block(rows, Eigen::all);
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(seen, Eigen::ComputeThinV);
    for (Eigen::Index i = 0; i < svd.singularValues().size(); ++i) {
      parts.emplace_back(svd.singularValues()(i), (block * svd.matrixV().col(i)).cwiseAbs2());
    }
  }
  std::ranges::stable_sort(parts, std::greater{}, [](const auto& part) { return part.first; });
  const auto kept = static_cast<std::size_t>(rank);
  if (kept > parts.size()) return {.losses = Eigen::VectorXd::Ones(n), .accuracy = 1.0};  // eigenvalues that are not equal were taken for equal
  SpaceLosses result{.losses = Eigen::VectorXd::Zero(n), .accuracy = 0x1p-52};
  for (std::size_t i = 0; i < kept; ++i) result.losses += parts[i].second;
  if (kept < parts.size() && kept > 0) result.accuracy = std::clamp(parts[kept].first / parts[kept - 1].first, 0x1p-52, 1.0);
  return result;
}

}  // namespace hearsay::accounting
