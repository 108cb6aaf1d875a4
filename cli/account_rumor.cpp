// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <memory>
#include <optional>

#include <hearsay/accounting/rumor/report.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/graph/spec.hpp>
#include <hearsay/report/text_table.hpp>
#include "cli/graph_options.hpp"
#include "cli/page.hpp"
#include "cli/result.hpp"
#include "cli/verb.hpp"

namespace hearsay::cli {

namespace {

using Json = nlohmann::ordered_json;

struct AccountRumorOptions {
  Common common;
  std::optional<std::int64_t> nodes, curious;
  double muting = 1.0, epsilon = 0.0;
  bool exact = false;
  std::string transcript = "unending", graph;
  std::vector<std::string> curious_set;
};

/// What the command reports: bounds for the complete graph, exact values where they are asked for.
struct Report {
  std::int64_t nodes = 0, curious = 0;
  std::optional<accounting::RumorBounds> bounds;
  std::optional<accounting::RumorExactReport> exact;
};

accounting::RumorEnd end_of(const AccountRumorOptions& options) {
  return options.transcript == "terminated" ? accounting::RumorEnd::terminated : accounting::RumorEnd::unending;
}

Report account_on_graph(const AccountRumorOptions& options) {
  if (options.nodes || options.curious)
    throw Error(Errc::conditions, "account rumor", "--graph goes with --curious-set, not with --nodes and --curious");
  if (options.curious_set.empty()) throw Error(Errc::conditions, "account rumor", "--graph needs --curious-set V,...");
  const auto loaded = graph::from_spec(options.graph, options.common.seeded(), "--graph");
  const auto curious = nodes_from_labels("--curious-set", loaded.graph, options.curious_set);
  const auto world = accounting::rumor_world(loaded.graph, curious, end_of(options));
  print_notes(loaded.notes);
  return {.nodes = loaded.graph.nodes(),
          .curious = static_cast<std::int64_t>(curious.size()),
          .bounds = std::nullopt,
          .exact = accounting::rumor_exact_report(world, options.muting, options.epsilon)};
}

Report account_among_all(const AccountRumorOptions& options) {
  if (!options.nodes || !options.curious)
    throw Error(Errc::conditions, "account rumor", "--nodes and --curious are required (or --graph and --curious-set)");
  if (!options.curious_set.empty()) throw Error(Errc::conditions, "account rumor", "--curious-set goes with --graph");
  const auto crowd = accounting::rumor_crowd(*options.nodes, *options.curious);
  Report report{.nodes = *options.nodes, .curious = *options.curious, .bounds = std::nullopt, .exact = std::nullopt};
  if (options.exact) {
    require_between("account rumor --exact", "--nodes", *options.nodes, 2, accounting::RumorWorld::max_nodes);
    report.exact = accounting::rumor_exact_report(crowd, options.muting, options.epsilon, end_of(options));
  }
  report.bounds = accounting::rumor_bounds(crowd, options.muting, options.epsilon);
  return report;
}

Json to_json(const Bracket& bracket) {
  return {{"lower", bracket.lower()}, {"estimate", bracket.estimate()}, {"upper", bracket.upper()}};
}

Json parameters(const AccountRumorOptions& options, const Report& report) {
  Json result{{"nodes", report.nodes},
              {"curious", report.curious},
              {"muting", options.muting},
              {"epsilon", options.epsilon},
              {"transcript", options.transcript}};
  if (!options.graph.empty()) {
    result["graph"] = options.graph;
    result["curious_set"] = options.curious_set;
  } else {
    result["exact"] = options.exact;
  }
  return result;
}

void print_table(const AccountRumorOptions& options, const Report& report) {
  std::vector<report::TextColumn> columns = {
      {.title = "", .align = report::TextColumn::Align::left}, {.title = "limit"}, {.title = "bound"}};
  if (report.exact) columns.insert(columns.end(), {{.title = "exact, at least"}, {.title = "exact, at most"}});
  report::TextTable table(std::move(columns));
  const auto row = [&](std::string name, double accounting::RumorBounds::*limit, double accounting::RumorBounds::*bound,
                       Bracket accounting::RumorExactReport::*exact) {
    std::vector<std::string> cells = {std::move(name)};
    for (const auto value : {limit, bound})
      cells.push_back(report.bounds ? fmt::format("{:.6g}", *report.bounds.*value) : "-");
    if (report.exact) {
      const Bracket& bracket = *report.exact.*exact;
      cells.insert(cells.end(), {fmt::format("{:.9g}", bracket.lower()), fmt::format("{:.9g}", bracket.upper())});
    }
    table.row(std::move(cells));
  };
  using accounting::RumorBounds, accounting::RumorExactReport;
  row(fmt::format("delta({})", options.epsilon), &RumorBounds::delta_limit, &RumorBounds::delta_bound,
      &RumorExactReport::delta);
  row("prediction uncertainty", &RumorBounds::uncertainty_limit, &RumorBounds::uncertainty_bound,
      &RumorExactReport::uncertainty);
  fmt::print("{}", table.text());
  if (report.bounds) {
    print_wrapped("limit: of every gossip protocol; bound: published for this muting, unending transcript{}",
                  options.transcript == "terminated"
                      ? " (it fails for terminated ones: hearsay explain rumor.thm7.terminated)"
                      : "");
  }
}

int account(const AccountRumorOptions& options) {
  require_unit("account rumor", "--muting", options.muting);
  require_non_negative("account rumor", "--epsilon", options.epsilon);
  const Stopwatch watch;
  const auto report = options.graph.empty() ? account_among_all(options) : account_on_graph(options);
  const double seconds = watch.seconds();
  if (options.common.wants_table()) print_table(options, report);
  auto result = envelope("account rumor", parameters(options, report), options.common);
  Json delta, uncertainty;
  if (report.bounds) {
    delta = {{"limit", report.bounds->delta_limit}, {"bound", report.bounds->delta_bound}};
    uncertainty = {{"limit", report.bounds->uncertainty_limit}, {"bound", report.bounds->uncertainty_bound}};
  }
  if (report.exact) {
    delta["exact"] = to_json(report.exact->delta);
    uncertainty["exact"] = to_json(report.exact->uncertainty);
  }
  result.update({{"delta", delta}, {"prediction_uncertainty", uncertainty}, {"timing", {{"seconds", seconds}}}});
  write_json(options.common, result);
  return 0;
}

}  // namespace

void add_account_rumor(CLI::App& parent, Action& action) {
  auto* command = parent.add_subcommand("rumor", "how well gossip hides who started a rumor");
  auto options = std::make_shared<AccountRumorOptions>();
  add_common(*command, options->common);
  command->add_option("--nodes", options->nodes, "nodes of the complete graph")->type_name("N");
  command->add_option("--curious", options->curious, "curious nodes")->type_name("F");
  command->add_option("--muting", options->muting, "s: a node stays active after a message with this probability")
      ->required()
      ->type_name("S");
  command->add_option("--epsilon", options->epsilon, "epsilon of the privacy guarantee")
      ->capture_default_str()
      ->type_name("E");
  command->add_flag("--exact", options->exact, "also the exact values, at most 6 nodes");
  command
      ->add_option("--transcript", options->transcript, "unending, or terminated: the adversary sees the protocol end")
      ->check(CLI::IsMember({"unending", "terminated"}))
      ->capture_default_str();
  command->add_option("--graph", options->graph, "any connected graph of at most 6 nodes: exact values")
      ->type_name("SPEC");
  add_nodes(*command, "--curious-set", options->curious_set, "its curious nodes")->type_name("V,...");
  command->footer(exit_codes("the losses are known", "", ""));
  command->callback([options, &action] { action = [options] { return account(*options); }; });
}

}  // namespace hearsay::cli
