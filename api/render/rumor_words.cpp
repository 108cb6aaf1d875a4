// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/render/rumor_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <hearsay/accounting/rumor/bounds.hpp>
#include <hearsay/report/number_text.hpp>
#include <hearsay/report/probability.hpp>
#include <hearsay/report/text_table.hpp>
#include "api/quantiles.hpp"
#include "api/render/node_names.hpp"
#include "api/render/reading.hpp"
#include "api/render/words.hpp"

namespace hearsay::api {

namespace {

using accounting::Ends;
using accounting::SenderNode;
using accounting::SenderPair;
using nlohmann::ordered_json;
using Align = report::TextColumn::Align;

ordered_json finite_or_null(double x) { return std::isfinite(x) ? ordered_json(x) : ordered_json(nullptr); }

/// What is known of the largest over all pairs: of drawn pairs only a lower bound.
ordered_json largest_json(const RumorOnGraphAnswer& answer, const Ends& ends) {
  if (answer.sampled()) return {{"at_least", finite_or_null(ends.lower)}};
  return {{"exact", sender_ends_json(ends)}};
}

std::size_t component_count(const RumorOnGraphAnswer& answer) { return answer.part.tellers_of.size(); }

std::size_t never_heard(const RumorOnGraphAnswer& answer) {
  std::size_t count = 0;
  for (linalg::Index v = 0; v < answer.part.size(); ++v) count += answer.part.is_heard(v) ? 0 : 1;
  return count;
}

/// Theorem 5's delta of the complete graph of as many nodes, as many of them curious.
double complete_graph_delta(const RumorOnGraphAnswer& answer) {
  const auto crowd = accounting::rumor_crowd(answer.graph().nodes(), static_cast<std::int64_t>(answer.curious.size()));
  return accounting::rumor_delta_limit(crowd, answer.question.at.epsilon);
}

ordered_json nodes_json(const RumorOnGraphAnswer& answer) {
  const NodeNames names(answer.graph());
  const auto name = [&](linalg::Index v) { return names.json(answer.part.nodes[v]); };
  auto nodes = ordered_json::array();
  for (const auto& node : answer.survey->nodes) {
    nodes.push_back({{"node", name(node.source)},
                     {"component", answer.part.component[node.source]},
                     {"curious_neighbors", answer.part.curious_neighbors[node.source]},
                     {"first_sender", sender_ends_json(node.own)},
                     {"delta", sender_ends_json(node.delta)},
                     {"against", name(node.against)},
                     {"delta_within", sender_ends_json(node.delta_within)},
                     {"against_within", name(node.against_within)},
                     {"delta_mean", sender_ends_json(node.delta_mean)},
                     {"pure_epsilon_within", sender_ends_json(node.pure_epsilon_within)}});
  }
  return nodes;
}

ordered_json pairs_json(const RumorOnGraphAnswer& answer) {
  const NodeNames names(answer.graph());
  auto pairs = ordered_json::array();
  for (const auto& pair : answer.pairs) {
    ordered_json entry{{"source", names.json(answer.part.nodes[pair.source])},
                       {"against", names.json(answer.part.nodes[pair.against])},
                       {"delta", sender_ends_json(pair.delta)},
                       {"pure_epsilon", sender_ends_json(pair.pure_epsilon)},
                       {"first_sender", sender_ends_json(pair.own)}};
    if (answer.question.at.delta) entry["epsilon"] = sender_ends_json(pair.epsilon);
    pairs.push_back(std::move(entry));
  }
  return pairs;
}

std::vector<double> deltas_of(const RumorOnGraphAnswer& answer) {
  std::vector<double> deltas;
  for (const auto& pair : answer.pairs) deltas.push_back(pair.delta.estimate);
  return deltas;
}

template <class Loss>
std::vector<Loss> sorted_by_delta(std::vector<Loss> losses) {
  std::ranges::stable_sort(losses, [](const Loss& a, const Loss& b) { return a.delta.upper > b.delta.upper; });
  return losses;
}

std::string above(double x) { return report::number_text_above(x, 6); }
std::string share(double p) { return report::probability_text(p, 5); }

report::TerminalText nodes_losses(const RumorOnGraphAnswer& answer, std::size_t most) {
  report::TextTable table({{.title = "source", .fit = report::Fit::cut},
                           {.title = "curious\nneighbors"},
                           {.title = "first\nsender"},
                           {.title = "worst\ndelta"},
                           {.title = "against", .fit = report::Fit::cut},
                           {.title = "worst in its\ncomponent"},
                           {.title = "mean\ndelta"}});
  const auto nodes = nodes_by_loss(answer);
  for (std::size_t i = 0; i < std::min(most, nodes.size()); ++i) {
    const auto& node = nodes[i];
    table.row({answer.graph().label(answer.part.nodes[node.source]),
               fmt::format("{}", answer.part.curious_neighbors[node.source]), share(node.own.upper),
               share(node.delta.upper), answer.graph().label(answer.part.nodes[node.against]),
               share(node.delta_within.upper), share(node.delta_mean.upper)});
  }
  auto text = table.text(report::page_width, true);
  if (nodes.size() > most)
    text += report::terminal_text("... {} more nodes; the JSON lists all\n", nodes.size() - most);
  return text;
}

report::TerminalText pairs_losses(const RumorOnGraphAnswer& answer, std::size_t most) {
  std::vector<report::TextColumn> columns = {{.title = "source", .fit = report::Fit::cut},
                                             {.title = "against", .fit = report::Fit::cut},
                                             {.title = "delta"},
                                             {.title = "pure\nepsilon"},
                                             {.title = "first\nsender"}};
  if (answer.question.at.delta) columns.push_back({.title = fmt::format("epsilon\n({})", *answer.question.at.delta)});
  report::TextTable table(std::move(columns));
  const auto pairs = sorted_by_delta(answer.pairs);
  for (std::size_t i = 0; i < std::min(most, pairs.size()); ++i) {
    const auto& pair = pairs[i];
    std::vector<report::TerminalText> cells{
        answer.graph().label(answer.part.nodes[pair.source]), answer.graph().label(answer.part.nodes[pair.against]),
        share(pair.delta.upper), above(pair.pure_epsilon.upper), share(pair.own.upper)};
    if (answer.question.at.delta) cells.emplace_back(above(pair.epsilon.upper));
    table.row(std::move(cells));
  }
  auto text = table.text(report::page_width, true);
  if (pairs.size() > most)
    text += report::terminal_text("... {} more pairs; the JSON lists all\n", pairs.size() - most);
  return text;
}

}  // namespace

ordered_json sender_ends_json(const Ends& ends) {
  return {{"lower", finite_or_null(ends.lower)},
          {"estimate", finite_or_null(ends.estimate)},
          {"upper", finite_or_null(ends.upper)}};
}

ordered_json rumor_graph_parameters(const RumorOnGraphAnswer& answer) {
  const auto& question = answer.question;
  const NodeNames names(answer.graph());
  auto curious = ordered_json::array();
  for (const auto v : answer.curious) curious.push_back(names.json(v));
  ordered_json parameters{{"graph", question.network.source.spec},
                          {"nodes", answer.graph().nodes()},
                          {"edges", answer.graph().edges()},
                          {"curious", answer.curious.size()},
                          {"drawn", question.curious.drawn.has_value()},
                          {"curious_set", std::move(curious)},
                          {"muting", 0.0},
                          {"transcript", "unending"},
                          {"sees", "messages"}};
  if (const auto& component = question.network.source.component; !component.empty())
    parameters["component"] = component;
  if (const auto& pair = question.sources.pair) {
    parameters["source"] = names.json(pair->first);
    parameters["against"] = names.json(pair->second);
  }
  parameters["pairs"] = answer.survey ? ordered_json("all") : ordered_json(answer.asked);
  return parameters;
}

void add_rumor_losses(ordered_json& result, const RumorOnGraphAnswer& answer) {
  const auto& survey = answer.survey;
  result["read"] = reading_without_weights(answer.question.network).json;
  result["honest"] = {
      {"nodes", answer.part.size()}, {"components", component_count(answer)}, {"never_heard", never_heard(answer)}};
  result["delta"] = largest_json(answer, answer.delta());
  result["pure_epsilon"] = largest_json(answer, answer.pure_epsilon());
  result["complete_graph_delta"] = complete_graph_delta(answer);
  result["prediction_uncertainty"] =
      survey ? ordered_json{{"exact", sender_ends_json(survey->uncertainty)}} : ordered_json();
  result["map_success"] = survey ? sender_ends_json(survey->map_success) : ordered_json();
  if (survey) {
    result["sources"] = nodes_json(answer);
    return;
  }
  if (answer.sampled()) {
    const auto found = quantiles(deltas_of(answer));
    result["delta_quantiles"] = {{"0.05", found.low}, {"0.5", found.median}, {"0.95", found.high}};
  }
  result["pairs"] = pairs_json(answer);
}

std::string curious_words(const RumorOnGraphAnswer& answer) {
  const auto& drawn = answer.question.curious.drawn;
  const auto components = component_count(answer), silent = never_heard(answer);
  auto words =
      fmt::format("{} of {} nodes {} curious{}; the {} honest ones form {} component{}", answer.curious.size(),
                  answer.graph().nodes(), answer.curious.size() == 1 ? "is" : "are", drawn ? ", drawn at random" : "",
                  answer.part.size(), components, components == 1 ? "" : "s");
  if (silent > 0) words += fmt::format("; from {} of them nothing is ever observed", silent);
  return words;
}

std::string compared_words(const RumorOnGraphAnswer& answer) {
  if (answer.survey) return "all pairs of honest nodes";
  if (answer.question.sources.pair) return "one pair";
  return answer.pairs.size() < answer.asked
             ? fmt::format("{} of {} pairs, drawn at random; the run was cut short", answer.pairs.size(), answer.asked)
             : fmt::format("{} pairs, drawn at random", answer.pairs.size());
}

std::string worst_words(const RumorOnGraphAnswer& answer) {
  const auto& graph = answer.graph();
  const auto says = [&](linalg::Index source, linalg::Index against, const Ends& delta, const Ends& own) {
    return fmt::format(
        "source {} against {}: delta({}) is {}; with probability {} the first sender that is seen is {} itself",
        graph.label(answer.part.nodes[source]), graph.label(answer.part.nodes[against]), answer.question.at.epsilon,
        share(delta.upper), share(own.upper), graph.label(answer.part.nodes[source]));
  };
  if (answer.survey) {
    const auto node = nodes_by_loss(answer).front();
    return says(node.source, node.against, node.delta, node.own);
  }
  const auto pair = sorted_by_delta(answer.pairs).front();
  return says(pair.source, pair.against, pair.delta, pair.own);
}

std::string columns_words(const RumorOnGraphAnswer& answer) {
  std::string words =
      "delta: how well the source is told from another one, 1 for certain; upper ends of brackets. first "
      "sender: probability that the first message to a curious node comes from the source itself.";
  if (answer.survey && component_count(answer) > 1)
    words += " Sources of different components of the honest nodes are told apart for certain.";
  return words;
}

std::vector<SenderNode> nodes_by_loss(const RumorOnGraphAnswer& answer) {
  auto nodes = answer.survey->nodes;
  std::ranges::stable_sort(nodes, [](const SenderNode& a, const SenderNode& b) {
    if (a.delta.upper != b.delta.upper) return a.delta.upper > b.delta.upper;
    return a.delta_within.upper > b.delta_within.upper;
  });
  return nodes;
}

report::TerminalText quantities_text(const RumorOnGraphAnswer& answer) {
  const bool sampled = answer.sampled();
  report::TextTable table({{.title = "", .align = Align::left}, {.title = "at least"}, {.title = "at most"}});
  const auto row = [&](const std::string& name, const Ends& ends, bool open) {
    table.row({name, report::number_text_below(ends.lower, 9), open ? "-" : report::number_text_above(ends.upper, 9)});
  };
  row(fmt::format("delta({})", answer.question.at.epsilon), answer.delta(), sampled);
  if (answer.question.at.delta) row(fmt::format("epsilon({})", *answer.question.at.delta), answer.epsilon(), sampled);
  row("epsilon at delta 0", answer.pure_epsilon(), sampled);
  if (answer.survey) {
    row("prediction uncertainty", answer.survey->uncertainty, false);
    row("success of the best guess", answer.survey->map_success, false);
  }
  const double complete = complete_graph_delta(answer);
  row(fmt::format("delta({}) on the complete graph", answer.question.at.epsilon), Bracket::exact(complete), false);
  auto text = table.text(report::page_width, true);
  if (sampled) {
    const auto found = quantiles(deltas_of(answer));
    text += paragraph("delta({}) of the pairs: median {}, 5 % quantile {}, 95 % quantile {}",
                      answer.question.at.epsilon, share(found.median), share(found.low), share(found.high));
  }
  return text;
}

report::TerminalText losses_text(const RumorOnGraphAnswer& answer, std::size_t most) {
  return answer.survey ? nodes_losses(answer, most) : pairs_losses(answer, most);
}

}  // namespace hearsay::api
