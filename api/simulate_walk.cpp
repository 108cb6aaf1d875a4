// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/simulate_walk.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <hearsay/accounting/token/ring/ring.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/protocol/token/token.hpp>
#include <hearsay/system/parallel_map.hpp>
#include "api/workload.hpp"

namespace hearsay::api {

namespace {

constexpr std::string_view simulate_walk_where = "simulate walk";

Spread spread(std::vector<double>& values) {
  std::ranges::sort(values);
  double sum = 0.0;
  for (const double v : values) sum += v;
  return {values.front(), sum / static_cast<double>(values.size()), values.back()};
}

void require_sizes(const SimulateWalkQuestion& q) {
  constexpr auto where = simulate_walk_where;
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

void require_histogram_rule(const SimulateWalkQuestion& q) {
  const bool shuffled = q.rule == accounting::CycleRule::shuffled;
  if (q.buckets.has_value() != shuffled)
    throw Error(Errc::conditions, simulate_walk_where, "`rule` shuffled is for `task` histogram, the others for a sum");
  if (!q.buckets) return;
  if (q.known_neighbors)
    throw Error(Errc::conditions, simulate_walk_where,
                "`task` histogram needs `hidden_neighbors`: no loss is known with known neighbors");
  require_between(simulate_walk_where, "`buckets`", *q.buckets, 2, 1'000'000);
  require_between(simulate_walk_where, "`runs` of a histogram", q.runs, 2, 1'000'000);
}

/// Algorithm 5 along the walks whose losses are realized.
HistogramRuns walk_histogram(const SimulateWalkQuestion& q, std::size_t walks, const Execution& execution) {
  const ResponsePlan plan{.buckets = *q.buckets, .gamma = accounting::response_randomness(q.epsilon, *q.buckets)};
  const auto values = histogram_values(q.users, plan.buckets);
  const auto estimates =
      parallel_map<std::vector<double>>(walks, execution.part().unstopped(), "histograms", [&](std::size_t run) {
        const auto trial = static_cast<std::uint32_t>(run);
        random::Stream steps(execution.seed, random::Purpose::activation, trial),
            answers(execution.seed, random::Purpose::noise, trial);
        const auto walk = protocol::uniform_walk(q.users, q.steps, steps);
        return protocol::token_histogram({.users = q.users, .buckets = plan.buckets, .gamma = plan.gamma}, walk, values,
                                         0, answers)
            .estimate;
      });
  const ResponseCounts counts{
      .users = q.users, .visits = static_cast<double>(q.steps) / static_cast<double>(q.users), .random_walk = true};
  return histogram_runs(plan, counts, estimates);
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
                                                   .known_neighbors = q.known_neighbors,
                                                   .buckets = q.buckets.value_or(2)});
  std::vector<double> off_diagonal, counts(static_cast<std::size_t>(q.users), 0.0);
  for (std::int64_t u = 0; u < q.users; ++u) {
    for (std::int64_t v = 0; v < q.users; ++v) {
      if (u != v) off_diagonal.push_back(losses.at(u, v));
    }
  }
  for (const auto user : walk) counts[user] += 1.0;
  return {.pairs = spread(off_diagonal),
          .local = spread(losses.local),
          .local_gaussian = q.buckets ? Spread{} : spread(losses.local_gaussian),
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
  require_histogram_rule(question);
  const auto asked = static_cast<std::size_t>(question.runs);
  const auto walks = parallel_map<WalkSpreads>(asked, execution, "walks", [&](std::size_t run) {
    return one_walk(question, execution.seed, static_cast<std::uint32_t>(run));
  });
  std::optional<HistogramRuns> histogram;
  if (question.buckets && walks.size() < 2) throw Interrupted();
  if (question.buckets) histogram = walk_histogram(question, walks.size(), execution);
  return {.question = question,
          .runs = {.finished = walks.size(), .asked = asked},
          .all = {.pairs = over_walks(walks, &WalkSpreads::pairs),
                  .local = over_walks(walks, &WalkSpreads::local),
                  .local_gaussian = over_walks(walks, &WalkSpreads::local_gaussian),
                  .visits = over_walks(walks, &WalkSpreads::visits)},
          .histogram = std::move(histogram)};
}

}  // namespace hearsay::api
