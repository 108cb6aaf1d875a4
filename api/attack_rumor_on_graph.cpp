// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/attack_rumor_on_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include <hearsay/accounting/rumor/bounds.hpp>
#include <hearsay/accounting/rumor/exact.hpp>
#include <hearsay/accounting/rumor/first_sender_loss.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/graph/components.hpp>
#include "api/workload.hpp"

namespace hearsay::api {

namespace {

constexpr std::string_view rumor_on_graph_where = "attack rumor";

[[noreturn]] void refuse_graph_attack(std::string_view why) {
  throw Error(Errc::conditions, rumor_on_graph_where, why);
}

std::vector<graph::Node> curious_nodes(const AttackRumorOnGraphQuestion& question, random::Seed seed) {
  if (question.curious.set.empty() != question.curious.drawn.has_value())
    refuse_graph_attack("`graph` needs either `curious_set` V,... or `curious` F");
  return nodes_of(question.curious, question.network.graph(), seed);
}

void require_sources(const AttackRumorOnGraphQuestion& question, const std::vector<graph::Node>& curious) {
  const auto& graph = question.network.graph();
  for (const auto& [name, v] : {std::pair{"`source`", question.source}, {"`against`", question.against}}) {
    if (std::ranges::find(curious, v) != curious.end()) {
      throw Error(Errc::domain, rumor_on_graph_where,
                  fmt::format("{} {} must be honest, but it is curious", name, graph.label(v)));
    }
  }
  if (question.source == question.against)
    throw Error(Errc::domain, rumor_on_graph_where,
                fmt::format("`source` and `against` are both {}; they must differ", graph.label(question.source)));
}

void require_numbers(const AttackRumorOnGraphQuestion& question) {
  require_unit(rumor_on_graph_where, "`muting`", question.muting);
  require_non_negative(rumor_on_graph_where, "`epsilon`", question.epsilon);
  if (question.delta) require_open_unit(rumor_on_graph_where, "`delta`", *question.delta);
  require_between(rumor_on_graph_where, "`runs`", question.runs, 10, 100'000'000);
  require_open_unit(rumor_on_graph_where, "`confidence`", question.confidence);
}

/// A walk comes to a curious node after about the sum of all degrees over those of the curious nodes.
Workload workload(const AttackRumorOnGraphQuestion& question, const std::vector<graph::Node>& curious) {
  const auto& graph = question.network.graph();
  double to_curious = 0.0;
  for (const auto v : curious) to_curious += static_cast<double>(graph.degree(v));
  const double messages = 2.0 * static_cast<double>(graph.edges()) / std::max(1.0, to_curious);
  const auto runs = static_cast<double>(question.runs), seen = question.muting == 0.0 ? 1.0 : 8.0;
  return {.operations = 6.0 * runs * 40.0 * seen * messages, .bytes = 6.0 * runs * (8.0 * seen + 16.0)};
}

/// The larger of two deltas.
Bracket larger(const Bracket& a, const Bracket& b) {
  return {std::max(a.lower(), b.lower()), std::max(a.estimate(), b.estimate()), std::max(a.upper(), b.upper())};
}

/// delta at epsilon in the worse order of the two sources, where it can be computed.
std::optional<Bracket> exact_delta(const AttackRumorOnGraphQuestion& question,
                                   const std::vector<graph::Node>& curious) {
  const auto& graph = question.network.graph();
  if (question.muting == 0.0) {
    const accounting::FirstSender walk(graph, curious);
    const linalg::Index sources[] = {walk.part().number[question.source], walk.part().number[question.against]};
    const auto laws = walk.laws(sources);
    return larger(accounting::sender_delta(walk.part(), laws[0], laws[1], question.epsilon),
                  accounting::sender_delta(walk.part(), laws[1], laws[0], question.epsilon));
  }
  if (graph.nodes() > accounting::RumorWorld::max_nodes) return std::nullopt;
  const accounting::RumorLaw<double> law(accounting::rumor_world(graph, curious), question.muting);
  const auto i = static_cast<int>(question.source), j = static_cast<int>(question.against);
  const accounting::RumorEffort effort{.width = 1e-6, .expansions = 20'000};
  return larger(accounting::rumor_delta(law, i, j, question.epsilon, effort),
                accounting::rumor_delta(law, j, i, question.epsilon, effort));
}

}  // namespace

AttackRumorOnGraphAnswer attack_rumor_on_graph(const AttackRumorOnGraphQuestion& question, const Execution& execution) {
  require_numbers(question);
  const auto& graph = question.network.graph();
  graph::require_connected("`graph`", graph, "`component` largest keeps the largest");
  auto curious = curious_nodes(question, execution.seed);
  require_sources(question, curious);
  require_affordable(rumor_on_graph_where, workload(question, curious), "`runs`");
  for (const auto& note : question.network.made.loaded.notes) execution.say(note);
  auto found = empirical::attack_rumor_on_graph({.graph = graph,
                                                 .curious = curious,
                                                 .source = question.source,
                                                 .against = question.against,
                                                 .muting = question.muting,
                                                 .epsilon = question.epsilon,
                                                 .delta = question.delta,
                                                 .runs = static_cast<std::uint64_t>(question.runs),
                                                 .confidence = question.confidence,
                                                 .execution = execution});
  const auto crowd = accounting::rumor_crowd(graph.nodes(), static_cast<std::int64_t>(curious.size()));
  auto exact = exact_delta(question, curious);
  return {.question = question,
          .curious_set = std::move(curious),
          .found = std::move(found),
          .exact = exact,
          .complete_graph_bound = accounting::rumor_delta_bound(crowd, question.muting, question.epsilon)};
}

AttackEnd end_of(const AttackRumorOnGraphAnswer& answer) {
  return end_of_runs(false, answer.found.runs, static_cast<std::uint64_t>(answer.question.runs));
}

}  // namespace hearsay::api
