#include <hearsay/learning/descent_loss.hpp>

#include <array>

#include <hearsay/accounting/gossip/losses.hpp>
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
    view.published[observer] = 0.0;
    losses.published.col(round) = view.published.cwiseMin(1.0);
    constexpr double doubt = 1e-9;  // a loss in doubt counts with all it may be
    losses.exact.col(round) = view.accuracy > doubt ? (view.exact.array() + view.accuracy).cwiseMin(1.0).matrix() : view.exact;
    losses.exact(observer, round) = 0.0;
  }
  return losses;
}

}  // namespace hearsay::learning
