// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/account_training.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include <hearsay/core/infinity.hpp>
#include <hearsay/graph/paths.hpp>
#include <hearsay/report/number_text.hpp>
#include <hearsay/report/text_table.hpp>
#include "api/render/node_names.hpp"
#include "api/render/reading.hpp"
#include "api/render/result.hpp"
#include "api/render/words.hpp"

namespace hearsay::api {

namespace {

using accounting::Gradients;
using accounting::TrainingLoss;
using nlohmann::ordered_json;

constexpr std::size_t training_rows = 20;  ///< of a table
constexpr int training_digits = 6;

/// Epsilon by the network, at most; infinite if nothing is known.
double network_upper(const TrainingLoss& loss) {
  return loss.network_epsilon ? loss.network_epsilon->upper() : infinity;
}

ordered_json loss_ends_json(double lower, double upper) {
  return {{"lower", number_or_infinite(lower)}, {"upper", number_or_infinite(upper)}};
}

std::size_t rounds_of_a_record(const TrainingAnswer& answer) {
  return accounting::most_rounds(answer.run.batches.participation, static_cast<std::size_t>(answer.run.run.rounds));
}

/// What the bound by the network assumes.
std::string_view training_adaptivity(const TrainingAnswer& answer) {
  if (!answer.run.gossip)
    return "nothing is sent, so there is no network bound; the local bound holds for any gradients";
  if (answer.run.gradients == Gradients::seen)
    return "promised is the smaller of both bounds. The network bound holds for gradients that are functions of their "
           "node's data and of earlier messages that the observers saw; it does not hold for gradients at models that "
           "the observers do not see";
  return "promised is the local bound, which holds for gradients at the nodes' own models. The network bound does not: "
         "it holds for gradients that are functions of their node's data and of earlier messages that the observers "
         "saw";
}

ordered_json parameters_json(const TrainingAnswer& answer) {
  const auto& q = answer.question;
  const auto& terms = q.terms;
  auto parameters = graph_parameters(q.network, q.observers);
  if (q.observers.empty()) parameters["observer"] = "each";
  if (!q.every_target) {
    const NodeNames names(q.network.graph());
    auto& list = parameters["target"] = ordered_json::array();
    for (const auto u : q.targets) list.push_back(names.json(u));
  }
  parameters["algorithm"] = name_of(terms.algorithm);
  parameters["rounds"] = answer.run.run.rounds;
  parameters["gossip_steps"] = terms.gossip_steps;
  parameters["sigma"] = to_json(terms.sigma);
  parameters["clip"] = terms.clip;
  parameters["batch_rate"] = terms.batch_rate;
  parameters["adjacency"] = divergence::to_string(terms.adjacency);
  parameters["participation"] = terms.participation;
  parameters["gradients"] = name_of(terms.gradients);
  parameters["delta"] = terms.delta;
  if (!terms.meet.empty()) parameters["meet"] = terms.meet;
  return parameters;
}

ordered_json network_json(const TrainingLoss& loss) {
  if (!loss.network) return nullptr;
  return {{"loss", loss_ends_json(loss.network->lower, loss.network->upper)},
          {"epsilon", loss_ends_json(loss.network_epsilon ? loss.network_epsilon->lower() : 0.0, network_upper(loss))},
          {"certified", to_string(loss.certified)},
          {"why", text_or_null(loss.why)},
          {"holds", loss.network_holds}};
}

ordered_json loss_json(const TrainingLoss& loss, graph::Node distance, const NodeNames& names) {
  return {{"target", names.json(loss.target)},
          {"distance", distance},
          {"local", loss_ends_json(loss.local.lower(), loss.local.upper())},
          {"all_values", loss.all_values.upper()},
          {"network", network_json(loss)},
          {"promised", loss.promised()},
          {"decides", loss.by_network() ? "network" : "local"}};
}

ordered_json losses_json(const TrainingAnswer& answer) {
  const auto& graph = answer.question.network.graph();
  const NodeNames names(graph);
  auto list = ordered_json::array();
  for (std::size_t i = 0; i < answer.losses.size(); ++i) {
    const auto& observers = answer.audiences[i].observers;
    const auto distance = graph::distances(graph, observers);
    for (const auto& loss : answer.losses[i]) {
      ordered_json entry = ordered_json::object();
      if (answer.question.observers.empty()) entry["observer"] = names.json(observers.front());
      entry.update(loss_json(loss, distance[loss.target], names));
      list.push_back(std::move(entry));
    }
  }
  return list;
}

/// The largest upper ends.
ordered_json largest_json(const TrainingAnswer& answer) {
  double local = 0.0, network = 0.0, promised = 0.0;
  for (const auto& view : answer.losses) {
    for (const auto& loss : view) {
      local = std::max(local, loss.local.upper());
      network = std::max(network, network_upper(loss));
      promised = std::max(promised, loss.promised());
    }
  }
  return {{"local", local},
          {"network", answer.run.gossip ? number_or_infinite(network) : ordered_json(nullptr)},
          {"promised", promised}};
}

ordered_json meet_json(const TrainingMeet& meet, const std::string& promise) {
  const auto& noise = meet.noise;
  return {{"promise", promise},
          {"factor", number_or_null(noise.factor)},
          {"sigma", number_or_null(noise.sigma)},
          {"epsilon", noise.factor && *noise.factor > 0.0 ? ordered_json(noise.epsilon) : ordered_json(nullptr)}};
}

/// The observers at which a target loses most.
struct WorstLoss {
  const TrainingLoss* loss;
  std::size_t audience;
};

/// One for each target, the largest first.
std::vector<WorstLoss> worst_losses(const TrainingAnswer& answer) {
  // To the digits of a float: symmetric nodes tie.
  const auto key = [](const TrainingLoss& loss) {
    return std::pair(static_cast<float>(loss.promised()), static_cast<float>(network_upper(loss)));
  };
  const auto larger = [&](const TrainingLoss& a, const TrainingLoss& b) { return key(a) > key(b); };
  std::vector<WorstLoss> worst(answer.question.network.graph().nodes(), {nullptr, 0});
  for (std::size_t i = 0; i < answer.losses.size(); ++i) {
    for (const auto& loss : answer.losses[i]) {
      auto& known = worst[loss.target];
      if (known.loss == nullptr || larger(loss, *known.loss)) known = {&loss, i};
    }
  }
  std::erase_if(worst, [](const WorstLoss& entry) { return entry.loss == nullptr; });
  std::ranges::stable_sort(worst, [&](const auto& a, const auto& b) { return larger(*a.loss, *b.loss); });
  return worst;
}

report::TerminalText heading_text(const TrainingAnswer& answer) {
  const auto& q = answer.question;
  const auto& terms = q.terms;
  const auto rounds = rounds_of_a_record(answer);
  auto text = reading(q.network).text();
  text += paragraph(
      "{}: {} round{} of {} gossip step{}; sums of gradients of norm at most {}, with noise of standard deviation {}; "
      "a batch has each record with probability {}",
      name_of(terms.algorithm), answer.run.run.rounds, answer.run.run.rounds == 1 ? "" : "s", terms.gossip_steps,
      terms.gossip_steps == 1 ? "" : "s", terms.clip, terms.sigma.words(), terms.batch_rate);
  text += paragraph(
      "epsilon at delta = {}, at most. Neighbors {} of one node, so a sum changes by at most {}. The batches of {} "
      "round{} may have the record ({}). Observers see what others send to them and know their own noise",
      terms.delta,
      terms.adjacency == divergence::Adjacency::replace ? "replace one record" : "have one record more or less",
      accounting::sensitivity_of(answer.run.batches), rounds, rounds == 1 ? "" : "s", terms.participation);
  return text;
}

report::TerminalText table_text(const TrainingAnswer& answer) {
  const auto& graph = answer.question.network.graph();
  const bool several = answer.question.observers.empty(), gossip = answer.run.gossip;
  std::vector<report::TextColumn> columns = {{.title = "target", .fit = report::Fit::cut}};
  if (several) columns.push_back({.title = "worst\nobserver", .fit = report::Fit::cut});
  columns.push_back({.title = "local,\nwith sampling"});
  if (gossip) columns.push_back({.title = "network,\nno sampling"});
  columns.insert(columns.end(), {{.title = "promised"}, {.title = "by"}});
  report::TextTable table(std::move(columns));
  const auto number = [](double x) { return report::number_text_above(x, training_digits); };
  const auto worst = worst_losses(answer);
  for (std::size_t i = 0; i < std::min(training_rows, worst.size()); ++i) {
    const auto& loss = *worst[i].loss;
    std::vector<report::TerminalText> cells = {graph.label(loss.target)};
    if (several) cells.push_back(graph.label(answer.audiences[worst[i].audience].observers.front()));
    cells.push_back(number(loss.local.upper()));
    const bool estimate = loss.certified == accounting::Certified::estimate && std::isfinite(network_upper(loss));
    if (gossip) cells.push_back((estimate ? "about " : "") + number(network_upper(loss)));
    cells.push_back(number(loss.promised()));
    cells.push_back(std::string(loss.by_network() ? "network" : "local"));
    table.row(std::move(cells));
  }
  auto text = table.text(report::page_width, true);
  if (worst.size() > training_rows)
    text += report::terminal_text("... {} more targets, none larger; the JSON lists all pairs\n",
                                  worst.size() - training_rows);
  return text;
}

report::TerminalText meet_text(const TrainingMeet& meet, const TrainingTerms& terms) {
  const auto& [factor, sigma, epsilon] = meet.noise;
  if (!factor) return paragraph("\n'{}' is met by no noise up to 10^6 times the clipping norm", terms.meet);
  if (*factor == 0.0) return paragraph("\n'{}' is met by any noise", terms.meet);
  const auto at = report::number_text_above(epsilon, training_digits);
  if (sigma)
    return paragraph("\n'{}' is met by noise of standard deviation {} (now {}); epsilon is then at most {}", terms.meet,
                     *sigma, terms.sigma.number, at);
  return paragraph("\n'{}' is met if all standard deviations are multiplied by {}; epsilon is then at most {}",
                   terms.meet, *factor, at);
}

}  // namespace

ordered_json to_json(const TrainingAnswer& answer, const Origin& origin) {
  auto result = envelope("account training", parameters_json(answer), origin);
  result["read"] = reading(answer.question.network).json;
  if (answer.gamma) result["gamma"] = *answer.gamma;
  result["sensitivity"] = accounting::sensitivity_of(answer.run.batches);
  result["rounds_of_a_record"] = rounds_of_a_record(answer);
  result["adaptivity"] = training_adaptivity(answer);
  result["largest"] = largest_json(answer);
  if (answer.meet) result["meet"] = meet_json(*answer.meet, answer.question.terms.meet);
  result["losses"] = losses_json(answer);
  result["timing"] = timing_json(origin);
  return result;
}

report::TerminalText text(const TrainingAnswer& answer) {
  auto text = heading_text(answer) + report::TerminalText::lines("\n") + table_text(answer);
  text += paragraph("\n{}", training_adaptivity(answer));
  double all_values = 0.0;
  bool estimated = false;
  for (const auto& view : answer.losses) {
    for (const auto& loss : view) {
      all_values = std::max(all_values, loss.all_values.upper());
      estimated = estimated || (loss.network && loss.certified == accounting::Certified::estimate);
    }
  }
  if (estimated) text += paragraph("some network bounds are estimates, which are not proved and never promised");
  text += paragraph("an observer of all values, without sampling: at most {}",
                    report::number_text_above(all_values, training_digits));
  if (answer.meet) text += meet_text(*answer.meet, answer.question.terms);
  return text;
}

}  // namespace hearsay::api
