// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/render/account_gossip_nodes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include <hearsay/report/number_text.hpp>
#include <hearsay/report/table.hpp>
#include <hearsay/report/text_table.hpp>
#include "api/network/exact_gossip.hpp"
#include "api/render/node_names.hpp"
#include "api/render/reading.hpp"
#include "api/render/words.hpp"

namespace hearsay::api {

namespace {

nlohmann::ordered_json node_loss_json(const NodeLoss& losses) {
  nlohmann::ordered_json result = {{"published", nullptr}};
  add_enclosure(result, "exact", losses.shown);
  add_enclosure(result, "exact_own_noise", losses.shown_own_noise);
  result["exact_upper"] = losses.exact.upper();
  result["exact_own_noise_upper"] = losses.exact_own_noise.upper();
  return result;
}

nlohmann::ordered_json by_node_parameters(const GossipQuestion& question) {
  const auto& terms = question.terms;
  const auto steps = step_count(terms.steps);
  auto parameters = graph_parameters(question.network, question.observers);
  parameters["steps"] = steps ? nlohmann::ordered_json(*steps) : nlohmann::ordered_json(any_steps);
  parameters["alpha"] = terms.alpha;
  parameters["sigma"] = to_json(terms.sigma);
  parameters["sensitivity"] = to_json(terms.sensitivity);
  if (terms.delta) parameters["delta"] = *terms.delta;
  add_message_noise(parameters, terms.noise);
  return parameters;
}

/// Of nodes that differ a claim's words know order and delta only.
accounting::GaussianLossScale claim_scale(const GossipTerms& terms) {
  return {.alpha = terms.alpha, .delta = terms.delta};
}

report::TerminalText by_node_view_text(const GossipQuestion& question) {
  const auto& terms = question.terms;
  const auto steps = step_count(terms.steps);
  auto text = paragraph("observer {}: messages of {}; Renyi loss of order {} (sigma {}, sensitivity {})\n",
                        node_list(question.network.graph(), question.observers),
                        steps ? fmt::format("{} steps", *steps) : "any number of steps", terms.alpha,
                        terms.sigma.words(), terms.sensitivity.words());
  if (terms.noise.noisy())
    text += paragraph("Gaussian noise of standard deviation {} is added to every message", terms.noise.tau);
  return text;
}

/// The largest losses. @param doubt  set to whether one that is shown is in doubt.
report::TerminalText by_node_losses_text(const GossipQuestion& question, const GossipByNode& found, bool& doubt) {
  constexpr std::size_t rows = 20;
  std::vector<report::TextColumn> columns = {{.title = "target", .fit = report::Fit::cut},
                                             {.title = "distance"},
                                             {.title = "local"},
                                             {.title = "exact"},
                                             {.title = "own noise"}};
  if (question.terms.delta)
    columns.insert(columns.end(), {{.title = "epsilon\nexact"}, {.title = "epsilon\nown noise"}});
  report::TextTable table(std::move(columns));
  auto sorted = found.losses;
  std::ranges::stable_sort(sorted, std::ranges::greater{},
                           [](const auto& l) { return l.renyi.exact_own_noise.upper(); });
  const auto number = [](const Enclosure& x) { return report::enclosure_text(x, 5); };
  for (std::size_t i = 0; i < std::min(rows, sorted.size()); ++i) {
    const auto& loss = sorted[i];
    doubt = doubt || loss.renyi.shown.in_doubt() || loss.renyi.shown_own_noise.in_doubt();
    std::vector<report::TerminalText> cells = {question.network.graph().label(loss.target),
                                               std::to_string(loss.distance), fmt::format("{:.5g}", loss.local),
                                               number(loss.renyi.shown), number(loss.renyi.shown_own_noise)};
    if (loss.epsilon) cells.insert(cells.end(), {number(loss.epsilon->shown), number(loss.epsilon->shown_own_noise)});
    table.row(std::move(cells));
  }
  auto text = table.text(report::page_width, true);
  if (sorted.size() > rows)
    text += report::terminal_text("... {} more targets; the JSON lists all\n", sorted.size() - rows);
  return text;
}

}  // namespace

nlohmann::ordered_json by_node_json(const GossipQuestion& question, const GossipByNode& found, const Origin& origin) {
  const auto& terms = question.terms;
  const NodeNames names(question.network.graph());
  auto result = envelope(account_gossip_name, by_node_parameters(question), origin);
  result["read"] = reading(question.network).json;
  if (found.verdict) {
    result["audit"] = claim_json(terms.claim, claim_scale(terms));
    result["audit"]["verdict"] = to_string(*found.verdict);
  }
  auto& list = result["losses"] = nlohmann::ordered_json::array();
  for (const auto& loss : found.losses) {
    nlohmann::ordered_json entry = {
        {"target", names.json(loss.target)}, {"distance", loss.distance}, {"local", loss.local}};
    entry.update(node_loss_json(loss.renyi));
    if (loss.epsilon) entry["epsilon"] = node_loss_json(*loss.epsilon);
    list.push_back(std::move(entry));
  }
  return result;
}

report::TerminalText by_node_text(const GossipQuestion& question, const GossipByNode& found) {
  const auto& terms = question.terms;
  auto text = reading(question.network).text();
  text += by_node_view_text(question);
  text += report::TerminalText::lines("\n");
  bool doubt = false;
  text += by_node_losses_text(question, found, doubt);
  if (doubt) text += paragraph("\nin doubt: {}", terms.noise.noisy() ? coarse_words : unproved_views_words);
  text += paragraph(
      "\nlocal: the loss without gossip. exact: the loss to observers who know no noise. own noise: the loss to "
      "observers who know the noise that they injected. The published formula assumes one noise for all nodes, so it "
      "is not shown");
  if (found.verdict)
    text += paragraph("\npromise 'every target {}': {}", claim_words(terms.claim, claim_scale(terms)),
                      report::colored(*found.verdict));
  return text;
}

}  // namespace hearsay::api
