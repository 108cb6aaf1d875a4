// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/account/nodes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include <hearsay/audit/promise.hpp>
#include <hearsay/divergence/accountant.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/graph/paths.hpp>
#include <hearsay/report/number_text.hpp>
#include <hearsay/report/text_table.hpp>
#include "api/network/exact_gossip.hpp"
#include "api/render/provenance.hpp"
#include "api/render/words.hpp"

#include "api/render/node_names.hpp"
#include "api/render/reading.hpp"
#include "api/render/result.hpp"
#include "cli/common/command_line.hpp"
#include "cli/common/network_options.hpp"

namespace hearsay::cli {

namespace {

/// What a target loses, in one unit: for certain between two ends, and to be shown.
struct NodeLoss {
  Bracket exact, exact_own_noise;
  Enclosure shown, shown_own_noise;
};

struct TargetLosses {
  graph::Node target, distance;
  double local;  ///< Renyi
  NodeLoss renyi;
  std::optional<NodeLoss> epsilon;
};

audit::NoiseScale unit_of(const NodesQuestion& question) {
  return {.sigma = 1.0, .sensitivity = std::sqrt(exact::to_double(question.scales.largest()))};
}

NodeLoss losses_in(const audit::PromisedBound& unit, const NodesQuestion& question, const audit::ViewShares& view,
                   graph::Node target) {
  const auto u = static_cast<Eigen::Index>(target);
  const auto bracket = [&](const audit::Shares& shares) {
    return promised_loss(unit, unit_of(question), shares.least()(u), shares.most()(u));
  };
  const auto exact = bracket(view.exact), own_noise = bracket(view.exact_own_noise);
  const auto shown = [&](const audit::Shares& shares, const Bracket& loss) {
    const auto value = shares.of(u).in_doubt() ? std::nullopt : std::optional(loss.estimate());
    return Enclosure{.lower = loss.lower(), .upper = loss.upper(), .value = value};
  };
  return {.exact = exact,
          .exact_own_noise = own_noise,
          .shown = shown(view.exact, exact),
          .shown_own_noise = shown(view.exact_own_noise, own_noise)};
}

audit::PromisedBound renyi_of(double alpha) {
  return {.text = "", .quantity = audit::Quantity::renyi, .parameter = alpha, .bound = 0.0};
}
audit::PromisedBound epsilon_at(double delta) {
  return {.text = "", .quantity = audit::Quantity::epsilon, .parameter = delta, .bound = 0.0};
}

std::vector<TargetLosses> losses_of(const NodesQuestion& question) {
  const auto& w = question.network.w;
  const auto views = question.noise.noisy()
                         ? audit::NetworkViews(w, question.steps.value(), question.noise.tau, question.scales)
                         : audit::NetworkViews(w, question.steps, question.scales);
  const auto view = views.shares(question.observers);
  const auto distances = graph::distances(question.network.made.graph(), question.observers);
  std::vector<TargetLosses> losses;
  for (const auto u : question.targets) {
    const double ratio = exact::to_double(question.scales.sensitivity[u] / question.scales.sigma[u]);
    TargetLosses loss{.target = u,
                      .distance = distances[u],
                      .local = question.alpha / 2.0 * ratio * ratio,
                      .renyi = losses_in(renyi_of(question.alpha), question, view, u),
                      .epsilon = std::nullopt};
    if (question.delta) loss.epsilon = losses_in(epsilon_at(*question.delta), question, view, u);
    losses.push_back(loss);
  }
  return losses;
}

/// What the claim is about: the loss of a target in its unit, to the observers that it names.
const Bracket& claimed(const NodesQuestion& question, const TargetLosses& loss) {
  const auto& losses = question.claim.epsilon ? *loss.epsilon : loss.renyi;
  return own_noise_known(question.claim.trust) ? losses.exact_own_noise : losses.exact;
}

Verdict judged(const NodesQuestion& question, const std::vector<TargetLosses>& losses) {
  const double bound = question.claim.claim().bound;
  auto verdict = Verdict::holds;
  for (const auto& loss : losses) verdict = merge(verdict, divergence::judge(claimed(question, loss), bound));
  return verdict;
}

void print_nodes_table(const NodesQuestion& question, const std::vector<TargetLosses>& losses) {
  const auto& graph = question.network.made.graph();
  put_text(reading(question.graph, question.network.made).text());
  print_wrapped("observer {}: messages of {}; Renyi loss of order {} (sigma {}, sensitivity {})\n",
                node_list(graph, question.observers),
                question.steps ? fmt::format("{} steps", *question.steps) : "any number of steps", question.alpha,
                question.sigma.words(), question.sensitivity.words());
  if (question.noise.noisy())
    print_wrapped("every message is heard with Gaussian noise of its own, standard deviation {}", question.noise.tau);
  put("\n");
  std::vector<report::TextColumn> columns = {{.title = "target", .fit = report::Fit::cut},
                                             {.title = "distance"},
                                             {.title = "local"},
                                             {.title = "exact"},
                                             {.title = "own noise"}};
  if (question.delta) columns.insert(columns.end(), {{.title = "epsilon\nexact"}, {.title = "epsilon\nown noise"}});
  report::TextTable table(std::move(columns));
  auto sorted = losses;
  std::ranges::stable_sort(sorted, std::ranges::greater{},
                           [](const auto& l) { return l.renyi.exact_own_noise.upper(); });
  constexpr std::size_t rows = 20;
  const auto number = [](const Enclosure& x) { return report::enclosure_text(x, 5); };
  bool doubt = false;
  for (std::size_t i = 0; i < std::min(rows, sorted.size()); ++i) {
    const auto& loss = sorted[i];
    doubt = doubt || loss.renyi.shown.in_doubt() || loss.renyi.shown_own_noise.in_doubt();
    std::vector<report::TerminalText> cells = {graph.label(loss.target), std::to_string(loss.distance),
                                               fmt::format("{:.5g}", loss.local), number(loss.renyi.shown),
                                               number(loss.renyi.shown_own_noise)};
    if (loss.epsilon) cells.insert(cells.end(), {number(loss.epsilon->shown), number(loss.epsilon->shown_own_noise)});
    table.row(std::move(cells));
  }
  show(table);
  if (sorted.size() > rows) put("... {} more targets; --json lists all\n", sorted.size() - rows);
  if (doubt) print_wrapped("\nin doubt: {}", question.noise.noisy() ? coarse_words : unproved_views_words);
  print_wrapped(
      "\nlocal: without any protocol; exact: everybody's noise is unknown; own noise: the observers know what they "
      "injected themselves. The published formula knows one noise of all nodes, and says nothing here");
}

nlohmann::ordered_json bracket_json(const NodeLoss& losses) {
  nlohmann::ordered_json result = {{"published", nullptr}};
  add_enclosure(result, "exact", losses.shown);
  add_enclosure(result, "exact_own_noise", losses.shown_own_noise);
  result["exact_upper"] = losses.exact.upper();
  result["exact_own_noise_upper"] = losses.exact_own_noise.upper();
  return result;
}

nlohmann::ordered_json nodes_json(const NodesQuestion& question, const std::vector<TargetLosses>& losses,
                                  const std::optional<Verdict>& verdict) {
  const auto& graph = question.network.made.graph();
  const NodeNames names(graph);
  auto parameters = graph_parameters(question.graph, question.network.made, question.observers);
  parameters["steps"] = question.steps ? nlohmann::ordered_json(*question.steps) : nlohmann::ordered_json("forever");
  parameters["alpha"] = question.alpha;
  parameters["sigma"] = to_json(question.sigma);
  parameters["sensitivity"] = to_json(question.sensitivity);
  if (question.delta) parameters["delta"] = *question.delta;
  add_message_noise(parameters, question.noise);
  auto result = envelope("account gossip", std::move(parameters), question.common.origin());
  result["read"] = reading(question.graph, question.network.made).json;
  if (verdict) {
    const accounting::GaussianLossScale scale{.alpha = question.alpha, .delta = question.delta};
    result["audit"] = claim_json(question.claim, scale);
    result["audit"]["verdict"] = to_string(*verdict);
  }
  auto& list = result["losses"] = nlohmann::ordered_json::array();
  for (const auto& loss : losses) {
    nlohmann::ordered_json entry = {
        {"target", names.json(loss.target)}, {"distance", loss.distance}, {"local", loss.local}};
    entry.update(bracket_json(loss.renyi));
    if (loss.epsilon) entry["epsilon"] = bracket_json(*loss.epsilon);
    list.push_back(std::move(entry));
  }
  return result;
}

}  // namespace

int account_nodes(const NodesQuestion& question) {
  const Stopwatch watch;
  const auto losses = losses_of(question);
  std::optional<Verdict> verdict;
  if (question.claim.given()) verdict = judged(question, losses);
  if (question.common.wants_table()) print_nodes_table(question, losses);
  if (question.common.wants_json()) {
    auto result = nodes_json(question, losses, verdict);
    result["provenance"] =
        provenance_json(question.graph, question.network.made.graph(), question.adversaries, command_line());
    result["timing"] = timing_json(question.common.origin());
    write_json(question.common, result);
  }
  if (!verdict) return 0;
  const accounting::GaussianLossScale scale{.alpha = question.alpha, .delta = question.delta};
  if (question.common.wants_table())
    print_wrapped("\nclaim 'every target {}': {}", claim_words(question.claim, scale), verdict_word(*verdict));
  return exit_code(*verdict);
}

}  // namespace hearsay::cli
