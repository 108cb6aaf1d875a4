// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/linalg/symmetric_eigen.hpp>

#include <utility>

#include <hearsay/core/decompositions.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/linalg/blas.hpp>

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
  Eigen::VectorXd values;
  if (!eigenvectors_of_symmetric(matrix, values)) not_converged();
  return {.values = std::move(values), .vectors = std::move(matrix)};
}

}  // namespace hearsay::linalg
