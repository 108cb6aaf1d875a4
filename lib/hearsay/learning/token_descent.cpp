// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/learning/token_descent.hpp>

#include <fmt/format.h>

#include <cmath>

#include <hearsay/core/error.hpp>
#include <hearsay/learning/gossip_descent.hpp>

namespace hearsay::learning {

Eigen::VectorXd walk(const Problem& problem, const TokenOptions& options, random::Seed seed, std::uint32_t trial,
                     const TokenObserver& observer) {
  require_between("walk", "iterations", options.iterations, 0, std::numeric_limits<std::int64_t>::max());
  require_between("walk", "budget", options.budget, 0, std::numeric_limits<std::int64_t>::max());
  require_positive("walk", "step", options.step);
  require_non_negative("walk", "noise", options.noise);
  if (!(options.clip > 0.0)) throw Error(Errc::domain, "walk", fmt::format("clip = {} must be > 0", options.clip));
  if (!(options.diameter > 0.0))
    throw Error(Errc::domain, "walk", fmt::format("diameter = {} must be > 0", options.diameter));
  random::Stream choice(seed, random::Purpose::activation, trial), noise(seed, random::Purpose::noise, trial);
  std::vector<std::int64_t> contributions(static_cast<std::size_t>(problem.users()), 0);
  Eigen::VectorXd token = Eigen::VectorXd::Zero(problem.dimension());
  for (std::int64_t t = 1; t <= options.iterations; ++t) {
    const auto user = choice.below(static_cast<std::uint64_t>(problem.users()));
    const bool contributes = contributions[user]++ < options.budget;
    if (contributes || options.spent == TokenOptions::Spent::noise_only) {
      Eigen::VectorXd direction = Eigen::VectorXd::Zero(token.size());
      if (contributes) direction = clipped(problem.gradient(static_cast<Eigen::Index>(user), token), options.clip);
      for (auto& value : direction) value += options.noise * noise.normal();
      token -= (options.decaying ? options.step / std::sqrt(static_cast<double>(t)) : options.step) * direction;
      token = clipped(std::move(token), options.diameter / 2.0);
    }
    if (observer) observer(t, token);
  }
  return token;
}

}  // namespace hearsay::learning
