// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/simulate_rumor.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <hearsay/core/error.hpp>
#include "api/workload.hpp"

namespace hearsay::api {

namespace {

using protocol::RumorRules;

constexpr std::string_view simulate_rumor_where = "simulate rumor";

simulation::RumorCourse course_by_nodes(const SimulateRumorQuestion& q, const Execution& execution) {
  const RumorRules rules{.nodes = static_cast<std::uint32_t>(q.nodes),
                         .muting = q.muting,
                         .timing = q.timing,
                         .exchange = q.exchange,
                         .self_sends = q.self_sends,
                         .delayed_start = q.delayed_start,
                         .loss = q.loss,
                         .coin_flips = static_cast<std::uint32_t>(q.coin_flips)};
  return simulation::rumor_course({.rules = rules,
                                   .runs = static_cast<std::uint64_t>(q.runs),
                                   .rounds = static_cast<std::uint64_t>(q.rounds),
                                   .execution = execution});
}

simulation::RumorCourse course_by_counts(const SimulateRumorQuestion& q, const Execution& execution) {
  if (q.timing != RumorRules::Timing::asynchronous || q.exchange != RumorRules::Exchange::push || q.delayed_start ||
      q.loss != 0.0 || q.coin_flips != 0) {
    throw Error(Errc::conditions, simulate_rumor_where,
                "`counts` is only for asynchronous push without delayed start, loss and coin flips");
  }
  return simulation::rumor_course_by_counts({.nodes = static_cast<std::uint64_t>(q.nodes),
                                             .muting = q.muting,
                                             .self_sends = q.self_sends,
                                             .runs = static_cast<std::uint64_t>(q.runs),
                                             .rounds = static_cast<std::uint64_t>(q.rounds),
                                             .execution = execution});
}

void require_sane(const SimulateRumorQuestion& q) {
  constexpr auto where = simulate_rumor_where;
  constexpr std::int64_t most = std::numeric_limits<std::uint32_t>::max();
  require_between(where, "`nodes`", q.nodes, 2, q.counts ? 1'000'000'000'000'000 : most);
  require_unit(where, "`muting`", q.muting);
  require_unit(where, "`loss`", q.loss);
  require_between(where, "`runs`", q.runs, 1, most);
  require_between(where, "`rounds`", q.rounds, 1, most);
  require_between(where, "`coin_flips`", q.coin_flips, 0, most);
  const auto nodes = static_cast<double>(q.nodes), runs = static_cast<double>(q.runs);
  // Everybody is informed after some ln n rounds; if messages are lost, later or never.
  const double needed = std::min(static_cast<double>(q.rounds), std::log(nodes) / (1.0 - q.loss));
  constexpr double leaps = 1000.0;  // of a round, with what a leap costs
  require_affordable(where,
                     {.operations = runs * needed * (q.counts ? std::min(nodes, leaps) : nodes),
                      .bytes = runs * std::max(1024.0, 16.0 * needed) + 2000.0 * needed},
                     "`runs`, `nodes` or `rounds`");
}

}  // namespace

SimulateRumorAnswer simulate_rumor(const SimulateRumorQuestion& question, const Execution& execution) {
  require_sane(question);
  auto course = question.counts ? course_by_counts(question, execution) : course_by_nodes(question, execution);
  const Runs runs{.finished = course.runs, .asked = static_cast<std::uint64_t>(question.runs)};
  return {.question = question, .runs = runs, .course = std::move(course)};
}

}  // namespace hearsay::api
