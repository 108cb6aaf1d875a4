// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/attack_program.hpp"

#include <utility>

#include "api/attack_program_state.hpp"
#include "api/render/attack_program_words.hpp"
#include "api/render/attack_run.hpp"

namespace hearsay::api {

using empirical::EventSubject;
using empirical::JudgedEvent;
using empirical::ProgramResult;
using nlohmann::ordered_json;

namespace {

/// An event as the result has it: what it looks at, and how often it happened.
ordered_json rates_json(const JudgedEvent& event) {
  auto never = ordered_json::array();
  if (event.tally.false_alarms == 0) never.push_back(0);
  if (event.tally.true_alarms == 0) never.push_back(1);
  return {{"features", event.name.looks_at},
          {"threshold", event.name.threshold},
          {"true_positive_rate", rate_json(event.rates.true_positive)},
          {"false_positive_rate", rate_json(event.rates.false_positive)},
          {"never_happened_in_worlds", std::move(never)}};
}

/// "epsilon_lower", "mu_lower" and, if an order is asked for, "renyi_lower".
ordered_json bounds_json(const AttackProgramQuestion& question, const empirical::ProgramBounds& bounds) {
  ordered_json json = {{"epsilon_lower", bounds.epsilon}, {"mu_lower", bounds.mu}};
  if (question.promise && question.promise->order) json["renyi_lower"] = bounds.renyi;
  return json;
}

ordered_json event_json(const AttackProgramQuestion& question, const JudgedEvent& event) {
  ordered_json json = {{"subject", name_of(event.name.subject)}};
  json.update(rates_json(event));
  json.update({{"counts", to_json(event.tally)}, {"error", event.alpha}});
  json.update(
      bounds_json(question, {.epsilon = event.epsilon_lower, .mu = event.mu_lower, .renyi = event.renyi_lower}));
  return json;
}

ordered_json representation_json(const AttackProgramQuestion& question, const ProgramResult& found) {
  if (!found.looked_at_representation) return nullptr;
  ordered_json json = {{"verdict", verdict_on_representation(found)}};
  json.update(bounds_json(question, found.representation));
  if (const auto* best = found.best(EventSubject::representation)) json.update(rates_json(*best));
  return json;
}

}  // namespace

ordered_json promise_json(const AttackProgramQuestion& question) {
  const auto& promise = question.promise;
  ordered_json json = {{"text", promise_text(question)},
                       {"quantity", !promise         ? "epsilon"
                                    : promise->order ? "renyi"
                                                     : "mu"}};
  if (!promise) json["delta"] = question.delta;
  if (promise && promise->order) json["order"] = *promise->order;
  json["bound"] = promise ? promise->bound : question.epsilon;
  return json;
}

ordered_json parameters_json(const AttackProgramQuestion& question) {
  ordered_json parameters = {{"program", question.program},
                             {"runs", question.runs},
                             {"epsilon", question.epsilon},
                             {"delta", question.delta},
                             {"features", name_of(question.features)},
                             {"confidence", question.confidence},
                             {"timeout", question.timeout},
                             {"fresh", question.fresh},
                             {"to_the_end", question.to_the_end}};
  if (question.until) parameters["until"] = *question.until;
  if (question.promise) {
    parameters.erase("epsilon");
    parameters["promise"] = promise_text(question);
  }
  return parameters;
}

ordered_json to_json(const AttackProgramAnswer& answer, const Origin& origin) {
  const auto& question = answer.question;
  const auto& found = answer.found;
  const auto& state = found.state;
  const auto* best = found.best(EventSubject::values);
  const JudgedEvent none;
  auto events = ordered_json::array();
  for (const auto& event : found.events) events.push_back(event_json(question, event));
  auto result = envelope("attack program", parameters_json(question), origin);
  result.update(ordered_json{
      {"promise", promise_json(question)},
      {"verdict", verdict_on_values(found)},
      {"epsilon_lower", found.values.epsilon},
      {"delta", question.delta},
      {"mu_lower", found.values.mu},
      {"confidence", question.confidence},
      {"representation", representation_json(question, found)},
      {"trials", {{"train", state.training.size()}, {"certify", state.certified}}},
      {"failures", {{"all", state.log.total()}, {"certify", state.failures}, {"kinds", to_json(state.log)}}}});
  result.update(rates_json(best == nullptr ? none : *best));
  result.update({{"events", std::move(events)}, {"assumption", "trials are independent of each other"}});
  if (question.promise && question.promise->order) result["renyi_lower"] = found.values.renyi;
  if (answer.replayed) result["replayed"] = {{"seed", answer.replayed->seed}, {"train", answer.replayed->training}};
  if (!found.complete) result["partial"] = {{"trials", state.training.size() + state.certified}};
  return result;
}

}  // namespace hearsay::api
