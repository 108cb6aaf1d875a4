// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/adversary/continual_view.hpp>

namespace hearsay::adversary {

Eigen::MatrixXd continual_transcript(const graph::GossipMatrix& w, const ContinualObservers& observers,
                                     const protocol::ContinualPlan& plan, const protocol::Contribute& contribute,
                                     random::Seed seed, std::uint32_t trial) {
  const int seen_steps = observers.every_step ? plan.steps_per_round : 1;
  Eigen::MatrixXd seen(static_cast<Eigen::Index>(observers.observed.size()) * seen_steps * plan.rounds, plan.dimension);
  Eigen::Index row = 0;
  const auto watch = [&](int, int step, const protocol::NodeValues& state) {
    if (step >= seen_steps) return;
    for (const auto a : observers.observed) seen.row(row++) = state.row(a);
  };
  protocol::run_continual(w, plan, contribute, watch, seed, trial);
  return seen;
}

Eigen::MatrixXd continual_view_matrix(const graph::GossipMatrix& w, const ContinualObservers& observers, int rounds) {
  // All unit contributions travel at once, as the n T coordinates of one stream.
  const auto n = w.rows();
  const protocol::ContinualPlan plan{
      .rounds = rounds, .steps_per_round = observers.steps_per_round, .dimension = n * rounds, .sigma = 0.0};
  const auto units = [&](int round, const protocol::NodeValues&, protocol::NodeValues& contribution) {
    for (Eigen::Index u = 0; u < n; ++u) contribution(u, round * n + u) = 1.0;
  };
  return continual_transcript(w, observers, plan, units, {}, 0);
}

}  // namespace hearsay::adversary
