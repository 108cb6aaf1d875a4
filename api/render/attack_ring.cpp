// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/attack_ring.hpp"

#include <fmt/format.h>

#include "api/render/epsilon_attack.hpp"
#include "api/token_names.hpp"

namespace hearsay::api {

nlohmann::ordered_json parameters_json(const AttackRingQuestion& question) {
  const auto& q = question.token;
  nlohmann::ordered_json parameters{{"users", q.users},
                                    {"rounds", q.rounds},
                                    {"epsilon", q.epsilon},
                                    {"delta", number_or_null(question.delta)},
                                    {"delta_prime", q.delta_prime},
                                    {"task", name_of(q.task)},
                                    {"buckets", q.buckets},
                                    {"noise", name_of({.noise = q.noise, .calibration = q.calibration})},
                                    {"output", name_of(question.output)}};
  add_parameters(parameters, question.terms);
  return parameters;
}

nlohmann::ordered_json to_json(const AttackRingAnswer& answer, const Origin& origin) {
  auto result = envelope("attack ring", parameters_json(answer.question), origin);
  result["curious_user"] = answer.pair.observer;
  result["target_user"] = answer.pair.target;
  if (answer.mu) result["mu"] = *answer.mu;
  if (answer.gamma) result["gamma"] = *answer.gamma;
  add_test(result, answer.test);
  return result;
}

report::TerminalText text(const AttackRingAnswer& answer) {
  const bool output = answer.question.output != empirical::RingOutput::hidden;
  return test_text(answer.test, fmt::format("user {} of user {}, {}", answer.pair.observer, answer.pair.target,
                                            output ? "with the returned token" : "without the returned token"));
}

}  // namespace hearsay::api
