// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <cstdint>
#include <span>
#include <vector>

#include <hearsay/accounting/gossip/forever.hpp>
#include <hearsay/graph/weights.hpp>

namespace hearsay::accounting {

/// Eigenvectors of a symmetric matrix, made ready for many views.
struct Spectrum {
  Eigenpairs pairs;
  /// Eigenvalues that are equal as far as rounding tells: columns begin to end - 1, and the distance to the others.
  struct Cluster {
    Eigen::Index begin = 0, end = 0;
    double gap = 0.0;
  };
  std::vector<Cluster> clusters;
  Eigen::MatrixXd rows;         ///< the eigenvectors, transposed: column v is what node v has of each
  Eigen::VectorXd simple;       ///< by node: sum of the squares of its entries of simple eigenvalues' vectors
  double backward_error = 0.0;  ///< the eigenvectors are those of a matrix so close to W
};

/// @pre w symmetric.
/// @throws as eigenpairs.
/// @complexity O(n^3).
[[nodiscard]] Spectrum spectrum_of(const graph::GossipMatrix& w);

/// The part of a view of any number of steps that floating-point eigenvectors show for certain.
struct SpectralView {
  Eigen::VectorXd share;      ///< |P' e_u|^2, P' the projector on that part: at most |P e_u|^2, up to `accuracy`
  double accuracy = 1.0;      ///< bound on the absolute error of `share`; 1: not known
  std::int64_t at_least = 0;  ///< its dimension, a lower bound of the rank of the view
};

/// Of span{Pi_lambda e_v : v in starts, lambda an eigenvalue} those directions that the starts see by more than 16
/// times what rounding can turn an eigenspace by, backward error over gap, and 1e-9. A direction that is not counted
/// may be there all the same: `share` is no upper bound.
/// @param starts  distinct nodes.
/// @throws Error(Errc::shape) if a start is no node.
/// @accuracy 4 n epsilon, and twice the angle by which the counted directions may be turned.
/// @complexity O(n^2 + n |starts| m) for eigenvalues of multiplicity up to m.
/// @cite golub2013matrix (Section 8.1.3: invariant subspaces of W + E)
[[nodiscard]] SpectralView spectral_view(const Spectrum& spectrum, std::span<const graph::Node> starts);

}  // namespace hearsay::accounting
