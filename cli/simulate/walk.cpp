// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <vector>

#include <hearsay/accounting/token/realized.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/protocol/token/token.hpp>
#include <hearsay/report/text_table.hpp>
#include <hearsay/system/parallel_map.hpp>
#include "api/render/result.hpp"
#include "api/workload.hpp"
#include "cli/common/interrupt.hpp"
#include "cli/common/verb.hpp"

namespace hearsay::cli {

namespace {

struct SimulateWalkOptions {
  Common common;
  std::int64_t users = 2, steps = 1, runs = 10;
  double epsilon = 0.1, delta = 1e-7;
  std::string rule = "repaired";
  bool hidden_neighbors = false;
};

/// Smallest, mean and largest value.
struct Spread {
  double least = 0.0, mean = 0.0, most = 0.0;
};

/// Of one walk.
struct WalkSpreads {
  Spread pairs, local, local_gaussian, visits;
};

Spread spread(std::vector<double>& values) {
  std::ranges::sort(values);
  double sum = 0.0;
  for (const double v : values) sum += v;
  return {values.front(), sum / static_cast<double>(values.size()), values.back()};
}

nlohmann::ordered_json to_json(const Spread& s) { return {{"min", s.least}, {"mean", s.mean}, {"max", s.most}}; }

void require_sizes(const SimulateWalkOptions& options) {
  require_between("simulate walk", "--runs", options.runs, 1, 1'000'000);
  require_between("simulate walk", "--users", options.users, 2, 20'000);
  require_between("simulate walk", "--steps", options.steps, 1, 4'000'000'000);
  const auto users = static_cast<double>(options.users), steps = static_cast<double>(options.steps),
             runs = static_cast<double>(options.runs);
  require_affordable("simulate walk",
                     {.operations = runs * (8.0 * users * users + 20.0 * steps),
                      .bytes = 2.0 * (40.0 * users * users + 24.0 * steps) + 72.0 * runs},
                     "--users, --steps or --runs");
}

/// The losses of one walk.
WalkSpreads one_walk(const SimulateWalkOptions& options, const accounting::RealizedQuestion& question,
                     std::uint32_t run) {
  random::Stream stream(options.common.seeded(), random::Purpose::activation, run);
  const auto walk = protocol::uniform_walk(options.users, options.steps, stream);
  auto losses = accounting::realized_losses(walk, question);
  std::vector<double> off_diagonal, counts(static_cast<std::size_t>(options.users), 0.0);
  for (std::int64_t u = 0; u < options.users; ++u) {
    for (std::int64_t v = 0; v < options.users; ++v) {
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

void print_table(std::size_t walks, const WalkSpreads& all) {
  report::TextTable table(
      {{.title = fmt::format("{} walks, all pairs of users", walks), .align = report::TextColumn::Align::left},
       {.title = "min"},
       {.title = "mean"},
       {.title = "max"}});
  const auto number = [](double x) { return fmt::format("{:.6g}", x); };
  for (const auto& [name, s] : {std::pair{"network DP epsilon, composed", all.pairs},
                                {"local DP epsilon, composed alike", all.local},
                                {"local DP epsilon of the Gaussian noise", all.local_gaussian},
                                {"visits to a user", all.visits}}) {
    table.row({name, number(s.least), number(s.mean), number(s.most)});
  }
  show(table);
}

int simulate_walk(const SimulateWalkOptions& options) {
  require_sizes(options);
  const auto rule = options.rule == "published" ? accounting::CycleRule::published : accounting::CycleRule::repaired;
  const accounting::RealizedQuestion question{.users = options.users,
                                              .epsilon = options.epsilon,
                                              .delta = options.delta,
                                              .delta_prime = options.delta,
                                              .rule = rule,
                                              .known_neighbors = !options.hidden_neighbors};
  catch_interrupts();
  const auto walks = parallel_map<WalkSpreads>(
      static_cast<std::size_t>(options.runs), options.common.execution(), "walks",
      [&](std::size_t run) { return one_walk(options, question, static_cast<std::uint32_t>(run)); });
  const WalkSpreads all{.pairs = over_walks(walks, &WalkSpreads::pairs),
                        .local = over_walks(walks, &WalkSpreads::local),
                        .local_gaussian = over_walks(walks, &WalkSpreads::local_gaussian),
                        .visits = over_walks(walks, &WalkSpreads::visits)};
  nlohmann::ordered_json parameters = {{"users", options.users},     {"steps", options.steps},
                                       {"epsilon", options.epsilon}, {"delta", options.delta},
                                       {"rule", options.rule},       {"known_neighbors", !options.hidden_neighbors},
                                       {"runs", options.runs}};
  auto result = envelope("simulate walk", std::move(parameters), options.common.origin());
  result.update({{"network", to_json(all.pairs)},
                 {"local", to_json(all.local)},
                 {"local_gaussian", to_json(all.local_gaussian)},
                 {"visits", to_json(all.visits)}});
  const int code =
      write_runs(options.common, std::move(result), walks.size(), static_cast<std::uint64_t>(options.runs));
  if (options.common.wants_table()) print_table(walks.size(), all);
  return code;
}

}  // namespace

void add_simulate_walk(CLI::App& simulate, Action& action) {
  auto* command =
      simulate.add_subcommand("walk", "realized losses of all pairs of users in walks on the complete graph");
  auto options = std::make_shared<SimulateWalkOptions>();
  add_common(*command, options->common);
  command->add_option("--users", options->users, "users")->required();
  command->add_option("--steps", options->steps, "steps of the token")->required();
  command->add_option("--epsilon", options->epsilon, "local DP of one contribution")->capture_default_str();
  command->add_option("--delta", options->delta, "local DP of one contribution, and the slack of composition")
      ->capture_default_str();
  command
      ->add_option("--rule", options->rule, "how a cycle is charged: repaired, or published as in the paper's figure")
      ->check(CLI::IsMember({"repaired", "published"}))
      ->type_name("RULE")
      ->capture_default_str();
  command->add_flag("--hidden-neighbors", options->hidden_neighbors,
                    "a user does not know who sent it the token or who receives it");
  command->add_option("--runs", options->runs, "number of walks")->capture_default_str();
  command->footer(
      exit_codes("all runs are done", "", "the run was cut short: the result is of the runs that were finished"));
  command->callback([options, &action] { action = [options] { return simulate_walk(*options); }; });
}

}  // namespace hearsay::cli
