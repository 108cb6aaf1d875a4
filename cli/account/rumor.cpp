// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include <hearsay/accounting/rumor/report.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/graph/spec.hpp>
#include <hearsay/report/certificate/rumor.hpp>
#include <hearsay/report/certificate/rumor_work.hpp>
#include <hearsay/report/certificate/work.hpp>
#include <hearsay/report/number_text.hpp>
#include <hearsay/report/text_table.hpp>
#include "api/network/graph_source.hpp"
#include "api/render/reading.hpp"
#include "api/render/result.hpp"
#include "api/render/words.hpp"
#include "cli/common/certificate_file.hpp"
#include "cli/common/network_options.hpp"
#include "cli/common/verb.hpp"

namespace hearsay::cli {

namespace {

using Json = nlohmann::ordered_json;

struct AccountRumorOptions {
  Common common;
  std::optional<std::int64_t> nodes, curious;
  accounting::RumorQuestion question;
  bool exact = false;
  std::string transcript = "unending", sees = "messages", graph;
  std::vector<std::string> curious_set;
  std::string certificate;
};

/// What the command reports: bounds for the complete graph, exact values where they are asked for.
struct Report {
  std::int64_t nodes = 0, curious = 0;
  std::optional<accounting::RumorBounds> bounds;
  std::optional<accounting::RumorExactReport> exact;
  ReadGraph read = {};
};

accounting::RumorSight sight_of(const AccountRumorOptions& options) {
  using accounting::RumorSight;
  return options.sees == "involved"       ? RumorSight::involved
         : options.sees == "timed"        ? RumorSight::timed
         : options.sees == "eavesdropper" ? RumorSight::eavesdropper
                                          : RumorSight::ordered;
}

accounting::RumorQuestion question_of(const AccountRumorOptions& options) {
  auto question = options.question;
  question.end = options.transcript == "terminated" ? accounting::RumorEnd::terminated : accounting::RumorEnd::unending;
  question.sight = sight_of(options);
  return question;
}

/// Whether Theorems 5, 7 and 8 speak of it: of messages to curious nodes, and (Appendix A.3.1) from them.
bool has_bounds(const AccountRumorOptions& options) {
  return (options.sees == "messages" || options.sees == "involved") && !options.question.delayed;
}

/// @throws Error(Errc::conditions) if the adversary and the start that are asked for do not go with the rest.
void require_adversary(const AccountRumorOptions& options) {
  constexpr std::string_view where = "account rumor";
  const bool overheard = options.sees == "eavesdropper";
  if (overheard != (options.question.seen < 1.0))
    throw Error(Errc::conditions, where,
                "--seen B, the share of messages that is overheard, goes with --sees eavesdropper");
  if (overheard && (options.curious.value_or(0) > 0 || !options.curious_set.empty()))
    throw Error(Errc::conditions, where, "--sees eavesdropper listens to all nodes: --curious 0, and no --curious-set");
  if (!has_bounds(options) && !options.exact && options.graph.empty())
    throw Error(Errc::conditions, where,
                fmt::format("no bound is published for {}; --exact computes the values of at most 6 nodes",
                            options.question.delayed ? "the delayed start" : "--sees " + options.sees));
  if (options.question.delayed && options.question.muting != 1.0)
    throw Error(Errc::conditions, where, "--delayed-start is followed by --muting 1");
}

Report account_on_graph(const AccountRumorOptions& options) {
  if (options.nodes || options.curious)
    throw Error(Errc::conditions, "account rumor", "--graph goes with --curious-set, not with --nodes and --curious");
  if (options.curious_set.empty() && options.sees != "eavesdropper")
    throw Error(Errc::conditions, "account rumor", "--graph needs --curious-set V,...");
  const auto loaded = graph::from_spec(options.graph, options.common.seeded(), "--graph");
  const auto curious = nodes_from_labels("--curious-set", loaded.graph, options.curious_set);
  const auto world = accounting::rumor_world(loaded.graph, curious);
  print_notes(loaded.notes);
  return {.nodes = loaded.graph.nodes(),
          .curious = static_cast<std::int64_t>(curious.size()),
          .bounds = std::nullopt,
          .exact = accounting::rumor_exact_report(world, question_of(options)),
          .read = reading(options.graph, "", loaded)};
}

Report account_among_all(const AccountRumorOptions& options) {
  if (!options.nodes || !options.curious)
    throw Error(Errc::conditions, "account rumor", "--nodes and --curious are required (or --graph and --curious-set)");
  if (!options.curious_set.empty()) throw Error(Errc::conditions, "account rumor", "--curious-set goes with --graph");
  const auto crowd = accounting::rumor_crowd(*options.nodes, *options.curious);
  Report report{.nodes = *options.nodes, .curious = *options.curious, .bounds = std::nullopt, .exact = std::nullopt};
  if (options.exact) {
    require_between("account rumor --exact", "--nodes", *options.nodes, 2, accounting::RumorWorld::max_nodes);
    report.exact = accounting::rumor_exact_report(crowd, question_of(options));
  }
  if (has_bounds(options))
    report.bounds = accounting::rumor_bounds(crowd, options.question.muting, options.question.epsilon);
  return report;
}

Json to_json(const Bracket& bracket) {
  return {{"lower", bracket.lower()}, {"estimate", bracket.estimate()}, {"upper", bracket.upper()}};
}

Json parameters(const AccountRumorOptions& options, const Report& report) {
  Json result{{"nodes", report.nodes},
              {"curious", report.curious},
              {"muting", options.question.muting},
              {"epsilon", options.question.epsilon},
              {"delta", options.question.delta ? Json(*options.question.delta) : Json()},
              {"transcript", options.transcript},
              {"sees", options.sees},
              {"seen", options.question.seen},
              {"delayed_start", options.question.delayed}};
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
  const auto row = [&](const std::string& name, double accounting::RumorBounds::*limit,
                       double accounting::RumorBounds::*bound, Bracket accounting::RumorExactReport::*exact) {
    std::vector<report::TerminalText> cells = {name};
    for (const auto value : {limit, bound})
      cells.push_back(report.bounds ? report::probability_text(*report.bounds.*value) : "-");
    if (report.exact) {
      const Bracket& bracket = *report.exact.*exact;
      cells.insert(cells.end(),
                   {report::number_text_below(bracket.lower(), 9), report::number_text_above(bracket.upper(), 9)});
    }
    table.row(std::move(cells));
  };
  using accounting::RumorBounds, accounting::RumorExactReport;
  row(fmt::format("delta({})", options.question.epsilon), &RumorBounds::delta_limit, &RumorBounds::delta_bound,
      &RumorExactReport::delta);
  row("prediction uncertainty", &RumorBounds::uncertainty_limit, &RumorBounds::uncertainty_bound,
      &RumorExactReport::uncertainty);
  if (report.exact && report.exact->epsilon) {
    table.row({fmt::format("epsilon({})", *options.question.delta), "-", "-",
               report::number_text_below(report.exact->epsilon->lower(), 9),
               report::number_text_above(report.exact->epsilon->upper(), 9)});
  }
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
  exact::Rational above = 1, below = 1;
};

Factors factors(double epsilon) {
  if (epsilon == 0.0) return {};
  const double e = std::exp(epsilon), away = std::ldexp(1.0, -40);
  return {.above = exact::fraction_of(e * (1.0 + away)), .below = exact::fraction_of(std::max(1.0, e * (1.0 - away)))};
}

/// Proves by as many prefixes as the checker judges with `share` of its work, `most` at most. @return how many.
template <class Prove>
std::size_t smaller(report::Certificate& certificate, std::size_t most, double share, const Prove& prove) {
  for (auto count = most;; count = count * 2 / 3) {
    certificate.evidence = nlohmann::ordered_json::object();
    certificate.proves = {};
    prove(count);
    if (count <= 1 || report::rumor_work(certificate, share) <= share) return count;
  }
}

/// The file of --certificate: delta and the prediction uncertainty on the complete graph, from both sides.
void prove(const AccountRumorOptions& options, const Report& report) {
  const std::int64_t most_nodes = options.transcript == "terminated" ? 4 : 5;  // larger laws in fractions take minutes
  const std::size_t expansions = report.nodes <= 4 ? 60 : 40;
  if (options.sees != "messages" || options.question.delayed || !options.graph.empty() || report.nodes < 3 ||
      report.nodes > most_nodes || report.curious < 1 || report.nodes - report.curious < 2) {
    write_certificate(
        options.certificate, {},
        {fmt::format("only messages on the complete graph of 3 to {} nodes have proofs, with two honest nodes and a "
                     "curious one",
                     most_nodes)});
    return;
  }
  const report::RumorInstance instance{.nodes = static_cast<int>(report.nodes),
                                       .curious = static_cast<int>(report.curious),
                                       .muting = exact::fraction_of(options.question.muting),
                                       .terminated = options.transcript == "terminated"};
  const auto [above, below] = factors(options.question.epsilon);
  std::vector<report::Certificate> all(above == below ? 2 : 3, {.kind = "rumor", .quantity = "delta"});
  const double share = report::limits::work / static_cast<double>(all.size());
  const auto delta = [&](report::Certificate& certificate, const exact::Rational& factor) {
    return smaller(certificate, expansions, share,
                   [&](std::size_t count) { prove_rumor_delta(certificate, instance, factor, count); });
  };
  auto prefixes = delta(all.front(), above);
  if (above != below) {
    prefixes = std::min(prefixes, delta(all[1], below));
    all.front().proves.upper.clear(), all[1].proves.lower.clear();
  }
  auto& odds = all.back();
  odds.quantity = "uncertainty";
  const auto odds_prefixes =
      smaller(odds, expansions, share, [&](std::size_t count) { prove_rumor_uncertainty(odds, instance, count); });
  std::vector<std::string> missing;
  const auto compare = [&](std::string_view name, const std::string& lower, const std::string& upper,
                           std::size_t count) {
    if (lower.empty() || upper.empty()) {
      missing.push_back(fmt::format("{} is proved from one side only, by {} prefixes", name, count));
      return;
    }
    const auto gap = exact::to_double(*exact::parse_fraction(upper) - *exact::parse_fraction(lower));
    if (gap > 1e-9) missing.push_back(fmt::format("{} is proved up to {:.2g} only, by {} prefixes", name, gap, count));
  };
  compare("delta", all.front().proves.lower, all[all.size() - 2].proves.upper, prefixes);
  compare("the prediction uncertainty", all.back().proves.lower, all.back().proves.upper, odds_prefixes);
  write_certificate(options.certificate, all, missing);
}

int account(const AccountRumorOptions& options) {
  require_unit("account rumor", "--muting", options.question.muting);
  require_non_negative("account rumor", "--epsilon", options.question.epsilon);
  require_unit("account rumor", "--seen", options.question.seen);
  require_adversary(options);
  if (options.question.delta) {
    require_open_unit("account rumor", "--delta", *options.question.delta);
    if (!options.exact && options.graph.empty())
      throw Error(Errc::conditions, "account rumor", "--delta asks for an exact epsilon: it needs --exact or --graph");
  }
  const Stopwatch watch;
  const auto report = options.graph.empty() ? account_among_all(options) : account_on_graph(options);
  const double seconds = watch.seconds();
  if (options.common.wants_table()) {
    put_text(report.read.text());
    print_table(options, report);
  }
  auto result = envelope("account rumor", parameters(options, report), options.common.origin());
  if (!report.read.json.is_null()) result["read"] = report.read.json;
  Json delta, uncertainty, epsilon;
  if (report.bounds) {
    delta = {{"limit", report.bounds->delta_limit}, {"bound", report.bounds->delta_bound}};
    uncertainty = {{"limit", report.bounds->uncertainty_limit}, {"bound", report.bounds->uncertainty_bound}};
  }
  if (report.exact) {
    delta["exact"] = to_json(report.exact->delta);
    uncertainty["exact"] = to_json(report.exact->uncertainty);
    if (report.exact->epsilon) epsilon["exact"] = to_json(*report.exact->epsilon);
  }
  result.update({{"delta", delta},
                 {"prediction_uncertainty", uncertainty},
                 {"epsilon", epsilon},
                 {"timing", {{"seconds", seconds}}}});
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
  command
      ->add_option("--muting", options->question.muting, "s: a node stays active after a message with this probability")
      ->required()
      ->type_name("S");
  command->add_option("--epsilon", options->question.epsilon, "epsilon of the privacy guarantee")
      ->capture_default_str()
      ->type_name("E");
  command->add_option("--delta", options->question.delta, "also the exact epsilon at this delta")->type_name("D");
  command->add_flag("--exact", options->exact, "also the exact values, at most 6 nodes");
  command
      ->add_option("--transcript", options->transcript, "unending, or terminated: the adversary sees the protocol end")
      ->check(CLI::IsMember({"unending", "terminated"}))
      ->capture_default_str();
  command
      ->add_option(
          "--sees", options->sees,
          "messages: those to curious nodes, in order; involved: those from them too; timed: with the index of "
          "each; eavesdropper: any message, with probability --seen")
      ->check(CLI::IsMember({"messages", "involved", "timed", "eavesdropper"}))
      ->capture_default_str();
  command->add_option("--seen", options->question.seen, "with which probability a message is overheard")
      ->type_name("B");
  command->add_flag("--delayed-start", options->question.delayed,
                    "the source tells one node and waits until it is told; then nobody mutes (--muting 1)");
  reads(command->add_option("--graph", options->graph, "any connected graph of at most 6 nodes: exact values")
            ->type_name("SPEC"),
        graph_file);
  add_nodes(*command, "--curious-set", options->curious_set, "its curious nodes")->type_name("V,...");
  add_certificate(*command, options->certificate);
  command->footer(exit_codes("the losses are known", "", ""));
  command->callback([options, &action] { action = [options] { return account(*options); }; });
}

}  // namespace hearsay::cli
