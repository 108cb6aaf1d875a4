#include <hearsay/learning/descent_loss.hpp>

#include <array>

#include <hearsay/accounting/gossip_loss.hpp>
#include <hearsay/core/error.hpp>

namespace hearsay::learning {

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
    view.published[observer] = view.exact[observer] = 0.0;
    losses.published.col(round) = view.published.cwiseMin(1.0);
    losses.exact.col(round) = view.exact;
  }
  return losses;
}

}  // namespace hearsay::learning
