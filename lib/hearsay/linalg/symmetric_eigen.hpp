// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

namespace hearsay::linalg {

/// Eigenvalues of a symmetric matrix in increasing order, and orthonormal eigenvectors, the columns of `vectors`.
struct Eigenpairs {
  Eigen::VectorXd values;
  Eigen::MatrixXd vectors;
};

/// By LAPACK's divide and conquer from 500 rows on, by Eigen's QR iteration below, where it is as fast and its digits
/// do not depend on the processor.
/// @pre symmetric, finite.
/// @throws Error(Errc::not_converged).
/// @accuracy backward error of a small multiple of n epsilon |matrix|.
/// @complexity O(n^3): 15 s for n = 4,000.
/// @cite golub2013matrix (Section 8.4)
[[nodiscard]] Eigenpairs symmetric_eigen(Eigen::MatrixXd matrix);

}  // namespace hearsay::linalg
