#include "empirical/rumor_course.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>

#include <hearsay/core/error.hpp>
#include <hearsay/core/parallel.hpp>

namespace hearsay::empirical {

namespace {

using protocol::RumorRules;

struct Snapshot {
  std::uint32_t active, informed;
};

struct Run {
  std::vector<Snapshot> course;
  std::uint64_t messages = 0;
};

bool is_plain(const RumorRules& rules) {
  return rules.exchange == RumorRules::Exchange::push && rules.loss == 0.0 && rules.coin_flips == 0 && !rules.unending &&
         (rules.self_sends || rules.timing == RumorRules::Timing::asynchronous);
}

Run run_once(const RumorCourseRequest& request, std::uint32_t trial) {
  const auto& rules = request.rules;
  random::Words words(request.seed, random::Purpose::activation, trial);
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
    const auto outcome = run_rumor(rules, 0, words, limit, {.message = [&](const protocol::RumorMessage&) { return rounds < request.rounds; },
                                                            .course = [&](std::uint64_t round, std::uint32_t active, std::uint32_t informed) {
                                                              rounds = round;
                                                              run.course.push_back({active, informed});
                                                            }});
    const auto& last = run.course.back();
    if (last.active != outcome.active || last.informed != outcome.informed) run.course.push_back({outcome.active, outcome.informed});
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

}  // namespace

RumorCourse rumor_course(const RumorCourseRequest& request) {
  require_valid(request.rules);
  require_between("rumor_course", "runs", static_cast<std::int64_t>(request.runs), 1, std::numeric_limits<std::uint32_t>::max());
  require_between("rumor_course", "rounds", static_cast<std::int64_t>(request.rounds), 1, std::numeric_limits<std::uint32_t>::max());
  std::vector<Run> runs(request.runs);
  std::mutex progress_mutex;
  std::size_t done = 0;
  parallel_for(runs.size(), request.jobs, [&](std::size_t i) {
    runs[i] = run_once(request, static_cast<std::uint32_t>(i));
    if (request.progress) {
      const std::scoped_lock lock(progress_mutex);
      request.progress(++done, runs.size(), "runs");
    }
  });

  RumorCourse result;
  std::size_t longest = 0;
  std::vector<double> messages, lengths;
  for (const auto& run : runs) {
    longest = std::max(longest, run.course.size());
    messages.push_back(static_cast<double>(run.messages));
    lengths.push_back(static_cast<double>(run.course.size() - 1));
    result.complete += run.course.back().informed == request.rules.nodes ? 1 : 0;
  }
  result.messages = quantiles(messages);
  result.spreading_rounds = quantiles(lengths);
  result.rounds.resize(longest);
  const double nodes = request.rules.nodes;
  std::vector<double> informed(runs.size()), active(runs.size());
  for (std::size_t t = 0; t < longest; ++t) {
    for (std::size_t i = 0; i < runs.size(); ++i) {
      const auto& snapshot = runs[i].course[std::min(t, runs[i].course.size() - 1)];
      informed[i] = snapshot.informed / nodes;
      active[i] = snapshot.active / nodes;
    }
    result.rounds[t] = {quantiles(informed), quantiles(active)};
  }
  return result;
}

}  // namespace hearsay::empirical
