// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <hearsay/linalg/sparse.hpp>

namespace hearsay::linalg {

/// Orthonormal basis of a space of vectors, built one by one with a running bound on the rounding error.
///
/// Every vector q_j of the basis carries a first-order bound e_j on its error. A new vector a is orthogonalized twice;
/// what is left, b = a - sum_j c_j q_j, is wrong by at most e = |a| unit + sum_j |c_j| e_j. It is dropped if |b| <= 4
/// e, since it is then indistinguishable from 0; otherwise b / |b| joins the basis with the bound e / |b|.
class RowSpace {
 public:
  /// @param n     length of the vectors.
  /// @param unit  relative error of the vectors that will be added; by default a few roundings.
  explicit RowSpace(Eigen::Index n, double unit = 2e-15);

  /// Adds one vector. @return whether it enlarged the space.
  bool add(const Eigen::VectorXd& vector);

  [[nodiscard]] Eigen::Index rank() const noexcept { return rank_; }
  /// The basis, n x rank, orthonormal columns.
  [[nodiscard]] Eigen::Ref<const Eigen::MatrixXd> basis() const { return basis_.leftCols(rank_); }
  /// The largest vector, relative to its norm, that may have been dropped though it was new: 5 times the bound it was
  /// compared with.
  [[nodiscard]] double largest_doubt() const noexcept { return largest_doubt_; }
  /// First-order bound on the error of |P e_u|^2 for the projector P on the space: 2 (sum_j e_j^2)^{1/2}.
  [[nodiscard]] double error() const;

 private:
  Eigen::MatrixXd basis_;  // first rank_ columns
  std::vector<double> errors_;
  Eigen::Index rank_ = 0;
  double unit_, largest_doubt_ = 0.0;
};

/// |P e_u|^2 for every u, P the projector on the span of the columns of `basis`.
/// @pre the columns are orthonormal.
[[nodiscard]] Eigen::VectorXd projections(const Eigen::Ref<const Eigen::MatrixXd>& basis);

/// Projections when rows of an orthonormal basis (columns of the view) are deleted, without another decomposition of
/// its size. With Q_O the deleted rows and z_i the right singular vectors of Q_O, the other rows Q_S keep an isometry
/// on the complement of the z_i, so only the directions Q_S z_i need orthonormalization. For one deleted row v this is
/// P_uu + P_uv^2 / (1 - P_vv), or P_uu where the space has the unit vector of v.
/// @param whole  projections(basis).
/// @param rank   of what is left, if it is known; else as many as `basis` has columns.
/// @return nothing if a direction that is left keeps less than 1/100 of its norm, for its rounding errors would grow
/// with it; or if one that is not left keeps more than 1e-8. 0 at the deleted rows.
/// @complexity O(n rank |deleted|).
[[nodiscard]] std::optional<Eigen::VectorXd> delete_rows(const Eigen::Ref<const Eigen::MatrixXd>& basis,
                                                         const Eigen::VectorXd& whole, std::span<const Index> deleted,
                                                         std::optional<std::int64_t> rank = std::nullopt);

}  // namespace hearsay::linalg
