#pragma once

#include <Eigen/Core>

#include <span>
#include <vector>

#include <hearsay/graph/graph.hpp>

namespace hearsay::accounting {

/// Orthonormal basis of a row space, n x rank, built vector by vector with a running bound on the rounding error.
///
/// Every vector q_j of the basis carries a first-order bound e_j on its error. A new vector a is orthogonalized twice; what
/// is left, b = a - sum_j c_j q_j, is wrong by at most e = |a| unit + sum_j |c_j| e_j. It is dropped if |b| <= 4 e, since
/// it is then indistinguishable from 0; otherwise b / |b| joins the basis with the bound e / |b|.
class RowSpace {
 public:
  /// \param n     length of the vectors.
  /// \param unit  relative error of the vectors that will be added: by default a few roundings per entry.
  explicit RowSpace(Eigen::Index n, double unit = 0.0);

  /// Adds one vector. \return whether it enlarged the space.
  bool add(const Eigen::VectorXd& vector);

  [[nodiscard]] Eigen::Index rank() const noexcept { return rank_; }
  /// The basis, n x rank, orthonormal columns.
  [[nodiscard]] auto basis() const { return basis_.leftCols(rank_); }

 private:
  Eigen::MatrixXd basis_;        // first rank_ columns
  std::vector<double> errors_;   // e_j
  Eigen::Index rank_ = 0;
  double unit_;
};

/// |P e_u|^2 for every u, P the projector on the span of the orthonormal columns of `basis`.
[[nodiscard]] Eigen::VectorXd projections(const Eigen::MatrixXd& basis);

/// The same, and the rank, after the rows `deleted` of the basis (columns of the view) are deleted; they get 0.
struct Deleted {
  Eigen::VectorXd projections;
  Eigen::Index rank = 0;
};

/// Deletes rows of an orthonormal basis Q without another decomposition of its size: with Q_O the deleted rows and z_i the
/// right singular vectors of Q_O, the other rows Q_S keep an isometry on the complement of the z_i, so only the directions
/// Q_S z_i need orthonormalization; one of norm 0 (a combination of the deleted unit vectors was in the space) is dropped.
/// For one deleted row v this is P_uu + P_uv^2 / (1 - P_vv), and P_uu if P_vv = 1.
/// \complexity O(n rank |deleted|).
[[nodiscard]] Deleted delete_rows(const Eigen::MatrixXd& basis, std::span<const graph::Node> deleted);

}  // namespace hearsay::accounting
