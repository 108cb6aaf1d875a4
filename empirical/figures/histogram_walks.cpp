// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include <hearsay/accounting/token/complete/tight.hpp>
#include <hearsay/accounting/token/realized.hpp>
#include <hearsay/protocol/token/token.hpp>
#include <hearsay/system/parallel.hpp>
#include "empirical/figures/measurement.hpp"

namespace hearsay::empirical {

namespace {

/// Losses of all pairs in sampled walks, each cycle charged as shuffled answers that are subsampled, as in the paper.
struct Simulated {
  double mean = 0.0, least = 0.0, most = 0.0;
  double delta = 0.0;  ///< the largest
};
Simulated simulated(std::int64_t users, std::int64_t steps, double epsilon, double delta, std::size_t walks,
                    const MeasurementRequest& request) {
  std::vector<Simulated> each(walks);
  parallel_for(walks, request.execution, [&](std::size_t run) {
    random::Stream stream(request.execution.seed, random::Purpose::activation, static_cast<std::uint32_t>(run),
                          static_cast<std::uint32_t>(users));
    const auto path = protocol::uniform_walk(users, steps, stream);
    const accounting::RealizedQuestion question{.users = users,
                                                .epsilon = epsilon,
                                                .delta = delta,
                                                .delta_prime = delta,
                                                .rule = accounting::CycleRule::shuffled,
                                                .known_neighbors = false};
    const auto losses = accounting::realized_losses(path, question);
    auto& one = each[run];
    one.least = losses.at(1, 0);
    for (std::int64_t u = 0; u < users; ++u) {
      for (std::int64_t v = 0; v < users; ++v) {
        if (u == v) continue;
        one.mean += losses.at(u, v) / static_cast<double>(users * (users - 1));
        one.least = std::min(one.least, losses.at(u, v)), one.most = std::max(one.most, losses.at(u, v));
        one.delta = std::max(one.delta, losses.delta[static_cast<std::size_t>(u * users + v)]);
      }
    }
  });
  Simulated all{0.0, each[0].least, each[0].most, 0.0};
  for (const auto& one : each)
    all = {all.mean + one.mean / static_cast<double>(walks), std::min(all.least, one.least),
           std::max(all.most, one.most), std::max(all.delta, one.delta)};
  return all;
}

/// The histogram walk: local DP, Theorem 6 as printed and repaired, the exact law of the whole view at the delta of
/// local DP (the smallest of the three), and sampled walks charged cycle by cycle.
Measured measure_histogram_walks(const MeasurementRequest& request) {
  const auto& p = request.parameters;
  const auto users = p.at("users").get<std::vector<std::int64_t>>();
  const auto epsilons = p.at("epsilon").get<std::vector<double>>();
  const auto delta = p.at("delta").get<double>();
  const auto laps = p.at("laps").get<std::int64_t>();
  Measured found;
  auto bounds = histogram_walks().table("bounds"), brackets = histogram_walks().table("exact"),
       walks = histogram_walks().table("walks");
  std::size_t done = 0;
  double widest = 0.0;
  for (const double epsilon : epsilons) {
    for (const auto n : users) {
      const accounting::TokenQuestion q{.users = n,
                                        .steps = laps * n,
                                        .epsilon = epsilon,
                                        .delta = delta,
                                        .delta_prime = delta,
                                        .delta_hat = delta,
                                        .task = accounting::TokenTask::histogram};
      const auto local = accounting::token_local(q).optimal.value;
      const auto published = accounting::token_published(q), repaired = accounting::token_repaired(q);
      const auto exact = accounting::token_epsilon_bracket(q, local.delta, request.execution.part());
      const auto cycles = simulated(n, laps * n, epsilon, delta, p.at("walks").get<std::size_t>(), request);
      bounds.row(epsilon, n, "local DP", local.epsilon, 1);
      bounds.row(epsilon, n, "Theorem 6 as printed", published.value.epsilon, published.valid ? 1 : 0);
      bounds.row(epsilon, n, "repaired", repaired.value.epsilon, repaired.valid ? 1 : 0);
      brackets.row(epsilon, n, local.delta, exact.lower(), exact.upper());
      walks.row(epsilon, n, cycles.mean, cycles.least, cycles.most, cycles.delta);
      widest = std::max(widest, exact.width() / exact.upper());
      const auto where = fmt::format("n = {}, epsilon0 = {}", n, epsilon);
      found.numbers["local over mean simulated epsilon, " + where] = local.epsilon / cycles.mean;
      found.numbers["local over exact epsilon, " + where] = local.epsilon / exact.upper();
      if (request.execution.progress) request.execution.progress(++done, epsilons.size() * users.size(), "points");
    }
  }
  found.numbers["width of the widest exact bracket, relative"] = widest;
  found.tables.emplace("bounds", std::move(bounds));
  found.tables.emplace("exact", std::move(brackets));
  found.tables.emplace("walks", std::move(walks));
  return found;
}

}  // namespace

const Measurement& histogram_walks() {
  static const Measurement it{.name = "losses of a histogram walk",
                              .parameters = {"users", "laps", "walks", "epsilon", "delta"},
                              .options = {},
                              .tables = {{"bounds", {"epsilon0", "users", "bound", "epsilon", "valid"}},
                                         {"exact", {"epsilon0", "users", "delta", "lower", "upper"}},
                                         {"walks", {"epsilon0", "users", "mean", "lowest", "highest", "delta"}}},
                              .measure = measure_histogram_walks};
  return it;
}

}  // namespace hearsay::empirical
