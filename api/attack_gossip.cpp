// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/attack_gossip.hpp"

#include <algorithm>
#include <cmath>

#include <hearsay/accounting/gossip/losses.hpp>
#include <hearsay/accounting/gossip/published_losses.hpp>
#include <hearsay/accounting/gossip/view.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/graph/averaging_time.hpp>
#include "api/workload.hpp"

namespace hearsay::api {

namespace {

constexpr std::string_view attack_gossip_where = "attack gossip";

empirical::GossipAttack attack_of(const AttackGossipQuestion& question, const Execution& execution) {
  const auto& [network, observers, target, terms] = question;
  const auto& schedule = terms.schedule;
  const auto steps = resolve_steps(schedule, terms.steps, network, terms.sigma);
  return {
      .w = network.w,
      .rounds = schedule.randomized() ? random_rounds(network.graph(), steps.count, execution.seed) : network.rounds,
      .gamma = schedule.accelerated() ? graph::acceleration(steps.gap.value()) : 0.0,
      .observers = observers,
      .target = target,
      .steps = steps.count,
      .sigma = terms.sigma,
      .sensitivity = terms.sensitivity,
      .own_noise_known = terms.own_noise_known,
      .row_space = terms.row_space,
      .runs = terms.runs,
      .confidence = terms.confidence,
      .delta = terms.delta,
      .epsilon = terms.epsilon,
      .execution = execution};
}

Workload workload(const empirical::GossipAttack& attack, bool anytime) {
  const double views = 2.5 * static_cast<double>(attack.runs), kept = anytime ? 0.0 : views;
  double n = 0.0, rows = 0.0, played = 0.0;  // operations that play the protocol
  if (attack.rounds.empty()) {
    n = static_cast<double>(attack.w.rows());
    rows = static_cast<double>(accounting::senders(attack.w, attack.observers).size()) * attack.steps;
    played = attack.steps * static_cast<double>(attack.w.nonZeros());
  } else {
    n = static_cast<double>(attack.rounds.front().rows());
    for (const auto& senders : accounting::senders(attack.rounds, attack.observers))
      rows += static_cast<double>(senders.size());
    for (const auto& w : attack.rounds) played += static_cast<double>(w.nonZeros());
  }
  const double rank = std::min(rows, n);
  return {.operations = views * (attack.row_space ? 10.0 : played + 20.0 * n) + 2.0 * rows * n * rank +
                        (attack.rounds.empty() ? 0.0 : 12.0 * attack.steps * n * rank * rank),
          .bytes = 24.0 * rows * n + 8192.0 * n + 24.0 * kept};
}

/// mu of what the view really reveals, and of what the formula says.
struct Truth {
  Enclosure exact;
  double published;
};

Truth truth_of(const empirical::GossipAttack& attack) {
  auto losses = attack.rounds.empty()
                    ? accounting::gossip_losses(attack.w, attack.observers, attack.steps, attack.execution.part())
                    : accounting::gossip_losses(attack.rounds, attack.observers);
  if (attack.gamma != 0.0) {
    losses.published = accounting::accelerated_published_losses(
        attack.w, attack.gamma, accounting::senders(attack.w, attack.observers), attack.steps);
  }
  const double ratio = attack.sensitivity / attack.sigma;
  const auto share = attack.own_noise_known ? losses.exact_own_noise_of(attack.target) : losses.exact_of(attack.target);
  return {.exact = share.mapped([&](double x) { return ratio * std::sqrt(x); }),
          .published = ratio * std::sqrt(std::min(1.0, losses.published(attack.target)))};
}

nlohmann::ordered_json identity_of(const AttackGossipQuestion& question, int steps, random::Seed seed) {
  auto parameters = parameters_json(question, steps);
  parameters.erase("runs");
  return run_identity(attack_gossip_where, std::move(parameters), seed);
}

/// Says what of the graph was left out: once nothing can be refused any more.
void say_notes(const Network& network, const Execution& execution) {
  for (const auto& note : network.made.loaded.notes) execution.say(note);
}

decltype(AttackGossipAnswer::found) found_by(const empirical::GossipAttack& attack, double published,
                                             const AttackGossipQuestion& question, const Continuation& continuation) {
  const auto& terms = question.terms;
  const auto& execution = attack.execution;
  if (!terms.anytime) {
    say_notes(question.network, execution);
    return empirical::attack_gossip(attack);
  }
  if (terms.delta || terms.epsilon)
    throw Error(Errc::conditions, "`anytime`", "judges mu only; leave `delta` and `epsilon` out");
  const AnytimeRun run{.identity = identity_of(question, attack.steps, execution.seed),
                       .runs = terms.runs,
                       .events = 2,
                       .unit = empirical::view_batch};
  return attack_anytime(continuation, run, execution, [&](auto from, const auto& keeper) {
    say_notes(question.network, execution);
    return empirical::attack_gossip_anytime(attack, terms.claimed_mu.value_or(published), std::move(from), keeper);
  });
}

}  // namespace

AttackGossipAnswer attack_gossip(const AttackGossipQuestion& question, const Execution& execution,
                                 const Continuation& continuation) {
  const auto& terms = question.terms;
  require_positive(attack_gossip_where, "`sigma`", terms.sigma);
  if (!terms.schedule.file()) require_steps(terms.steps);
  const auto attack = attack_of(question, execution);
  require_affordable(attack_gossip_where, workload(attack, terms.anytime), "`steps` or `runs`, or use a smaller graph");
  const auto truth = truth_of(attack);
  return {.question = question,
          .steps = attack.steps,
          .exact = truth.exact,
          .published = truth.published,
          .found = found_by(attack, truth.published, question, continuation)};
}

bool AttackGossipAnswer::refuted() const {
  if (const auto* anytime = std::get_if<empirical::GossipAnytimeResult>(&found)) return refutes(anytime->stop);
  return std::get<empirical::GossipAttackResult>(found).gaussian.mu > published;
}

AttackEnd end_of(const AttackGossipAnswer& answer) {
  if (const auto* anytime = std::get_if<empirical::GossipAnytimeResult>(&answer.found)) return end_of(anytime->stop);
  return end_of_runs(answer.refuted(), std::get<empirical::GossipAttackResult>(answer.found).runs,
                     answer.question.terms.runs);
}

}  // namespace hearsay::api
