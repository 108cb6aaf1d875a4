// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include <hearsay/accounting/rumor/report.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/graph/spec.hpp>
#include <hearsay/linalg/fraction.hpp>
#include <hearsay/report/certificate/rumor.hpp>
#include <hearsay/report/text_table.hpp>
#include "cli/certificate_file.hpp"
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
  std::string certificate;
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
  show(table);
  if (report.bounds) {
    print_wrapped("limit: of every gossip protocol; bound: published for this muting, unending transcript{}",
                  options.transcript == "terminated"
                      ? " (it fails for terminated ones: hearsay explain rumor.thm7.terminated)"
                      : "");
  }
}

/// e^epsilon as a fraction: not below and not above it, at most 2^-40 away, so that delta(epsilon) is not below what is
/// proved at the first nor above what is proved at the second.
struct Factors {
  linalg::Rational above = 1, below = 1;
};

Factors factors(double epsilon) {
  if (epsilon == 0.0) return {};
  const double e = std::exp(epsilon), away = std::ldexp(1.0, -40);
  return {.above = linalg::fraction_of(e * (1.0 + away)),
          .below = linalg::fraction_of(std::max(1.0, e * (1.0 - away)))};
}

/// The file of --certificate: delta and the prediction uncertainty on the complete graph, from both sides.
void prove(const AccountRumorOptions& options, const Report& report) {
  const std::int64_t most_nodes = options.transcript == "terminated" ? 4 : 5;  // larger laws in fractions take minutes
  const std::size_t expansions = report.nodes <= 4 ? 60 : 40;
  if (!options.graph.empty() || report.nodes < 3 || report.nodes > most_nodes || report.curious < 1 ||
      report.nodes - report.curious < 2) {
    write_certificate(
        options.certificate, {},
        {fmt::format("only the complete graph on 3 to {} nodes has proofs, with two honest nodes and a curious one",
                     most_nodes)});
    return;
  }
  const report::RumorInstance instance{.nodes = static_cast<int>(report.nodes),
                                       .curious = static_cast<int>(report.curious),
                                       .muting = linalg::fraction_of(options.muting),
                                       .terminated = options.transcript == "terminated"};
  const auto [above, below] = factors(options.epsilon);
  std::vector<report::Certificate> all(above == below ? 2 : 3, {.kind = "rumor", .quantity = "delta"});
  prove_rumor_delta(all.front(), instance, above, expansions);
  if (above != below) {
    prove_rumor_delta(all[1], instance, below, expansions);
    all.front().proves.upper.clear(), all[1].proves.lower.clear();
  }
  all.back().quantity = "uncertainty";
  prove_rumor_uncertainty(all.back(), instance, expansions);
  std::vector<std::string> missing;
  const auto compare = [&](std::string_view name, const std::string& lower, const std::string& upper) {
    const auto gap = linalg::to_double(*linalg::parse_fraction(upper) - *linalg::parse_fraction(lower));
    if (gap > 1e-9)
      missing.push_back(fmt::format("{} is proved up to {:.2g} only, by {} prefixes", name, gap, expansions));
  };
  compare("delta", all.front().proves.lower, all[all.size() - 2].proves.upper);
  compare("the prediction uncertainty", all.back().proves.lower, all.back().proves.upper);
  write_certificate(options.certificate, all, missing);
}

int account(const AccountRumorOptions& options) {
  require_distinct({{"--json", options.common.json}, {"--certificate", options.certificate}});
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
  if (!options.certificate.empty()) prove(options, report);
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
  add_certificate(*command, options->certificate);
  command->footer(exit_codes("the losses are known", "", ""));
  command->callback([options, &action] { action = [options] { return account(*options); }; });
}

}  // namespace hearsay::cli
