// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/ranges.h>

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <hearsay/core/error.hpp>
#include "api/account_walk.hpp"
#include "cli/account/walk_on_graph.hpp"
#include "cli/common/certificate_file.hpp"
#include "cli/common/interrupt.hpp"
#include "cli/common/token_options.hpp"

namespace hearsay::cli {

namespace {

struct AccountWalkOptions {
  Common common;
  TokenNames names;
  WalkQuestion question;
  WalkOnGraph on_graph;
  std::string certificate;
};

int account_walk(const AccountWalkOptions& options) {
  auto question = options.question;
  options.names.name(question.token);
  question.noise = noise_named(options.names.noise).noise;
  end_at_interrupts();
  const auto answer = api::account_walk(question, options.common.execution());
  show(options.common, answer);
  write_certificate(options.certificate, [&] { return proofs_of(answer); });
  return 0;
}

constexpr std::array complete_alone{"--users",           "--epsilon", "--delta-prime", "--delta-hat", "--colluders",
                                    "--known-neighbors", "--task",    "--buckets",     "--noise"};
constexpr std::array complete_needs{"--users", "--steps", "--epsilon", "--delta", "--delta-prime", "--delta-hat"};
constexpr std::array graph_needs{"--observer V[,V...] (or each, or coalitions:K)", "--target U[,U...] (or all)",
                                 "--steps T"};
constexpr std::array graph_alone{"--weights", "--component", "--observer", "--target",
                                 "--tokens",  "--sigma",     "--others"};

/// @param needed  names of options, each perhaps with a blank and its value.
/// @throws Error(Errc::conditions) that lists those of `needed` that are not given.
void require_given(const CLI::App& command, std::string_view with, const auto& needed) {
  std::vector<std::string_view> missing;
  for (const std::string_view option : needed) {
    if (command.count(std::string(option.substr(0, option.find(' ')))) == 0) missing.push_back(option);
  }
  if (!missing.empty())
    throw Error(Errc::conditions, "account walk", fmt::format("{} also needs {}", with, fmt::join(missing, ", ")));
}

/// Options belong to the walk on the complete graph or to that of --graph.
void require_one_walk(const CLI::App& command) {
  const bool on_graph = command.count("--graph") > 0;
  const auto refuse = [&](const auto& options, std::string_view why) {
    for (const auto* name : options)
      if (command.count(name) > 0) throw Error(Errc::conditions, name, std::string(why));
  };
  if (on_graph) {
    refuse(complete_alone, "is for the complete graph of --users, not for --graph");
    require_given(command, "--graph", graph_needs);
    return;
  }
  refuse(graph_alone, "needs --graph");
  if (command.count("--users") == 0)
    throw Error(Errc::conditions, "account walk", "--graph G, or --users N for the complete graph, is required");
  require_given(command, "--users", complete_needs);
}

void add_options(CLI::App& command, AccountWalkOptions& options) {
  auto& q = options.question.token;
  add_common(command, options.common);
  add_walk_question(command, q, false);
  command.add_option("--colluders", q.colluders, "number of curious users who form a coalition")->capture_default_str();
  command.add_flag("--known-neighbors", q.known_neighbors,
                   "each user knows the sender and the receiver of the token on its visits");
  add_token_names(command, options.names, {"sum", "histogram", "sgd"}, q.buckets);
  add_certificate(command, options.certificate);
  add_walk_on_graph(command, options.on_graph);
  for (const auto* name : complete_needs) command.get_option(name)->required(false);
  for (const auto* name : complete_alone) command.get_option(name)->group("On the complete graph, without --graph");
  for (const auto* name : graph_alone) command.get_option(name)->group("On any graph, with --graph");
  command.get_option("--delta")->description(
      "local-DP delta of one contribution; with --graph: also give the exact epsilon at this delta");
  command.footer(exit_codes("the losses are known", "", ""));
}

}  // namespace

void add_account_walk(CLI::App& account, Action& action) {
  auto* command = account.add_subcommand(
      "walk", "token on a random walk: exact loss on any graph; on the complete graph, also the published bound");
  auto options = std::make_shared<AccountWalkOptions>();
  add_options(*command, *options);
  command->callback([options, command, &action] {
    require_one_walk(*command);
    action = [options, on_graph = command->count("--graph") > 0, delta = command->count("--delta") > 0] {
      if (!on_graph) return account_walk(*options);
      auto& walk = options->on_graph;
      walk.steps = options->question.token.steps;
      if (delta) walk.delta = options->question.token.delta;
      return account_walk_on_graph(options->common, walk, options->certificate);
    };
  });
}

}  // namespace hearsay::cli
