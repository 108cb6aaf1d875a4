// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/simulate_walk.hpp"

#include <algorithm>
#include <vector>

#include <hearsay/core/error.hpp>
#include <hearsay/protocol/token/token.hpp>
#include <hearsay/system/parallel_map.hpp>
#include "api/workload.hpp"

namespace hearsay::api {

namespace {

Spread spread(std::vector<double>& values) {
  std::ranges::sort(values);
  double sum = 0.0;
  for (const double v : values) sum += v;
  return {values.front(), sum / static_cast<double>(values.size()), values.back()};
}

void require_sizes(const SimulateWalkQuestion& q) {
  constexpr std::string_view where = "simulate walk";
  require_between(where, "`runs`", q.runs, 1, 1'000'000);
  require_between(where, "`users`", q.users, 2, 20'000);
  require_between(where, "`steps`", q.steps, 1, 4'000'000'000);
  const auto users = static_cast<double>(q.users), steps = static_cast<double>(q.steps),
             runs = static_cast<double>(q.runs);
  require_affordable(where,
                     {.operations = runs * (8.0 * users * users + 20.0 * steps),
                      .bytes = 2.0 * (40.0 * users * users + 24.0 * steps) + 72.0 * runs},
                     "`users`, `steps` or `runs`");
}

/// The losses of one walk.
WalkSpreads one_walk(const SimulateWalkQuestion& q, random::Seed seed, std::uint32_t run) {
  random::Stream stream(seed, random::Purpose::activation, run);
  const auto walk = protocol::uniform_walk(q.users, q.steps, stream);
  auto losses = accounting::realized_losses(walk, {.users = q.users,
                                                   .epsilon = q.epsilon,
                                                   .delta = q.delta,
                                                   .delta_prime = q.delta,
                                                   .rule = q.rule,
                                                   .known_neighbors = q.known_neighbors});
  std::vector<double> off_diagonal, counts(static_cast<std::size_t>(q.users), 0.0);
  for (std::int64_t u = 0; u < q.users; ++u) {
    for (std::int64_t v = 0; v < q.users; ++v) {
      if (u != v) off_diagonal.push_back(losses.at(u, v));
    }
  }
  for (const auto user : walk) counts[user] += 1.0;
  return {.pairs = spread(off_diagonal),
          .local = spread(losses.local),
          .local_gaussian = spread(losses.local_gaussian),
          .visits = spread(counts)};
}

/// Least, mean and most over all walks.
Spread over_walks(const std::vector<WalkSpreads>& walks, Spread WalkSpreads::*part) {
  Spread total{(walks.front().*part).least, 0.0, (walks.front().*part).most};
  for (const auto& walk : walks) {
    const Spread& s = walk.*part;
    total.least = std::min(total.least, s.least);
    total.most = std::max(total.most, s.most);
    total.mean += s.mean / static_cast<double>(walks.size());
  }
  return total;
}

}  // namespace

SimulateWalkAnswer simulate_walk(const SimulateWalkQuestion& question, const Execution& execution) {
  require_sizes(question);
  const auto asked = static_cast<std::size_t>(question.runs);
  const auto walks = parallel_map<WalkSpreads>(asked, execution, "walks", [&](std::size_t run) {
    return one_walk(question, execution.seed, static_cast<std::uint32_t>(run));
  });
  return {.question = question,
          .runs = {.finished = walks.size(), .asked = asked},
          .all = {.pairs = over_walks(walks, &WalkSpreads::pairs),
                  .local = over_walks(walks, &WalkSpreads::local),
                  .local_gaussian = over_walks(walks, &WalkSpreads::local_gaussian),
                  .visits = over_walks(walks, &WalkSpreads::visits)}};
}

}  // namespace hearsay::api
