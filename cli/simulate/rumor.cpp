// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include <hearsay/core/error.hpp>
#include <hearsay/report/probability.hpp>
#include <hearsay/report/text_table.hpp>
#include <hearsay/simulation/rumor_course.hpp>
#include "api/render/result.hpp"
#include "api/render/words.hpp"
#include "api/workload.hpp"
#include "cli/common/interrupt.hpp"
#include "cli/common/verb.hpp"

namespace hearsay::cli {

namespace {

using Json = nlohmann::ordered_json;
using protocol::RumorRules;

struct SimulateRumorOptions {
  Common common;
  std::int64_t nodes = 0, runs = 100, rounds = 1'000'000, coin_flips = 0;
  double muting = 1.0, loss = 0.0;
  std::string timing = "asynchronous", exchange = "push";
  bool no_self_sends = false, delayed_start = false, counts = false;
};

Json to_json(const simulation::Quantiles& q) { return {{"q10", q.low}, {"q50", q.median}, {"q90", q.high}}; }

simulation::RumorCourse course_by_nodes(const SimulateRumorOptions& options) {
  using Exchange = RumorRules::Exchange;
  const RumorRules rules{
      .nodes = static_cast<std::uint32_t>(options.nodes),
      .muting = options.muting,
      .timing = options.timing == "synchronous" ? RumorRules::Timing::synchronous : RumorRules::Timing::asynchronous,
      .exchange = options.exchange == "push"   ? Exchange::push
                  : options.exchange == "pull" ? Exchange::pull
                                               : Exchange::push_pull,
      .self_sends = !options.no_self_sends,
      .delayed_start = options.delayed_start,
      .loss = options.loss,
      .coin_flips = static_cast<std::uint32_t>(options.coin_flips)};
  return simulation::rumor_course({.rules = rules,
                                   .runs = static_cast<std::uint64_t>(options.runs),
                                   .rounds = static_cast<std::uint64_t>(options.rounds),
                                   .execution = options.common.execution()});
}

simulation::RumorCourse course_by_counts(const SimulateRumorOptions& options) {
  if (options.timing != "asynchronous" || options.exchange != "push" || options.delayed_start || options.loss != 0.0 ||
      options.coin_flips != 0) {
    throw Error(Errc::conditions, "simulate rumor",
                "--counts knows asynchronous push without delayed start, loss and coin flips");
  }
  return simulation::rumor_course_by_counts({.nodes = static_cast<std::uint64_t>(options.nodes),
                                             .muting = options.muting,
                                             .self_sends = !options.no_self_sends,
                                             .runs = static_cast<std::uint64_t>(options.runs),
                                             .rounds = static_cast<std::uint64_t>(options.rounds),
                                             .execution = options.common.execution()});
}

int simulate(const SimulateRumorOptions& options) {
  constexpr std::string_view where = "simulate rumor";
  constexpr std::int64_t most = std::numeric_limits<std::uint32_t>::max();
  require_between(where, "--nodes", options.nodes, 2, options.counts ? 1'000'000'000'000'000 : most);
  require_unit(where, "--muting", options.muting);
  require_unit(where, "--loss", options.loss);
  require_between(where, "--runs", options.runs, 1, most);
  require_between(where, "--rounds", options.rounds, 1, most);
  require_between(where, "--coin-flips", options.coin_flips, 0, most);
  const auto nodes = static_cast<double>(options.nodes), runs = static_cast<double>(options.runs);
  // Everybody is informed after some ln n rounds; if messages are lost, later or never.
  const double needed = std::min(static_cast<double>(options.rounds), std::log(nodes) / (1.0 - options.loss));
  constexpr double leaps = 1000.0;  // of a round, with what a leap costs
  require_affordable(where,
                     {.operations = runs * needed * (options.counts ? std::min(nodes, leaps) : nodes),
                      .bytes = runs * std::max(1024.0, 16.0 * needed) + 2000.0 * needed},
                     "--runs, --nodes or --rounds");
  catch_interrupts();
  const Stopwatch watch;
  const auto course = options.counts ? course_by_counts(options) : course_by_nodes(options);
  const double seconds = watch.seconds();
  Json rounds = Json::array();
  for (std::size_t t = 0; t < course.rounds.size(); ++t) {
    rounds.push_back(
        {{"round", t}, {"informed", to_json(course.rounds[t].informed)}, {"active", to_json(course.rounds[t].active)}});
  }
  if (options.common.wants_table()) {
    report::TextTable table({{.title = options.timing == "synchronous" ? "round" : "messages\nper node"},
                             {.title = "informed\n10 %"},
                             {.title = "informed\nmedian"},
                             {.title = "informed\n90 %"},
                             {.title = "active\n10 %"},
                             {.title = "active\nmedian"},
                             {.title = "active\n90 %"}});
    const auto share = [](double x) { return report::share_text(x, 6); };
    const std::size_t step = std::max<std::size_t>(1, course.rounds.size() / 25);
    for (std::size_t t = 0; t < course.rounds.size(); ++t) {
      if (t % step != 0 && t + 1 != course.rounds.size()) continue;
      const auto& r = course.rounds[t];
      table.row({std::to_string(t), share(r.informed.low), share(r.informed.median), share(r.informed.high),
                 share(r.active.low), share(r.active.median), share(r.active.high)});
    }
    show(table);
    print_wrapped("everyone informed in {} of {} runs; messages: median {:.0f}, 10 % {:.0f}, 90 % {:.0f}",
                  course.complete, course.runs, course.messages.median, course.messages.low, course.messages.high);
  }
  Json parameters{{"nodes", options.nodes},
                  {"muting", options.muting},
                  {"timing", options.timing},
                  {"exchange", options.exchange},
                  {"self_sends", !options.no_self_sends},
                  {"delayed_start", options.delayed_start},
                  {"counts", options.counts},
                  {"loss", options.loss},
                  {"coin_flips", options.coin_flips},
                  {"runs", options.runs},
                  {"rounds", options.rounds}};
  auto result = envelope("simulate rumor", std::move(parameters), options.common.origin());
  result.update({{"complete", course.complete},
                 {"messages", to_json(course.messages)},
                 {"rounds_needed", to_json(course.spreading_rounds)},
                 {"course", rounds},
                 {"timing", {{"seconds", seconds}}}});
  return write_runs(options.common, std::move(result), course.runs, static_cast<std::uint64_t>(options.runs));
}

}  // namespace

void add_simulate_rumor(CLI::App& parent, Action& action) {
  auto* command = parent.add_subcommand("rumor", "how a rumor spreads: informed and active nodes over time");
  auto options = std::make_shared<SimulateRumorOptions>();
  add_common(*command, options->common);
  command->add_option("--nodes", options->nodes, "nodes of the complete graph")->required()->type_name("N");
  command->add_option("--muting", options->muting, "s: a node stays active after a message with this probability")
      ->required()
      ->type_name("S");
  command->add_option("--timing", options->timing, "asynchronous, or synchronous rounds")
      ->check(CLI::IsMember({"asynchronous", "synchronous"}))
      ->capture_default_str();
  command->add_option("--exchange", options->exchange, "push, pull or push-pull")
      ->check(CLI::IsMember({"push", "pull", "push-pull"}))
      ->capture_default_str();
  command->add_flag("--no-self-sends", options->no_self_sends, "partners are drawn from the other nodes");
  command->add_flag("--delayed-start", options->delayed_start,
                    "the source sends once and is silent until told (needs --muting 1)");
  command->add_option("--loss", options->loss, "probability that a message is lost")
      ->capture_default_str()
      ->type_name("L");
  command
      ->add_option("--coin-flips", options->coin_flips, "messages after which a node is silent for good (0: no limit)")
      ->capture_default_str()
      ->type_name("K");
  command->add_flag("--counts", options->counts,
                    "numbers of nodes only, in leaps that are exact in law: N up to 10^15 (plain asynchronous push)");
  command->add_option("--runs", options->runs, "how many runs")->capture_default_str()->type_name("R");
  command->add_option("--rounds", options->rounds, "stop a run after so many rounds (asynchronous: N messages each)")
      ->capture_default_str()
      ->type_name("T");
  command->footer(
      exit_codes("all runs are done", "", "the run was cut short: the result is of the runs that were finished"));
  command->callback([options, &action] { action = [options] { return simulate(*options); }; });
}

}  // namespace hearsay::cli
