// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <hearsay/accounting/token/guarantee.hpp>
#include <hearsay/accounting/token/realized.hpp>
#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/protocol/token/token.hpp>
#include <hearsay/system/parallel.hpp>
#include "empirical/figures/measurement.hpp"

namespace hearsay::empirical {

namespace {

/// One walk: over all pairs for losses, over all users for local DP.
struct Spread {
  double least = 0.0, mean = 0.0, most = 0.0;
};

struct Walk {
  Spread published, repaired, local;
  double path_median = 0.0, path_worst = 0.0;
};

Spread spread(const std::vector<double>& values) {
  const auto [least, most] = std::ranges::minmax_element(values);
  return {*least, std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size()), *most};
}

std::vector<double> off_diagonal(const std::vector<double>& square, std::int64_t users) {
  std::vector<double> values;
  for (std::size_t i = 0; i < square.size(); ++i) {
    if (i % static_cast<std::size_t>(users + 1) != 0) values.push_back(square[i]);
  }
  return values;
}

Walk one_walk(std::int64_t users, std::int64_t steps, double epsilon, double delta, random::Stream stream) {
  const auto path = protocol::uniform_walk(users, steps, stream);
  accounting::RealizedQuestion question{.users = users,
                                        .epsilon = epsilon,
                                        .delta = delta,
                                        .delta_prime = delta,
                                        .rule = accounting::CycleRule::published,
                                        .known_neighbors = false};
  const auto published = accounting::realized_losses(path, question);
  question.rule = accounting::CycleRule::repaired;
  const auto repaired = accounting::realized_losses(path, question);
  Walk walk{spread(off_diagonal(published.epsilon, users)), spread(off_diagonal(repaired.epsilon, users)),
            spread(published.local)};
  // The loss increases with mu, so that quantiles of mu give quantiles of epsilon.
  auto mu =
      off_diagonal(accounting::realized_path_mu(
                       path, users, accounting::signal_to_noise(accounting::Calibration::classical, epsilon, delta)),
                   users);
  std::ranges::nth_element(mu, mu.begin() + static_cast<std::ptrdiff_t>(mu.size() / 2));
  const double total = spread(off_diagonal(published.delta, users)).mean;
  walk.path_median = divergence::gaussian_epsilon(mu[mu.size() / 2], total).upper();
  walk.path_worst = divergence::gaussian_epsilon(*std::ranges::max_element(mu), total).upper();
  return walk;
}

/// Over all walks: the mean of means, the least and the most.
template <class Part>
Spread over_walks(const std::vector<Walk>& walks, Part part) {
  Spread all{part(walks[0]).least, 0.0, part(walks[0]).most};
  for (const auto& walk : walks) {
    const Spread& s = part(walk);
    all = {std::min(all.least, s.least), all.mean + s.mean / static_cast<double>(walks.size()),
           std::max(all.most, s.most)};
  }
  return all;
}

std::vector<Walk> sampled_walks(const MeasurementRequest& request, double epsilon, std::int64_t users) {
  const auto laps = request.parameters.at("laps").get<std::int64_t>();
  std::vector<Walk> walks(request.parameters.at("walks").get<std::size_t>());
  parallel_for(walks.size(), request.execution, [&](std::size_t run) {
    walks[run] = one_walk(users, laps * users, epsilon, request.parameters.at("delta").get<double>(),
                          random::Stream(request.execution.seed, random::Purpose::activation,
                                         static_cast<std::uint32_t>(run), static_cast<std::uint32_t>(users)));
  });
  return walks;
}

/// Losses of all pairs in sampled walks of the complete sum, the neighbors of a user hidden from it (Section 4),
/// charged as published and as repaired, and the median and worst pair if the whole path is known.
Measured measure_walk_samples(const MeasurementRequest& request) {
  const auto users = request.parameters.at("users").get<std::vector<std::int64_t>>();
  const auto epsilons = request.parameters.at("epsilon").get<std::vector<double>>();
  Measured found;
  auto losses = walk_samples().table("walks"), paths = walk_samples().table("paths");
  std::size_t done = 0;
  for (const double epsilon : epsilons) {
    for (const auto n : users) {
      const auto walks = sampled_walks(request, epsilon, n);
      const auto local = over_walks(walks, [](const Walk& w) { return w.local; }),
                 published = over_walks(walks, [](const Walk& w) { return w.published; }),
                 repaired = over_walks(walks, [](const Walk& w) { return w.repaired; });
      for (const auto& [name, s] : {std::pair{"local DP", local},
                                    {"network DP, charged as published", published},
                                    {"network DP, repaired", repaired}})
        losses.row(epsilon, n, name, s.mean, s.least, s.most);
      double median = 0.0, worst = 0.0;
      for (const auto& walk : walks)
        median += walk.path_median / static_cast<double>(walks.size()), worst = std::max(worst, walk.path_worst);
      paths.row(epsilon, n, median, worst);
      found.numbers[fmt::format("mean local over mean network epsilon, n = {}, epsilon0 = {}", n, epsilon)] =
          local.mean / published.mean;
      if (request.execution.progress) request.execution.progress(++done, epsilons.size() * users.size(), "points");
    }
  }
  found.tables.emplace("walks", std::move(losses));
  found.tables.emplace("paths", std::move(paths));
  return found;
}

}  // namespace

const Measurement& walk_samples() {
  static const Measurement it{.name = "losses in sampled summing walks",
                              .parameters = {"users", "laps", "walks", "epsilon", "delta"},
                              .options = {},
                              .tables = {{"walks", {"epsilon0", "users", "charge", "mean", "lowest", "highest"}},
                                         {"paths", {"epsilon0", "users", "median", "worst"}}},
                              .measure = measure_walk_samples};
  return it;
}

}  // namespace hearsay::empirical
