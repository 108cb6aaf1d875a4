// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/attack_walk.hpp"

#include "api/render/epsilon_attack.hpp"
#include "api/render/guarantees.hpp"
#include "api/token_names.hpp"

namespace hearsay::api {

nlohmann::ordered_json parameters_json(const AttackWalkQuestion& question) {
  const auto& token = question.token;
  auto parameters = to_json(token);
  parameters["noise"] = name_of({.calibration = token.calibration});
  if (token.task == accounting::TokenTask::histogram) {
    parameters["task"] = name_of(token.task);
    parameters["buckets"] = token.buckets;
  }
  add_parameters(parameters, question.terms);
  return parameters;
}

nlohmann::ordered_json to_json(const AttackWalkAnswer& answer, const Origin& origin) {
  auto result = envelope("attack walk", parameters_json(answer.question), origin);
  if (answer.mu) result["mu"] = *answer.mu;
  if (answer.gamma) result["gamma"] = *answer.gamma;
  add_test(result, answer.test);
  return result;
}

report::TerminalText text(const AttackWalkAnswer& answer) { return test_text(answer.test, "v"); }

}  // namespace hearsay::api
