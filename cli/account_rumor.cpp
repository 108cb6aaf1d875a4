#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>

#include "cli/graph_options.hpp"
#include "cli/page.hpp"
#include "cli/verb.hpp"
#include <hearsay/accounting/rumor/bounds.hpp>
#include <hearsay/accounting/rumor/exact.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/core/version.hpp>
#include <hearsay/graph/spec.hpp>
#include <hearsay/report/text_table.hpp>

namespace hearsay::cli {

namespace {

using Json = nlohmann::ordered_json;

struct Options {
  Common common;
  std::optional<std::int64_t> nodes, curious;
  double muting = 1.0, epsilon = 0.0;
  bool exact = false;
  std::string transcript = "unending", graph;
  std::vector<std::string> curious_set;
};

/// What --exact adds.
struct Exact {
  Bracket delta, uncertainty;
};

Exact exact_values(const accounting::RumorWorld& world, const Options& options) {
  const accounting::RumorLaw<double> law(world, options.muting);
  constexpr std::uint64_t work = 6'000'000;  // states of all prefixes expanded: seconds
  const accounting::RumorEffort effort{.width = 1e-7, .expansions = std::min<std::uint64_t>(100'000, work / law.states())};
  return {rumor_delta(law, options.epsilon, effort), rumor_uncertainty(law, effort)};
}

Json to_json(const Bracket& bracket) { return {{"lower", bracket.lower()}, {"estimate", bracket.estimate()}, {"upper", bracket.upper()}}; }

Json parameters(const Options& options, std::int64_t nodes, std::int64_t curious) {
  Json result{{"nodes", nodes}, {"curious", curious}, {"muting", options.muting}, {"epsilon", options.epsilon}, {"transcript", options.transcript}};
  if (!options.graph.empty()) {
    result["graph"] = options.graph;
    result["curious_set"] = options.curious_set;
  } else {
    result["exact"] = options.exact;
  }
  return result;
}

int account(const Options& options) {
  require_unit("account rumor", "--muting", options.muting);
  require_non_negative("account rumor", "--epsilon", options.epsilon);
  const auto start = std::chrono::steady_clock::now();
  const auto end = options.transcript == "terminated" ? accounting::RumorEnd::terminated : accounting::RumorEnd::unending;
  const bool on_graph = !options.graph.empty();
  std::optional<accounting::RumorCrowd> crowd;
  std::optional<Exact> exact;
  Json shown;
  if (on_graph) {
    if (options.nodes || options.curious) throw Error(Errc::conditions, "account rumor", "--graph goes with --curious-set, not with --nodes and --curious");
    if (options.curious_set.empty()) throw Error(Errc::conditions, "account rumor", "--graph needs --curious-set V,...");
    const auto loaded = graph::from_spec(options.graph, options.common.seeded());
    const auto curious = nodes_from_labels("--curious-set", loaded.graph, options.curious_set);
    const auto world = accounting::rumor_world(loaded.graph, curious, end);
    print_notes(loaded.notes);
    exact = exact_values(world, options);
    shown = parameters(options, loaded.graph.nodes(), static_cast<std::int64_t>(curious.size()));
  } else {
    if (!options.nodes || !options.curious) throw Error(Errc::conditions, "account rumor", "--nodes and --curious are required (or --graph and --curious-set)");
    if (!options.curious_set.empty()) throw Error(Errc::conditions, "account rumor", "--curious-set goes with --graph");
    crowd = accounting::rumor_crowd(*options.nodes, *options.curious);
    if (options.exact) {
      require_between("account rumor --exact", "--nodes", *options.nodes, 2, accounting::RumorWorld::max_nodes);
      if (*options.curious == 0) {
        exact = Exact{Bracket::exact(0.0), Bracket::exact(static_cast<double>(*options.nodes - 1))};
      } else {
        exact = exact_values(accounting::rumor_world(static_cast<int>(*options.nodes), static_cast<int>(*options.curious), end), options);
      }
    }
    shown = parameters(options, *options.nodes, *options.curious);
  }

  Json delta, uncertainty;
  if (crowd) {
    delta = {{"limit", accounting::rumor_delta_limit(*crowd, options.epsilon)}, {"bound", accounting::rumor_delta_bound(*crowd, options.muting, options.epsilon)}};
    uncertainty = {{"limit", accounting::rumor_uncertainty_limit(*crowd)}, {"bound", accounting::rumor_uncertainty_bound(*crowd, options.muting)}};
  }
  if (exact) {
    delta["exact"] = to_json(exact->delta);
    uncertainty["exact"] = to_json(exact->uncertainty);
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (options.common.wants_table()) {
    std::vector<report::TextColumn> columns = {{.title = "", .align = report::TextColumn::Align::left}, {.title = "limit"}, {.title = "bound"}};
    if (exact) columns.insert(columns.end(), {{.title = "exact, at least"}, {.title = "exact, at most"}});
    report::TextTable table(std::move(columns));
    const auto row = [&](std::string name, const Json& values, const Bracket* bracket) {
      std::vector<std::string> cells = {std::move(name)};
      for (const char* key : {"limit", "bound"}) cells.push_back(values.contains(key) ? fmt::format("{:.6g}", values[key].get<double>()) : "-");
      if (bracket != nullptr) cells.insert(cells.end(), {fmt::format("{:.9g}", bracket->lower()), fmt::format("{:.9g}", bracket->upper())});
      table.row(std::move(cells));
    };
    row(fmt::format("delta({})", options.epsilon), delta, exact ? &exact->delta : nullptr);
    row("prediction uncertainty", uncertainty, exact ? &exact->uncertainty : nullptr);
    fmt::print("{}", table.text());
    if (crowd) {
      print_wrapped("limit: of every gossip protocol; bound: published for this muting, unending transcript{}",
                    options.transcript == "terminated" ? " (it fails for terminated ones: hearsay explain rumor.thm7.terminated)" : "");
    }
  }
  write_json(options.common, Json{{"command", "account rumor"}, {"parameters", shown}, {"seed", options.common.seed}, {"version", version},
                                  {"delta", delta}, {"prediction_uncertainty", uncertainty}, {"timing", {{"seconds", seconds}}}});
  return 0;
}

}  // namespace

void add_account_rumor(CLI::App& parent, Action& action) {
  auto* command = parent.add_subcommand("rumor", "how well gossip hides who started a rumor");
  auto options = std::make_shared<Options>();
  add_common(*command, options->common);
  command->add_option("--nodes", options->nodes, "nodes of the complete graph")->type_name("N");
  command->add_option("--curious", options->curious, "curious nodes")->type_name("F");
  command->add_option("--muting", options->muting, "s: a node stays active after a message with this probability")->required()->type_name("S");
  command->add_option("--epsilon", options->epsilon, "epsilon of the privacy guarantee")->capture_default_str()->type_name("E");
  command->add_flag("--exact", options->exact, "also the exact values, at most 6 nodes");
  command->add_option("--transcript", options->transcript, "unending, or terminated: the adversary sees the protocol end")
      ->check(CLI::IsMember({"unending", "terminated"}))
      ->capture_default_str();
  command->add_option("--graph", options->graph, "any connected graph of at most 6 nodes: exact values")->type_name("SPEC");
  add_nodes(*command, "--curious-set", options->curious_set, "its curious nodes")->type_name("V,...");
  command->footer(exit_codes("the losses are known", "", ""));
  command->callback([options, &action] { action = [options] { return account(*options); }; });
}

}  // namespace hearsay::cli
