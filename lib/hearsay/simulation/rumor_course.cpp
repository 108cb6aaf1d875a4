// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/simulation/rumor_course.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>

#include <hearsay/core/error.hpp>
#include <hearsay/protocol/rumor/counts.hpp>
#include <hearsay/system/memory.hpp>
#include <hearsay/system/parallel.hpp>
#include <hearsay/system/parallel_map.hpp>

namespace hearsay::simulation {

namespace {

using protocol::RumorRules;

struct Snapshot {
  std::uint64_t active, informed;
};

struct Run {
  std::vector<Snapshot> course;
  std::uint64_t messages = 0;
};

void pack(std::string& out, const Run& run) {
  hearsay::pack(out, run.course);
  hearsay::pack(out, run.messages);
}
void unpack(std::string_view& in, Run& run) {
  hearsay::unpack(in, run.course);
  hearsay::unpack(in, run.messages);
}

bool is_plain(const RumorRules& rules) {
  return rules.exchange == RumorRules::Exchange::push && rules.loss == 0.0 && rules.coin_flips == 0 &&
         !rules.unending && (rules.self_sends || rules.timing == RumorRules::Timing::asynchronous);
}

Run run_once(const RumorCourseRequest& request, std::uint32_t trial) {
  const auto& rules = request.rules;
  random::Words words(request.execution.seed, random::Purpose::activation, trial);
  Run run;
  if (is_plain(rules) && rules.timing == RumorRules::Timing::synchronous) {
    protocol::SynchronousRumor rumor(rules);
    run.course.push_back({rumor.active(), rumor.informed()});
    for (bool done = false; !done && rumor.rounds() < request.rounds;) {
      done = rumor.round(words);
      run.course.push_back({rumor.active(), rumor.informed()});
    }
    run.messages = rumor.messages();
  } else if (is_plain(rules)) {
    protocol::AsynchronousRumor rumor(rules);
    run.course.push_back({rumor.active(), rumor.informed()});
    for (bool done = false; !done && run.course.size() <= request.rounds;) {
      done = rumor.run(words, run.course.size() * std::uint64_t{rules.nodes});
      run.course.push_back({rumor.active(), rumor.informed()});
    }
    run.messages = rumor.messages();
  } else {
    const bool synchronous = rules.timing == RumorRules::Timing::synchronous;
    const std::uint64_t limit = synchronous ? std::numeric_limits<std::uint64_t>::max() : request.rounds * rules.nodes;
    std::uint64_t rounds = 0;
    const auto outcome = run_rumor(rules, 0, words, limit,
                                   {.message = [&](const protocol::RumorMessage&) { return rounds < request.rounds; },
                                    .course =
                                        [&](std::uint64_t round, std::uint32_t active, std::uint32_t informed) {
                                          rounds = round;
                                          run.course.push_back({active, informed});
                                        }});
    const auto& last = run.course.back();
    if (last.active != outcome.active || last.informed != outcome.informed)
      run.course.push_back({outcome.active, outcome.informed});
    run.messages = outcome.messages;
  }
  return run;
}

Quantiles quantiles(std::vector<double> values) {
  std::ranges::sort(values);
  const auto at = [&](double p) {
    const double place = p * static_cast<double>(values.size() - 1);
    const auto k = static_cast<std::size_t>(place);
    const double part = place - static_cast<double>(k);
    return k + 1 < values.size() ? values[k] + part * (values[k + 1] - values[k]) : values[k];
  };
  return {at(0.1), at(0.5), at(0.9)};
}

Run run_once(const RumorCountsRequest& request, std::uint32_t trial) {
  random::Stream stream(request.execution.seed, random::Purpose::activation, trial);
  protocol::RumorCounts rumor(request.nodes, request.muting, request.self_sends);
  Run run;
  run.course.push_back({rumor.active(), rumor.informed()});
  for (bool done = false; !done && run.course.size() <= request.rounds;) {
    done = rumor.run(stream, run.course.size() * request.nodes);
    run.course.push_back({rumor.active(), rumor.informed()});
  }
  run.messages = rumor.messages();
  return run;
}

/// Node arrays of one run: 4 bytes for the permutation, bit sets and lists by rounds, plain arrays and a list else.
double bytes_per_node(const RumorRules& rules) {
  if (!is_plain(rules)) return rules.coin_flips == 0 ? 14.0 : 18.0;
  return rules.timing == RumorRules::Timing::asynchronous ? 4.0 : 1.0;
}

void require_memory(const RumorCourseRequest& request) {
  const auto at_once = static_cast<double>(threads_for(request.runs, request.execution));
  const double wanted = at_once * bytes_per_node(request.rules) * request.rules.nodes, available = available_memory();
  if (wanted <= available) return;
  throw Error(
      Errc::too_large, "rumor_course",
      fmt::format("{} runs at once of {} nodes need {:.1f} GiB and {:.1f} GiB are free; use fewer jobs, or counts only",
                  at_once, request.rules.nodes, wanted / gib, available / gib));
}

/// All runs in parallel, then the quantiles over them.
RumorCourse course_of(std::uint64_t count, std::uint64_t nodes, const Execution& execution,
                      const std::function<Run(std::uint32_t)>& run_trial) {
  const auto runs = parallel_map<Run>(count, execution, "runs",
                                      [&](std::size_t i) { return run_trial(static_cast<std::uint32_t>(i)); });

  RumorCourse result{.runs = runs.size()};
  std::size_t longest = 0;
  std::vector<double> messages, lengths;
  for (const auto& run : runs) {
    longest = std::max(longest, run.course.size());
    messages.push_back(static_cast<double>(run.messages));
    lengths.push_back(static_cast<double>(run.course.size() - 1));
    result.complete += run.course.back().informed == nodes ? 1 : 0;
  }
  result.messages = quantiles(messages);
  result.spreading_rounds = quantiles(lengths);
  result.rounds.resize(longest);
  std::vector<double> informed(runs.size()), active(runs.size());
  for (std::size_t t = 0; t < longest; ++t) {
    for (std::size_t i = 0; i < runs.size(); ++i) {
      const auto& snapshot = runs[i].course[std::min(t, runs[i].course.size() - 1)];
      informed[i] = static_cast<double>(snapshot.informed) / static_cast<double>(nodes);
      active[i] = static_cast<double>(snapshot.active) / static_cast<double>(nodes);
    }
    result.rounds[t] = {quantiles(informed), quantiles(active)};
  }
  return result;
}

void require_counts(std::uint64_t runs, std::uint64_t rounds) {
  require_between("rumor_course", "runs", static_cast<std::int64_t>(runs), 1,
                  std::numeric_limits<std::uint32_t>::max());
  require_between("rumor_course", "rounds", static_cast<std::int64_t>(rounds), 1,
                  std::numeric_limits<std::uint32_t>::max());
}

}  // namespace

RumorCourse rumor_course(const RumorCourseRequest& request) {
  require_valid(request.rules);
  require_counts(request.runs, request.rounds);
  require_memory(request);
  return course_of(request.runs, request.rules.nodes, request.execution,
                   [&](std::uint32_t trial) { return run_once(request, trial); });
}

RumorCourse rumor_course_by_counts(const RumorCountsRequest& request) {
  require_counts(request.runs, request.rounds);
  (void)protocol::RumorCounts(request.nodes, request.muting,
                              request.self_sends);  // refuses bad numbers before anything runs
  return course_of(request.runs, request.nodes, request.execution,
                   [&](std::uint32_t trial) { return run_once(request, trial); });
}

}  // namespace hearsay::simulation
