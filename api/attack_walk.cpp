// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/attack_walk.hpp"

#include <utility>

#include <hearsay/accounting/token/complete/tight.hpp>
#include <hearsay/accounting/token/ring/ring.hpp>
#include <hearsay/core/error.hpp>
#include "api/workload.hpp"

namespace hearsay::api {

namespace {

constexpr std::string_view attack_walk_where = "attack walk";

void require_affordable_attack(const AttackWalkQuestion& question) {
  const auto& token = question.token;
  const auto runs = static_cast<double>(question.terms.runs), users = static_cast<double>(token.users);
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

}  // namespace

AttackWalkAnswer attack_walk(const AttackWalkQuestion& question, const Execution& execution,
                             const Continuation& continuation) {
  const auto& token = question.token;
  const bool histogram = token.task == accounting::TokenTask::histogram;
  if (!histogram && token.task != accounting::TokenTask::sum)
    throw Error(Errc::conditions, attack_walk_where, "`task` must be sum or histogram");
  AttackWalkAnswer answer{.question = question,
                          .test = {.terms = question.terms,
                                   .published = accounting::token_published(token),
                                   .repaired = accounting::token_repaired(token)},
                          .mu = std::nullopt,
                          .gamma = std::nullopt};
  require_affordable_attack(question);
  empirical::WalkAttack attack{.users = token.users, .steps = token.steps};
  if (histogram) {
    answer.gamma = accounting::response_randomness(token.epsilon, token.buckets);
    attack.answers = {.buckets = token.buckets, .gamma = *answer.gamma};
  } else {
    answer.mu = accounting::signal_to_noise(token.calibration, token.epsilon, token.delta);
    attack.mu = *answer.mu;
  }
  attack.terms = epsilon_terms(attack_walk_where, "steps", answer.test, execution);
  make_test(
      answer.test, identity_of(question, execution.seed), execution, continuation,
      [&] { return empirical::attack_walk(attack); },
      [&](double claimed, auto from, const auto& keeper) {
        return empirical::attack_walk_anytime(attack, claimed, std::move(from), keeper);
      });
  return answer;
}

}  // namespace hearsay::api
