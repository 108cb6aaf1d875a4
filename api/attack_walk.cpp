// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/attack_walk.hpp"

#include <fmt/format.h>

#include <hearsay/accounting/token/complete/tight.hpp>
#include <hearsay/core/error.hpp>
#include "api/workload.hpp"

namespace hearsay::api {

namespace {

constexpr std::string_view attack_walk_where = "attack walk";

void require_affordable_attack(const AttackWalkQuestion& question) {
  const auto& token = question.token;
  const auto runs = static_cast<double>(question.runs), users = static_cast<double>(token.users);
  require_affordable(attack_walk_where,
                     {.operations = 4.0 * runs * (10.0 * static_cast<double>(token.steps) + users),
                      .bytes = 100.0 * runs + 64.0 * users},
                     "`steps`, `users` or `runs`");
}

nlohmann::ordered_json identity_of(const AttackWalkQuestion& question, random::Seed seed) {
  auto parameters = parameters_json(question);
  parameters.erase("runs");
  return run_identity(attack_walk_where, std::move(parameters), seed);
}

decltype(AttackWalkAnswer::found) found_by(const empirical::WalkAttack& attack, double published,
                                           const AttackWalkQuestion& question, const Continuation& continuation) {
  if (!question.anytime) return empirical::attack_walk(attack);
  const AnytimeRun run{.identity = identity_of(question, attack.execution.seed),
                       .runs = static_cast<std::uint64_t>(question.runs),
                       .events = 2};
  return attack_anytime(continuation, run, attack.execution, [&](auto from, const auto& keeper) {
    return empirical::attack_walk_anytime(attack, question.claimed_epsilon.value_or(published), std::move(from),
                                          keeper);
  });
}

/// Refuses a guarantee that promises nothing. @throws Error(Errc::conditions).
void require_promise(double delta) {
  if (delta < 1.0) return;
  throw Error(Errc::conditions, attack_walk_where,
              fmt::format("the published delta = {:.6g} must be < 1, or there is no promise to refute; use fewer steps "
                          "or a smaller `delta`",
                          delta));
}

}  // namespace

AttackWalkAnswer attack_walk(const AttackWalkQuestion& question, const Execution& execution,
                             const Continuation& continuation) {
  const auto& token = question.token;
  const auto published = accounting::token_published(token), repaired = accounting::token_repaired(token);
  require_affordable_attack(question);
  require_promise(published.value.delta);
  const empirical::WalkAttack attack{.users = token.users,
                                     .steps = token.steps,
                                     .mu = accounting::signal_to_noise(token.calibration, token.epsilon, token.delta),
                                     .delta = published.value.delta,
                                     .runs = question.runs,
                                     .confidence = question.confidence,
                                     .execution = execution};
  return {.question = question,
          .published = published,
          .repaired = repaired,
          .mu = attack.mu,
          .found = found_by(attack, published.value.epsilon, question, continuation)};
}

bool AttackWalkAnswer::refuted() const {
  if (const auto* anytime = std::get_if<empirical::WalkAnytimeResult>(&found)) return refutes(anytime->stop);
  return std::get<empirical::WalkAttackResult>(found).epsilon_lower > published.value.epsilon;
}

AttackEnd end_of(const AttackWalkAnswer& answer) {
  if (const auto* anytime = std::get_if<empirical::WalkAnytimeResult>(&answer.found)) return end_of(anytime->stop);
  return end_of_runs(answer.refuted(), std::get<empirical::WalkAttackResult>(answer.found).runs,
                     static_cast<std::uint64_t>(answer.question.runs));
}

}  // namespace hearsay::api
