// SPDX-License-Identifier: GPL-3.0-or-later
#include "controls/gossip_controls.hpp"

#include <algorithm>
#include <vector>

#include <hearsay/accounting/gossip/view.hpp>
#include <hearsay/core/decompositions.hpp>

namespace hearsay::controls {

Eigen::MatrixXd late_view(const graph::GossipMatrix& w, std::span<const graph::Node> observers, int steps) {
  const Eigen::MatrixXd view = accounting::gossip_view(w, observers, steps);
  return view * w;
}

accounting::GossipLosses norm_not_squared(const graph::GossipMatrix& w, std::span<const graph::Node> observers,
                                          int steps) {
  auto losses = accounting::gossip_losses(w, observers, steps);
  losses.published.setZero();
  const Eigen::MatrixXd view = accounting::gossip_view(w, observers, steps);
  for (Eigen::Index i = 0; i < view.rows(); ++i)
    losses.published += view.row(i).transpose().cwiseAbs2() / view.row(i).norm();
  return losses;
}

accounting::GossipLosses own_noise_of_the_wrong_node(const graph::GossipMatrix& w,
                                                     std::span<const graph::Node> observers, int steps) {
  auto losses = accounting::gossip_losses(w, observers, steps);
  std::vector<graph::Node> wrong;
  for (const auto o : observers) wrong.push_back((o + 1) % static_cast<graph::Node>(w.rows()));
  losses.exact_own_noise = accounting::view_losses(accounting::gossip_view(w, observers, steps), wrong).exact_own_noise;
  for (const auto o : observers) losses.exact_own_noise(o) = 0.0;
  return losses;
}

Eigen::MatrixXd reused_noise(Eigen::MatrixXd inputs, double sigma, random::Seed seed, std::uint32_t trial) {
  for (Eigen::Index v = 0; v < inputs.rows(); ++v) {
    random::Stream stream(seed, random::Purpose::noise, trial, 0);
    for (Eigen::Index k = 0; k < inputs.cols(); ++k) inputs(v, k) += sigma * stream.normal();
  }
  return inputs;
}

accounting::GossipLosses powers_of_w(const graph::GossipMatrix& w, std::span<const graph::Node> observers, int steps) {
  auto losses = accounting::gossip_losses(w, observers, steps);
  const Eigen::MatrixXd view = accounting::gossip_view(w, observers, steps);
  const Eigen::BDCSVD<Eigen::MatrixXd> svd(view, Eigen::ComputeThinV);
  losses.rank = (svd.singularValues().array() > 1e-12 * svd.singularValues()(0)).count();
  losses.exact = svd.matrixV().leftCols(losses.rank).rowwise().squaredNorm();
  return losses;
}

}  // namespace hearsay::controls
