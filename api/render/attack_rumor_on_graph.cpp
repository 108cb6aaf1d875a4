// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/attack_rumor_on_graph.hpp"

#include <string>

#include <hearsay/report/number_text.hpp>
#include <hearsay/report/probability.hpp>
#include "api/render/attack_run.hpp"
#include "api/render/reading.hpp"
#include "api/render/runs.hpp"
#include "api/render/words.hpp"

namespace hearsay::api {

namespace {

nlohmann::ordered_json graph_parameters_json(const AttackRumorOnGraphAnswer& answer) {
  const auto& q = answer.question;
  const auto& graph = q.network.graph();
  auto curious = nlohmann::ordered_json::array();
  for (const auto v : answer.curious_set) curious.push_back(graph.label(v));
  return {{"graph", q.network.source.spec},    {"curious_set", curious}, {"source", graph.label(q.source)},
          {"against", graph.label(q.against)}, {"muting", q.muting},     {"epsilon", q.epsilon},
          {"delta", number_or_null(q.delta)},  {"runs", q.runs},         {"confidence", q.confidence}};
}

nlohmann::ordered_json bound_json(const empirical::RumorGraphBound& bound) {
  return {{"lower", bound.found.value},
          {"statistic", empirical::name_of(bound.statistic)},
          {"threshold", bound.found.threshold},
          {"detected", rate_json(bound.found.rates.true_positive)},
          {"false_alarm", rate_json(bound.found.rates.false_positive)}};
}

/// What the statistic looks at.
std::string_view words_of(empirical::RumorStatistic statistic) {
  using Statistic = empirical::RumorStatistic;
  switch (statistic) {
    case Statistic::walk:
      return "the likelihood ratio of the first sender at muting 0";
    case Statistic::order:
      return "which source is seen first";
    case Statistic::first:
      return "the learned likelihood ratio of the first sender";
    case Statistic::sequence:
      break;
  }
  return "the learned likelihood ratios of the first 8 senders";
}

report::TerminalText bound_text(const std::string& name, const empirical::RumorGraphBound& bound) {
  return paragraph("{} >= {}, by {}: true positive rate {}, false positive rate {}", name,
                   report::number_text_below(bound.found.value, 6), words_of(bound.statistic),
                   report::share_text(bound.found.rates.true_positive.estimate(), 4),
                   report::share_text(bound.found.rates.false_positive.estimate(), 4));
}

}  // namespace

nlohmann::ordered_json to_json(const AttackRumorOnGraphAnswer& answer, const Origin& origin) {
  auto result = envelope("attack rumor", graph_parameters_json(answer), origin);
  result["read"] = reading_without_weights(answer.question.network).json;
  result["delta"] = bound_json(answer.found.delta);
  result["epsilon"] = answer.found.epsilon ? bound_json(*answer.found.epsilon) : nlohmann::ordered_json(nullptr);
  result["exact"] = answer.exact ? rate_json(*answer.exact) : nlohmann::ordered_json(nullptr);
  result["complete_graph_bound"] = answer.complete_graph_bound;
  result["timing"] = {{"seconds", origin.seconds}};
  add_partial(result, {.finished = answer.found.runs, .asked = static_cast<std::uint64_t>(answer.question.runs)});
  return result;
}

report::TerminalText text(const AttackRumorOnGraphAnswer& answer) {
  const auto& q = answer.question;
  const auto& graph = q.network.graph();
  auto text = reading_without_weights(answer.question.network).text() +
              paragraph("source {} against {}, {} of {} nodes curious, {} runs per source, confidence {}",
                        graph.label(q.source), graph.label(q.against), answer.curious_set.size(), graph.nodes(),
                        answer.found.runs, report::probability_text(q.confidence)) +
              bound_text(fmt::format("delta({})", q.epsilon), answer.found.delta);
  if (answer.found.epsilon) text += bound_text(fmt::format("epsilon({})", *q.delta), *answer.found.epsilon);
  if (answer.exact) {
    text += paragraph("exact delta({}): {} .. {}", q.epsilon, report::number_text_below(answer.exact->lower(), 6),
                      report::number_text_above(answer.exact->upper(), 6));
  } else {
    text += paragraph("no upper bound is known for this muting on a graph of more than 6 nodes");
  }
  return text + paragraph("published for as many nodes on the complete graph: {}. It does not hold on other graphs",
                          report::probability_text(answer.complete_graph_bound));
}

}  // namespace hearsay::api
