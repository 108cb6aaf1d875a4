// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/account_rumor_on_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include <hearsay/accounting/rumor/exact.hpp>
#include <hearsay/accounting/rumor/first_sender_loss.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/random/stream.hpp>
#include <hearsay/system/memory.hpp>
#include <hearsay/system/parallel.hpp>
#include "api/workload.hpp"

namespace hearsay::api {

namespace {

constexpr std::string_view rumor_graph_where = "rumor";
constexpr std::int64_t usual_pairs = 1000, most_pairs = 10'000'000;
constexpr double usual_operations = 2e11;  ///< up to which all pairs are compared unasked: minutes
constexpr std::uint32_t draws_pair = 2;    ///< node of the streams; that of the curious nodes is 1

[[noreturn]] void refuse_on_graph(std::string_view why) { throw Error(Errc::conditions, rumor_graph_where, why); }

void require_question(const RumorOnGraphQuestion& question) {
  const auto& [pair, worst, drawn] = question.sources;
  require_non_negative(rumor_graph_where, "`epsilon`", question.at.epsilon);
  if (question.at.epsilon > accounting::largest_sender_epsilon)
    throw Error(
        Errc::domain, rumor_graph_where,
        fmt::format("`epsilon` = {} must be at most {}", question.at.epsilon, accounting::largest_sender_epsilon));
  if (question.at.delta) require_open_unit(rumor_graph_where, "`delta`", *question.at.delta);
  if (question.curious.drawn.has_value() == !question.curious.set.empty())
    refuse_on_graph("`graph` needs one of `curious_set` V,... and `curious` F");
  if ((pair ? 1 : 0) + (worst ? 1 : 0) + (drawn ? 1 : 0) > 1)
    refuse_on_graph("`source` with `against`, `worst` and `pairs` exclude each other");
  if (pair && pair->first == pair->second) refuse_on_graph("`source` and `against` must be different nodes");
  if (drawn) require_between(rumor_graph_where, "`pairs`", *drawn, 1, most_pairs);
}

/// The curious nodes, increasing.
std::vector<graph::Node> curious_nodes_of(const RumorOnGraphQuestion& question, random::Seed seed) {
  auto nodes = nodes_of(question.curious, question.network.graph(), seed);
  std::ranges::sort(nodes);
  return nodes;
}

using Pairs = std::vector<std::pair<linalg::Index, linalg::Index>>;

/// The k-th pair of different honest nodes by Stream(seed, attack, k, 2).
Pairs drawn_pairs(const accounting::HonestPart& part, std::int64_t count, random::Seed seed) {
  Pairs pairs;
  for (std::int64_t k = 0; k < count; ++k) {
    random::Stream stream(seed, random::Purpose::attack, static_cast<std::uint32_t>(k), draws_pair);
    const auto i = static_cast<linalg::Index>(stream.below(part.size()));
    const auto j = static_cast<linalg::Index>(stream.below(part.size() - 1));
    pairs.emplace_back(i, j < i ? j : j + 1);
  }
  return pairs;
}

linalg::Index honest_number(const RumorOnGraphAnswer& answer, std::string_view name, graph::Node v) {
  const auto number = answer.part.number.at(v);
  if (number == answer.part.size())
    throw Error(Errc::domain, rumor_graph_where,
                fmt::format("{} = {} is curious; a source is honest", name, answer.graph().label(v)));
  return number;
}

/// Of all pairs: one comparison a number of the laws.
Workload survey_workload(const RumorOnGraphAnswer& answer) {
  const double numbers = accounting::survey_numbers(answer.part), n = answer.part.size();
  return {.operations = (answer.question.at.delta ? 8.0 : 2.0) * n * numbers, .bytes = 8.0 * numbers};
}

/// Of some solutions at a time: their columns.
Workload pairs_workload(const RumorOnGraphAnswer& answer, std::size_t pairs, const Execution& execution) {
  const double n = answer.part.size(), edges = static_cast<double>(answer.graph().edges());
  const double columns = 8.0 * static_cast<double>(threads_for(pairs, execution)) * accounting::FirstSender::block;
  return {.operations = 200.0 * static_cast<double>(pairs) * (n + 2.0 * edges), .bytes = 5.0 * columns * n};
}

void tell_memory(const Workload& work, const Execution& execution) {
  if (work.bytes > gib / 32.0) execution.say(fmt::format("the laws need up to {:.2g} GiB of memory", work.bytes / gib));
}

bool compares_all(const RumorOnGraphAnswer& answer) {
  const auto& sources = answer.question.sources;
  if (sources.pair || sources.drawn) return false;
  const auto work = survey_workload(answer);
  return sources.worst || (work.operations <= usual_operations && work.bytes <= 0.5 * available_memory());
}

void compare(RumorOnGraphAnswer& answer, const accounting::FirstSender& first, const Execution& execution) {
  const auto& question = answer.question;
  if (compares_all(answer)) {
    const auto work = survey_workload(answer);
    require_affordable(rumor_graph_where, work, "the number of nodes, or use `pairs` K");
    tell_memory(work, execution);
    answer.survey = accounting::survey_all(first, question.at, execution);
    return;
  }
  Pairs pairs;
  if (const auto& pair = question.sources.pair) {
    pairs.emplace_back(honest_number(answer, "`source`", pair->first),
                       honest_number(answer, "`against`", pair->second));
  } else {
    if (answer.part.size() < 2) refuse_on_graph("`pairs` needs at least two honest nodes");
    pairs = drawn_pairs(answer.part, question.sources.drawn.value_or(usual_pairs), execution.seed);
    if (!question.sources.drawn)
      execution.say(fmt::format("comparing {} pairs of sources, drawn at random; `worst` compares all", usual_pairs));
  }
  const auto work = pairs_workload(answer, pairs.size(), execution);
  require_affordable(rumor_graph_where, work, "`pairs`");
  tell_memory(work, execution);
  answer.asked = pairs.size();
  answer.pairs = accounting::survey_pairs(first, pairs, question.at, execution);
}

/// The largest ends of the pairs.
accounting::Ends largest_of(const std::vector<accounting::SenderPair>& pairs,
                            accounting::Ends accounting::SenderPair::*member) {
  accounting::Ends largest;
  for (const auto& pair : pairs) {
    const auto& ends = pair.*member;
    largest.lower = std::max(largest.lower, ends.lower);
    largest.estimate = std::max(largest.estimate, ends.estimate);
    largest.upper = std::max(largest.upper, ends.upper);
  }
  return largest;
}

}  // namespace

accounting::Ends RumorOnGraphAnswer::delta() const {
  return survey ? survey->delta : largest_of(pairs, &accounting::SenderPair::delta);
}

accounting::Ends RumorOnGraphAnswer::pure_epsilon() const {
  return survey ? survey->pure_epsilon : largest_of(pairs, &accounting::SenderPair::pure_epsilon);
}

accounting::Ends RumorOnGraphAnswer::epsilon() const {
  return survey ? survey->epsilon.value() : largest_of(pairs, &accounting::SenderPair::epsilon);
}

RumorOnGraphAnswer account_rumor_on_graph(const RumorOnGraphQuestion& question, const Execution& execution) {
  require_question(question);
  const auto& graph = question.network.graph();
  RumorOnGraphAnswer answer{.question = question, .curious = curious_nodes_of(question, execution.seed), .part = {}};
  for (const auto& note : question.network.made.loaded.notes) execution.say(note);
  const accounting::FirstSender first(graph, answer.curious);
  answer.part = first.part();
  compare(answer, first, execution);
  return answer;
}

void require_exact_rumor_graph(const graph::Graph& graph) {
  if (graph.nodes() <= static_cast<graph::Node>(accounting::RumorWorld::max_nodes)) return;
  refuse_on_graph(
      fmt::format("for {} nodes only `muting` 0 with unending transcripts of messages has exact values; otherwise no "
                  "upper bound is known beyond {} nodes, and `hearsay attack rumor` with `graph` finds lower bounds",
                  graph.nodes(), accounting::RumorWorld::max_nodes));
}

}  // namespace hearsay::api
