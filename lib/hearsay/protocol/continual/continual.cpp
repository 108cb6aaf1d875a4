// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/protocol/continual/continual.hpp>

#include <fmt/format.h>

#include <vector>

#include <hearsay/core/error.hpp>

namespace hearsay::protocol {

NodeValues run_continual(const graph::GossipMatrix& w, const ContinualPlan& plan, const Contribute& contribute,
                         const Watch& watch, random::Seed seed, std::uint32_t trial) {
  if (w.rows() != w.cols())
    throw Error(Errc::shape, "run_continual", fmt::format("W is {} x {}, must be square", w.rows(), w.cols()));
  require_between("run_continual", "rounds", plan.rounds, 1, 1'000'000'000);
  require_between("run_continual", "steps per round", plan.steps_per_round, 1, 1'000'000'000);
  require_between("run_continual", "dimension", plan.dimension, 1, 1'000'000'000);
  require_non_negative("run_continual", "sigma", plan.sigma);

  std::vector<random::Stream> noise;
  if (plan.sigma > 0.0) {
    noise.reserve(static_cast<std::size_t>(w.rows()));
    for (Eigen::Index v = 0; v < w.rows(); ++v)
      noise.emplace_back(seed, random::Purpose::noise, trial, static_cast<std::uint32_t>(v));
  }
  NodeValues state = NodeValues::Zero(w.rows(), plan.dimension), contribution, next;
  for (int t = 0; t < plan.rounds; ++t) {
    contribution.setZero(w.rows(), plan.dimension);
    if (contribute) contribute(t, state, contribution);
    if (contribution.rows() != w.rows() || contribution.cols() != plan.dimension) {
      throw Error(Errc::shape, "run_continual",
                  fmt::format("contributions of round {} are {} x {}, must be {} x {}", t, contribution.rows(),
                              contribution.cols(), w.rows(), plan.dimension));
    }
    state += contribution;
    for (std::size_t v = 0; v < noise.size(); ++v) {
      for (Eigen::Index i = 0; i < plan.dimension; ++i)
        state(static_cast<Eigen::Index>(v), i) += plan.sigma * noise[v].normal();
    }
    for (int k = 0; k < plan.steps_per_round; ++k) {
      if (watch) watch(t, k, state);
      next.noalias() = w * state;
      state.swap(next);
    }
  }
  return state;
}

}  // namespace hearsay::protocol
