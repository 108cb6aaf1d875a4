// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/account/walk_on_graph.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <hearsay/accounting/token/walk/graph_walk_loss.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/report/number_text.hpp>
#include <hearsay/report/text_table.hpp>
#include <hearsay/system/parallel.hpp>
#include "api/network/network.hpp"
#include "api/render/node_names.hpp"
#include "api/render/reading.hpp"
#include "api/render/result.hpp"
#include "api/render/words.hpp"
#include "api/workload.hpp"
#include "cli/common/interrupt.hpp"
#include "cli/common/network_options.hpp"

namespace hearsay::cli {

namespace {

constexpr std::string_view where = "account walk";

/// What one target loses.
struct WalkLoss {
  double limit = 0.0, renyi2 = 0.0;
  std::optional<Bracket> epsilon;
};

void require_domain(const WalkOnGraph& question) {
  require_between(where, "--steps", question.steps, 1, 100'000);
  require_positive(where, "--sigma", question.sigma);
  if (question.delta) require_open_unit(where, "--delta", *question.delta);
  if (question.observer.empty() || question.targets.empty())
    throw Error(Errc::conditions, where, "--graph needs --observer V and --target U[,U...] or all");
  if (question.observer.size() != 1)
    throw Error(Errc::conditions, where,
                fmt::format("--observer: one node reads the token here, {} were given", question.observer.size()));
}

/// Of the transfer matrices; of the grids of losses, some thousand points each in four laws.
Workload workload(const WalkOnGraph& question, const graph::GossipMatrix& w, std::size_t targets) {
  const auto steps = static_cast<double>(question.steps);
  const double losses = question.delta ? 4.0 * 4096.0 : 0.0;
  return {.operations = static_cast<double>(targets) * steps * steps * (static_cast<double>(w.nonZeros()) + losses),
          .bytes = 8.0 * steps * (2.0 * static_cast<double>(w.rows()) + 2.0 * losses)};
}

WalkLoss loss_of(const WalkOnGraph& question, const accounting::GraphWalk& walk) {
  const auto gaps = accounting::walk_gaps(walk);
  const double mu = 1.0 / question.sigma;
  WalkLoss loss{.limit = accounting::graph_walk_limit(gaps), .renyi2 = accounting::graph_walk_renyi2(gaps, mu)};
  if (question.delta) loss.epsilon = accounting::GraphWalkLoss(gaps, mu).epsilon(*question.delta);
  return loss;
}

nlohmann::ordered_json losses_json(const graph::Graph& graph, const std::vector<graph::Node>& targets,
                                   const std::vector<WalkLoss>& losses) {
  auto found = nlohmann::ordered_json::array();
  const NodeNames names(graph);
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const auto& [limit, renyi2, epsilon] = losses[i];
    nlohmann::ordered_json entry{{"target", names.json(targets[i])}, {"limit", limit}, {"renyi2", renyi2}};
    if (epsilon) entry["epsilon"] = {{"lower", epsilon->lower()}, {"upper", epsilon->upper()}};
    found.push_back(std::move(entry));
  }
  return found;
}

void print_losses(const WalkOnGraph& question, const graph::Graph& graph, const std::vector<graph::Node>& targets,
                  const std::vector<WalkLoss>& losses) {
  print_wrapped("a token walks {} steps from a uniform start; observer {} reads it whenever it arrives", question.steps,
                question.observer.front());
  using report::Fit;
  std::vector<report::TextColumn> columns{
      {.title = "target", .fit = Fit::cut}, {.title = "limit"}, {.title = "Renyi\norder 2"}};
  if (question.delta) columns.insert(columns.end(), {{.title = "epsilon\nat least"}, {.title = "epsilon\nat most"}});
  report::TextTable table(columns);
  constexpr std::size_t rows = 20;
  const auto number = [](double x) { return fmt::format("{:.6g}", x); };
  for (std::size_t i = 0; i < std::min(rows, targets.size()); ++i) {
    std::vector<report::TerminalText> row{graph.label(targets[i]), number(losses[i].limit), number(losses[i].renyi2)};
    if (const auto& epsilon = losses[i].epsilon)
      row.insert(row.end(),
                 {report::number_text_below(epsilon->lower(), 6), report::number_text_above(epsilon->upper(), 6)});
    table.row(row);
  }
  put("\n");
  show(table);
  print_wrapped(
      "losses of a target that adds 1 or nothing, with noise of standard deviation {:.6g}, {}; limit: Renyi divergence "
      "over alpha / (2 sigma^2) for much noise",
      question.sigma,
      question.others == "known" ? "where it is known what the others add (--others anything: for all they might add)"
                                 : "whatever the others add: at most, and almost if their values lie far apart");
  if (targets.size() > rows) put("... {} more targets; --json lists all\n", targets.size() - rows);
}

}  // namespace

void add_walk_on_graph(CLI::App& command, WalkOnGraph& question) {
  add_graph_options(command, question.graph);
  take_weights_file(command);
  command.get_option("--graph")->required(false);
  add_nodes(command, "--observer", question.observer, "the node that reads the token when it arrives")->type_name("V");
  add_nodes(command, "--target", question.targets, "nodes whose loss is wanted, or all")->type_name("U[,U...]|all");
  command
      .add_option("--sigma", question.sigma,
                  "standard deviation of the noise of a contribution, which changes by at most 1")
      ->capture_default_str();
  command
      .add_option("--others", question.others,
                  "what the others add: known to the observer, or anything, which may tell how often the target was "
                  "passed")
      ->check(CLI::IsMember({"known", "anything"}))
      ->capture_default_str();
}

int account_walk_on_graph(const Common& common, const WalkOnGraph& question) {
  require_domain(question);
  const Stopwatch watch;
  const auto network = load_network(question.graph, common.seeded());
  const auto& graph = network.made.graph();
  const auto observer = nodes_from_labels("--observer", graph, question.observer).front();
  const auto targets = targets_from_labels(question.targets, graph, {observer});
  require_affordable(where, workload(question, network.w, targets.size()), "--steps or the number of targets");
  print_notes(network.made.loaded.notes);
  catch_interrupts();
  const auto others = question.others == "known" ? accounting::OtherData::known : accounting::OtherData::anything;
  std::vector<WalkLoss> losses(targets.size());
  parallel_for(targets.size(), common.execution(), "targets", [&](std::size_t i) {
    losses[i] = loss_of(question, {network.w, observer, targets[i], static_cast<int>(question.steps), others});
  });
  const auto read = reading(question.graph, network.made);
  if (common.wants_table()) {
    put_text(read.text());
    print_losses(question, graph, targets, losses);
  }
  auto parameters = graph_parameters(question.graph, network.made, {observer});
  parameters["steps"] = question.steps;
  parameters["sigma"] = question.sigma;
  parameters["others"] = question.others;
  if (question.delta) parameters["delta"] = *question.delta;
  auto result = envelope("account walk", parameters, common.origin());
  result["read"] = read.json;
  result["losses"] = losses_json(graph, targets, losses);
  result["timing"] = timing_json(common.origin());
  write_json(common, result);
  return 0;
}

}  // namespace hearsay::cli
