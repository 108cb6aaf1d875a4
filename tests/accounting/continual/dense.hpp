// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The textbook road, for tests only: the whole system matrix H, dense, and its singular value decomposition.

#include <Eigen/Dense>

#include <vector>

#include <hearsay/accounting/continual/system.hpp>
#include <hearsay/core/decompositions.hpp>
#include <hearsay/graph/weights.hpp>

namespace hearsay::accounting {

/// Every row of the view of `rounds` rounds, in order (t, k, a); columns (s, node).
inline Eigen::MatrixXd dense_system(const graph::GossipMatrix& sparse, const ContinualView& view, int rounds) {
  const Eigen::MatrixXd w = sparse;
  const auto n = w.rows();
  const int levels = view.every_step ? view.steps_per_round : 1;
  std::vector<Eigen::MatrixXd> powers{Eigen::MatrixXd::Identity(n, n)};
  for (int k = 1; k <= rounds * view.steps_per_round; ++k) powers.emplace_back(powers.back() * w);
  const auto m = static_cast<Eigen::Index>(view.observed.size());
  Eigen::MatrixXd h = Eigen::MatrixXd::Zero(rounds * levels * m, rounds * n);
  Eigen::Index row = 0;
  for (int t = 0; t < rounds; ++t) {
    for (int k = 0; k < levels; ++k) {
      for (const auto a : view.observed) {
        for (int s = 0; s <= t; ++s) {
          h.block(row, s * n, 1, n) = powers[static_cast<std::size_t>((t - s) * view.steps_per_round + k)].row(a);
        }
        ++row;
      }
    }
  }
  return h;
}

/// The columns of one node.
inline Eigen::MatrixXd columns_of(const Eigen::MatrixXd& h, graph::Node node, Eigen::Index nodes) {
  Eigen::MatrixXd columns(h.rows(), h.cols() / nodes);
  for (Eigen::Index s = 0; s < columns.cols(); ++s) columns.col(s) = h.col(s * nodes + node);
  return columns;
}

struct DenseLoss {
  Eigen::MatrixXd matrix;  ///< H_u^T (H' H'^T)^+ H_u
  double outside = 0.0;    ///< norm of the part of H_u outside the range of H': > 0 means an infinite loss
  Eigen::Index rank = 0;   ///< of H'
};

/// M by the singular value decomposition of H with the columns of known noise set to zero. Singular values below
/// 1e-9 of the largest count as zero.
inline DenseLoss dense_loss(const graph::GossipMatrix& w, const ContinualView& view, int rounds, graph::Node target) {
  const auto n = w.rows();
  const Eigen::MatrixXd h = dense_system(w, view, rounds);
  Eigen::MatrixXd noise = h;
  for (const auto o : view.known_noise) {
    for (int s = 0; s < rounds; ++s) noise.col(s * n + o).setZero();
  }
  const Eigen::BDCSVD<Eigen::MatrixXd> svd(noise, Eigen::ComputeThinU | Eigen::ComputeThinV);
  DenseLoss loss;
  while (loss.rank < svd.singularValues().size() && svd.singularValues()(loss.rank) > 1e-9 * svd.singularValues()(0))
    ++loss.rank;
  const Eigen::MatrixXd signal = columns_of(h, target, n);
  const Eigen::MatrixXd u = svd.matrixU().leftCols(loss.rank);
  const Eigen::MatrixXd white =
      svd.singularValues().head(loss.rank).cwiseInverse().asDiagonal() * (u.transpose() * signal);
  loss.matrix = white.transpose() * white;
  loss.outside = (signal - u * (u.transpose() * signal)).norm();
  return loss;
}

}  // namespace hearsay::accounting
