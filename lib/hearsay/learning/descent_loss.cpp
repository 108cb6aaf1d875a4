// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/learning/descent_loss.hpp>

#include <array>

#include <hearsay/core/error.hpp>

namespace hearsay::learning {

Eigen::VectorXd largest_exact(const accounting::GossipLosses& losses) {
  constexpr double doubt = 1e-9;
  if (losses.ranks_known() && losses.accuracy <= doubt) return losses.exact;
  Eigen::VectorXd upper(losses.exact.size());
  for (Eigen::Index u = 0; u < upper.size(); ++u) upper(u) = losses.exact_of(static_cast<graph::Node>(u)).upper;
  return upper;
}

DescentLosses descent_losses(const GossipPlan& plan, std::uint32_t trial, int rounds, graph::Node observer) {
  require_between("descent_losses", "rounds", rounds, 0, 1'000'000);
  DescentLosses losses;
  for (int round = 0; round < rounds; ++round) {
    const auto communication = plan(trial, static_cast<std::uint32_t>(round));
    const std::array observers{observer};
    auto view = accounting::gossip_losses(*communication.w, observers, communication.steps);
    if (round == 0) {
      losses.published = losses.exact = Eigen::MatrixXd::Zero(communication.w->rows(), rounds);
    }
    view.published[observer] = 0.0;
    losses.published.col(round) = view.published.cwiseMin(1.0);
    losses.exact.col(round) = largest_exact(view);
    losses.exact(observer, round) = 0.0;
  }
  return losses;
}

}  // namespace hearsay::learning
