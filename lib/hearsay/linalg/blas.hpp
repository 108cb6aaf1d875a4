// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

// Products and decompositions of large dense matrices by OpenBLAS, which chooses vector instructions at run time. A
// serial OpenBLAS (Debian's openblas-serial) gives its buffers to two threads at once, and both get wrong numbers: here
// one call is made at a time, whichever threads ask. No other file calls it (scripts/check_layers.py).

namespace hearsay::linalg {

/// How the first factor of a product is taken.
enum class Left { plain, transposed };

/// into += factor a b, or factor a^T b.
/// @complexity 2 m n k operations.
void add_product(Eigen::Ref<Eigen::MatrixXd> into, double factor, const Eigen::Ref<const Eigen::MatrixXd>& a,
                 const Eigen::Ref<const Eigen::MatrixXd>& b, Left left = Left::plain);

/// into += a a^T, the lower triangle alone; what stands above it is not touched.
/// @complexity m^2 k operations for a of m rows and k columns.
void add_gram(Eigen::Ref<Eigen::MatrixXd> into, const Eigen::Ref<const Eigen::MatrixXd>& a);

/// Replaces a symmetric matrix, of which the lower triangle is read, by its eigenvectors.
/// @param values  becomes the eigenvalues, not decreasing.
/// @return whether they converged.
[[nodiscard]] bool eigenvectors_of_symmetric(Eigen::MatrixXd& matrix, Eigen::VectorXd& values);

/// R of A = Q R by Householder's method, min(m, n) x n, upper triangular.
[[nodiscard]] Eigen::MatrixXd triangular_factor(Eigen::MatrixXd a);

}  // namespace hearsay::linalg
