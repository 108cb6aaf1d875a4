// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/linalg/symmetric_eigen.hpp>

#include <vector>

#include <hearsay/core/decompositions.hpp>
#include <hearsay/core/error.hpp>

// LAPACK has no header in OpenBLAS's package.
extern "C" void dsyevd_(const char* vectors, const char* triangle, const int* order, double* matrix, const int* stride,
                        double* values, double* work, const int* work_size, int* whole_work, const int* whole_size,
                        int* failure);

namespace hearsay::linalg {

namespace {

constexpr Eigen::Index least_for_lapack = 500;

[[noreturn]] void not_converged() {
  throw Error(Errc::not_converged, "symmetric_eigen", "the eigenvalues did not converge");
}

}  // namespace

Eigenpairs symmetric_eigen(Eigen::MatrixXd matrix) {
  if (matrix.rows() < least_for_lapack) {
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(matrix);
    if (solver.info() != Eigen::Success) not_converged();
    return {.values = solver.eigenvalues(), .vectors = solver.eigenvectors()};
  }
  const int n = static_cast<int>(matrix.rows());
  Eigen::VectorXd values(n);
  int failure = 0, ask = -1, whole_wanted = 0;
  double wanted = 0.0;
  dsyevd_("V", "L", &n, matrix.data(), &n, values.data(), &wanted, &ask, &whole_wanted, &ask, &failure);
  std::vector<double> work(static_cast<std::size_t>(wanted));
  std::vector<int> whole_work(static_cast<std::size_t>(whole_wanted));
  const int size = static_cast<int>(work.size()), whole_size = static_cast<int>(whole_work.size());
  dsyevd_("V", "L", &n, matrix.data(), &n, values.data(), work.data(), &size, whole_work.data(), &whole_size, &failure);
  if (failure != 0) not_converged();
  return {.values = std::move(values), .vectors = std::move(matrix)};
}

}  // namespace hearsay::linalg
