// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/learning/gossip_descent.hpp>

#include <fmt/format.h>

#include <cmath>

#include <hearsay/core/error.hpp>
#include <hearsay/protocol/gossip/averaging.hpp>

namespace hearsay::learning {

void gossip(const GossipRound& round, RowMatrix& models) {
  if (round.w->rows() != models.rows()) {
    throw Error(Errc::shape, "gossip",
                fmt::format("the gossip matrix is for {} nodes, there are {} models", round.w->rows(), models.rows()));
  }
  models = round.gamma == 1.0 ? protocol::average(*round.w, models, round.steps)
                              : protocol::average_accelerated(*round.w, round.gamma, models, round.steps);
}

Eigen::VectorXd clipped(Eigen::VectorXd gradient, double clip) {
  const double norm = gradient.norm();
  if (norm > clip) gradient *= clip / norm;
  return gradient;
}

RowMatrix descend(const Problem& problem, const GossipPlan& plan, const DescentOptions& options, random::Seed seed,
                  std::uint32_t trial, const DescentObserver& observer) {
  require_between("descend", "rounds", options.rounds, 0, 1'000'000'000);
  require_positive("descend", "step", options.step);
  require_non_negative("descend", "noise", options.noise);
  if (!(options.clip > 0.0)) throw Error(Errc::domain, "descend", fmt::format("clip = {} must be > 0", options.clip));
  const auto users = problem.users();
  std::vector<random::Stream> noises, points;
  for (Eigen::Index user = 0; user < users; ++user) {
    noises.emplace_back(seed, random::Purpose::noise, trial, static_cast<std::uint32_t>(user));
    points.emplace_back(seed, random::Purpose::activation, trial, static_cast<std::uint32_t>(user));
  }
  RowMatrix models = RowMatrix::Zero(users, problem.dimension());
  for (int round = 0; round < options.rounds; ++round) {
    for (Eigen::Index user = 0; user < users; ++user) {
      const auto slot = static_cast<std::size_t>(user);
      const Eigen::VectorXd theta = models.row(user);
      Eigen::VectorXd direction =
          options.stochastic ? problem.sampled_gradient(user, theta, points[slot]) : problem.gradient(user, theta);
      direction = clipped(std::move(direction), options.clip);
      if (options.noise > 0.0) {
        for (auto& value : direction) value += options.noise * noises[slot].normal();
      }
      models.row(user) -= options.step * direction.transpose();
    }
    if (plan) {
      gossip(plan(trial, static_cast<std::uint32_t>(round)), models);
    } else {
      const Eigen::RowVectorXd mean = models.colwise().mean();
      models.rowwise() = mean;
    }
    if (observer) observer(round + 1, models);
  }
  return models;
}

}  // namespace hearsay::learning
