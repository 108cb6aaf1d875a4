// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <hearsay/linalg/rational_matrix.hpp>

namespace hearsay::linalg {

/// Independent eigenvectors of one eigenvalue, all of them fractions.
struct RationalEigenvectors {
  Rational value;
  std::vector<std::vector<RationalMatrix::Entry>> vectors;  ///< entries that are not 0, by node
};

/// Eigenvectors over the rationals that are guessed from those in double precision, and then checked exactly.
/// @param value    of eigenvalues that rounding does not tell apart.
/// @param vectors  n x k: an orthonormal basis of their eigenvectors, up to rounding.
/// @return nothing if the eigenvalue or all vectors are no fractions with small denominators; else those that are.
/// @complexity O(n k^2 + k entries of w).
[[nodiscard]] std::optional<RationalEigenvectors> rational_eigenvectors(
    const RationalMatrix& w, double value, const Eigen::Ref<const Eigen::MatrixXd>& vectors);

/// Rank of the rows `starts` of the eigenvectors, modulo a prime: a lower bound of the dimension of what the messages
/// e_v^T W^s, v in starts, have in common with the eigenvectors of this eigenvalue, if W is symmetric.
/// @pre starts are nodes.
/// @complexity O(|starts| k^2).
[[nodiscard]] std::int64_t seen_dimensions(const RationalEigenvectors& space, std::span<const Index> starts);

}  // namespace hearsay::linalg
