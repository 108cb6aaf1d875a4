// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/attack_rumor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <hearsay/core/error.hpp>
#include "api/rumor_view.hpp"
#include "api/workload.hpp"

namespace hearsay::api {

namespace {

constexpr std::string_view attack_rumor_where = "attack rumor";

accounting::RumorSight sight_of(const AttackRumorQuestion& question) {
  switch (question.view) {
    case empirical::RumorView::messages:
      break;
    case empirical::RumorView::involved:
      return accounting::RumorSight::involved;
    case empirical::RumorView::timed:
      return accounting::RumorSight::timed;
    case empirical::RumorView::eavesdropper:
      return accounting::RumorSight::eavesdropper;
    case empirical::RumorView::reordered:
      return accounting::RumorSight::reordered;
  }
  return accounting::RumorSight::ordered;
}

/// @throws Error(Errc::domain) for numbers outside their domain.
void require_domain(const AttackRumorQuestion& question) {
  constexpr std::int64_t most = std::numeric_limits<std::uint32_t>::max();
  require_between(attack_rumor_where, "`nodes`", question.nodes, 2, most);
  require_between(attack_rumor_where, "`curious`", question.curious, 0, question.nodes - 1);
  require_unit(attack_rumor_where, "`muting`", question.muting);
  require_between(attack_rumor_where, "`suspects`", question.suspected(), 1, question.nodes - question.curious);
  require_between(attack_rumor_where, "`rumors`", question.rumors, 1, 1'000'000);
  require_between(attack_rumor_where, "`runs`", question.runs, 1, most);
  require_open_unit(attack_rumor_where, "`confidence`", question.confidence);
  require_unit(attack_rumor_where, "`seen`", question.seen);
  require_unit(attack_rumor_where, "`swap`", question.swap);
  require_rumor_view(attack_rumor_where, {.sight = sight_of(question),
                                          .seen = question.seen,
                                          .swap = question.swap,
                                          .delayed = question.delayed_start,
                                          .muting = question.muting,
                                          .curious = question.curious > 0});
}

/// A run ends when a suspect tells a curious node, about (n/f)(n/m) messages, or, terminated, when everybody knows,
/// about n ln n.
Workload workload(const AttackRumorQuestion& question) {
  const auto nodes = static_cast<double>(question.nodes);
  const double curious = question.view == empirical::RumorView::eavesdropper ? nodes * question.seen
                                                                             : static_cast<double>(question.curious);
  const double noticed =
      curious > 0.0
          ? 40.0 * nodes / curious * (question.terminated ? 1.0 : nodes / static_cast<double>(question.suspected()))
          : 1.0;
  const double messages = question.terminated ? std::min(2.0 * nodes * std::log(nodes + 1.0), noticed) : noticed;
  return {.operations = static_cast<double>(question.runs) * static_cast<double>(question.rumors) * messages,
          .bytes = 0.0};
}

empirical::RumorSourceAttack attack_of(const AttackRumorQuestion& question, const Execution& execution) {
  return {.nodes = static_cast<std::uint32_t>(question.nodes),
          .curious = static_cast<std::uint32_t>(question.curious),
          .muting = question.muting,
          .suspects = static_cast<std::uint32_t>(question.suspected()),
          .rumors = static_cast<std::uint32_t>(question.rumors),
          .delayed_start = question.delayed_start,
          .view = question.view,
          .seen = question.seen,
          .swap = question.swap,
          .unending = !question.terminated,
          .recorded = static_cast<std::uint32_t>(std::min<std::int64_t>(10, question.nodes - question.curious)),
          .runs = static_cast<std::uint64_t>(question.runs),
          .confidence = question.confidence,
          .execution = execution};
}

accounting::RumorSourceQuestion source_question(const AttackRumorQuestion& question) {
  return {.crowd = accounting::rumor_crowd(question.nodes, question.curious),
          .muting = question.muting,
          .suspects = static_cast<std::uint64_t>(question.suspected()),
          .rumors = static_cast<std::uint64_t>(question.rumors),
          .end = question.terminated ? accounting::RumorEnd::terminated : accounting::RumorEnd::unending,
          .sight = sight_of(question),
          .seen = question.seen,
          .swap = question.swap,
          .delayed = question.delayed_start};
}

nlohmann::ordered_json identity_of(const AttackRumorQuestion& question, random::Seed seed) {
  auto parameters = parameters_json(question);
  parameters.erase("runs");
  return run_identity(attack_rumor_where, std::move(parameters), seed);
}

}  // namespace

AttackRumorAnswer attack_rumor(const AttackRumorQuestion& question, const Execution& execution,
                               const Continuation& continuation) {
  require_domain(question);
  require_affordable(attack_rumor_where, workload(question), "`runs`, `rumors` or `nodes`");
  const auto source = source_question(question);
  AttackRumorAnswer answer{.question = question, .cap = accounting::rumor_success_cap(source)};
  const auto attack = attack_of(question, execution);
  if (!question.anytime) {
    answer.found = empirical::attack_rumor_source(attack);
    answer.computed = accounting::rumor_computed_success(source);
    return answer;
  }
  if (!answer.cap.success)
    throw Error(Errc::conditions, attack_rumor_where,
                fmt::format("`anytime` needs a bound to judge, but {}", reason(answer.cap.by)));
  const AnytimeRun run{.identity = identity_of(question, execution.seed),
                       .runs = static_cast<std::uint64_t>(question.runs)};
  answer.found = attack_anytime(continuation, run, execution, [&](auto from, const auto& keeper) {
    return empirical::attack_rumor_source_anytime(attack, *answer.cap.success, std::move(from), keeper);
  });
  return answer;
}

bool AttackRumorAnswer::refuted() const {
  if (const auto* anytime = std::get_if<empirical::RumorAnytimeResult>(&found)) return refutes(anytime->stop);
  return cap.success && std::get<empirical::RumorSourceSuccess>(found).probability.lower() > *cap.success;
}

AttackEnd end_of(const AttackRumorAnswer& answer) {
  if (const auto* anytime = std::get_if<empirical::RumorAnytimeResult>(&answer.found)) return end_of(anytime->stop);
  return end_of_runs(answer.refuted(), std::get<empirical::RumorSourceSuccess>(answer.found).runs,
                     static_cast<std::uint64_t>(answer.question.runs));
}

}  // namespace hearsay::api
