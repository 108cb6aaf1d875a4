// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/simulate_ring.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>
#include <vector>

#include <hearsay/core/error.hpp>
#include <hearsay/system/parallel_map.hpp>
#include "api/workload.hpp"

namespace hearsay::api {

namespace {

constexpr std::string_view simulate_ring_where = "simulate ring";

void require_sane(const SimulateRingQuestion& q) {
  require_between(simulate_ring_where, "`runs`", q.runs, 2, 100'000'000);
  require_between(simulate_ring_where, "`rounds`", q.plan.rounds, 1, 1'000'000);
  require_non_negative(simulate_ring_where, "`sigma`", q.perturb.sigma);
  protocol::require_ring_sum(q.plan, static_cast<std::size_t>(q.plan.users));
  const auto steps = static_cast<double>(q.plan.users) * static_cast<double>(q.plan.rounds),
             runs = static_cast<double>(q.runs);
  if (!std::isfinite(q.value * steps))
    throw Error(Errc::domain, simulate_ring_where,
                fmt::format("`value` = {} times {} contributions must be finite", q.value, steps));
  require_affordable(
      simulate_ring_where,
      {.operations = 4.0 * runs * steps, .bytes = 8.0 * (static_cast<double>(q.plan.users) + 2.0 * runs)},
      "`users`, `rounds` or `runs`");
}

void require_histogram_alone(const SimulateRingQuestion& q) {
  if (q.plan.publish || q.plan.noise != protocol::RingNoise::counter ||
      q.perturb.law != protocol::Perturb::Law::gaussian)
    throw Error(Errc::conditions, simulate_ring_where,
                "`task` histogram uses randomized response; `noise`, `law` and `publish` are for a sum");
}

/// Algorithm 2, run by run.
SimulateRingAnswer simulate_ring_histogram(const SimulateRingQuestion& question, const Execution& execution) {
  require_histogram_alone(question);
  const auto& response = *question.histogram;
  const protocol::Histogram plan{.users = question.plan.users, .buckets = response.buckets, .gamma = response.gamma};
  const auto initial = protocol::initial_elements(plan);
  const auto values = histogram_values(plan.users, plan.buckets);
  const auto walk = protocol::ring_walk(plan.users, question.plan.rounds);
  const auto estimates = parallel_map<std::vector<double>>(
      static_cast<std::size_t>(question.runs), execution, "runs", [&](std::size_t run) {
        random::Stream answers(execution.seed, random::Purpose::noise, static_cast<std::uint32_t>(run));
        return protocol::token_histogram(plan, walk, values, initial, answers).estimate;
      });
  if (estimates.size() < 2) throw Interrupted();
  const ResponseCounts counts{
      .users = plan.users, .initial = initial, .visits = static_cast<double>(question.plan.rounds)};
  return {.question = question,
          .runs = {.finished = estimates.size(), .asked = static_cast<std::uint64_t>(question.runs)},
          .estimates = {},
          .histogram = histogram_runs(response, counts, estimates)};
}

}  // namespace

SimulateRingAnswer simulate_ring(const SimulateRingQuestion& question, const Execution& execution) {
  require_sane(question);
  if (question.histogram) return simulate_ring_histogram(question, execution);
  const auto& plan = question.plan;
  const std::vector<double> values(static_cast<std::size_t>(plan.users), question.value);
  auto estimates =
      parallel_map<double>(static_cast<std::size_t>(question.runs), execution, "runs", [&](std::size_t run) {
        protocol::NoiseStream noise(
            question.perturb, random::Stream(execution.seed, random::Purpose::noise, static_cast<std::uint32_t>(run)));
        return protocol::ring_sum(plan, values, noise).estimate;
      });
  const std::size_t finished = estimates.size();
  if (finished < 2) throw Interrupted();
  const auto last = protocol::ring_sum(plan, values, [](std::int64_t, double) { return 0.0; });
  double mean = 0.0, square = 0.0;
  for (const double e : estimates) mean += e;
  mean /= static_cast<double>(finished);
  for (const double e : estimates) square += (e - mean) * (e - mean);
  return {.question = question,
          .runs = {.finished = finished, .asked = static_cast<std::uint64_t>(question.runs)},
          .sum = question.value * static_cast<double>(plan.users * plan.rounds),
          .noise_events = last.noise_events,
          .mean = mean,
          .deviation = std::sqrt(square / static_cast<double>(finished - 1)),
          .exact_deviation = question.perturb.sigma * std::sqrt(last.noise_variance),
          .estimates = quantiles(std::move(estimates))};
}

}  // namespace hearsay::api
