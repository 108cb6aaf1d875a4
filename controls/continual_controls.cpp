// SPDX-License-Identifier: GPL-3.0-or-later
#include "controls/continual_controls.hpp"

#include <array>
#include <vector>

#include <hearsay/accounting/continual/losses.hpp>
#include <hearsay/core/decompositions.hpp>

namespace hearsay::controls {

Eigen::MatrixXd later_noise_forgotten(const graph::GossipMatrix& sparse, const accounting::ContinualView& view,
                                      int rounds, graph::Node target) {
  const Eigen::MatrixXd w = sparse;
  const auto m = static_cast<Eigen::Index>(view.observed.size());
  const Eigen::Index a_round = m * view.steps_per_round;
  Eigen::MatrixXd noise = Eigen::MatrixXd::Zero(a_round * rounds, w.cols()),
                  signal = Eigen::MatrixXd::Zero(a_round * rounds, rounds);
  Eigen::MatrixXd power = Eigen::MatrixXd::Identity(w.rows(), w.cols());
  for (int step = 0; step < rounds * view.steps_per_round; ++step, power = power * w) {
    for (Eigen::Index i = 0; i < m; ++i) {
      const auto row = power.row(view.observed[static_cast<std::size_t>(i)]);
      noise.row(step * m + i) = row;
      for (int s = 0; s * view.steps_per_round + step < rounds * view.steps_per_round; ++s)
        signal(s * a_round + step * m + i, s) = row(target);
    }
  }
  for (const auto o : view.known_noise) noise.col(o).setZero();
  return signal.transpose() *
         Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>(noise * noise.transpose()).solve(signal);
}

Eigen::MatrixXd own_noise_kept(const graph::GossipMatrix& w, const accounting::ContinualView& view, int rounds,
                               graph::Node target) {
  auto unknown = view;
  unknown.known_noise.clear();
  return accounting::ContinualAccountant(w, unknown, rounds, std::array<graph::Node, 1>{target}, {.jobs = 1})
      .loss_matrix(target);
}

}  // namespace hearsay::controls
