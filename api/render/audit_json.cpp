// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/render/audit_json.hpp"

#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/graph/paths.hpp>
#include "api/audit_advice.hpp"
#include "api/render/audit_words.hpp"
#include "api/render/node_names.hpp"
#include "api/render/provenance.hpp"
#include "api/render/reading.hpp"
#include "api/render/words.hpp"

namespace hearsay::api {

namespace {

/// A node, or a list where sets may have several.
nlohmann::ordered_json who_json(const AuditAnswer& answer, const std::vector<graph::Node>& observers,
                                const NodeNames& names) {
  if (observers.size() == 1 && answer.question.observers.size == 1) return names.json(observers.front());
  auto list = nlohmann::ordered_json::array();
  for (const auto v : observers) list.push_back(names.json(v));
  return list;
}

/// A loss in all units, the ones with a parameter at the usual one; its upper end if it is in doubt.
nlohmann::ordered_json units_json(const AuditAnswer& answer, const Enclosure& judged) {
  const auto& question = answer.question;
  const double share = judged.safe(), mu = question.mu(share);
  const bool order = question.promise.quantity == audit::Quantity::renyi,
             delta = question.promise.quantity == audit::Quantity::epsilon;
  const double alpha = order ? question.promise.parameter : usual_order,
               at = delta ? question.promise.parameter : usual_delta;
  return {{"share", share},
          {"upper_end", judged.in_doubt()},
          {"renyi", {{"order", alpha}, {"loss", alpha * mu * mu / 2.0}}},
          {"mu", mu},
          {"epsilon", {{"delta", at}, {"loss", divergence::gaussian_epsilon(mu, at).upper()}}},
          {"attack_tpr",
           {{{"false_positive_rate", 0.01}, {"rate", divergence::gaussian_power(mu, 0.01)}},
            {{"false_positive_rate", 0.001}, {"rate", divergence::gaussian_power(mu, 0.001)}}}},
          {"attack_accuracy", attack_accuracy(mu)}};
}

nlohmann::ordered_json losses_json(const AuditAnswer& answer, const audit::PairLoss& pair) {
  const auto& question = answer.question;
  const auto& judged = pair.judged(question.own_noise);
  nlohmann::ordered_json losses = {{"published", nullptr}};
  if (!std::isnan(pair.published)) losses["published"] = in_promised_unit(question, pair.published);
  add_enclosure(losses, "exact", in_promised_unit(question, pair.exact));
  add_enclosure(losses, "exact_own_noise", in_promised_unit(question, pair.exact_own_noise));
  losses["lower"] = promised_loss(question.promise, question.scale(), judged.lower, judged.lower).lower();
  losses["upper"] = promised_loss(question.promise, question.scale(), judged.upper, judged.upper).upper();
  if (pair.bound) losses["bound"] = *pair.bound;
  return losses;
}

nlohmann::ordered_json worst_json(const AuditAnswer& answer, const NodeNames& names) {
  const auto& worst = *answer.result.worst;
  nlohmann::ordered_json result = {{"observer", who_json(answer, worst.observers, names)},
                                   {"target", names.json(worst.target)}};
  const auto distance = graph::distances(answer.graph(), worst.observers)[worst.target];
  result["distance"] =
      distance == graph::unreachable ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(distance);
  result.update(losses_json(answer, worst));
  result["verdict"] = to_string(worst.verdict);
  result["nodes_with_this_loss"] = nodes_with_worst_loss(answer);
  result["sigma_needed"] = number_or_null(answer.sigma_needed);
  result["units"] = units_json(answer, worst.judged(answer.question.own_noise));
  result["sentence"] = worst_words(answer);
  return result;
}

/// "summary" and "resolved", where message noise or a precision is given.
void add_summaries(nlohmann::ordered_json& json, const AuditAnswer& answer) {
  const auto& noise = answer.question.noise;
  if (!noise.given()) return;
  json["summary"] = {{"tau", noise.tau}};
  json["summary"].update(summary_of(answer, false).json());
  if (!noise.rounded()) return;
  json["resolved"] = {{"tau", noise.resolution()}};
  json["resolved"].update(summary_of(answer, true).json());
  json["resolved"]["words"] = resolved_words;
}

}  // namespace

nlohmann::ordered_json promise_json(const audit::PromisedBound& promise) {
  nlohmann::ordered_json result = {{"text", promise.text}, {"quantity", to_string(promise.quantity)}};
  if (const auto name = parameter_name(promise.quantity); !name.empty()) result[std::string(name)] = promise.parameter;
  if (promise.bound) {
    result["bound"] = *promise.bound;
  } else {
    result["bound"] = promise.by_published() ? "published" : promise.formula;
  }
  return result;
}

nlohmann::ordered_json audited_json(const AuditedObservers& observers, std::uint64_t audited) {
  constexpr std::string_view kinds[] = {"nodes", "each", "coalitions"};
  nlohmann::ordered_json result = {{"kind", kinds[static_cast<int>(observers.kind)]}, {"size", observers.size}};
  if (observers.kind == AuditedObservers::Kind::coalitions)
    result["search"] = observers.greedy ? "greedy" : "exhaustive";
  if (observers.singles) result["singles"] = true;
  result["audited"] = audited;
  return result;
}

nlohmann::ordered_json audit_parameters(const AuditAnswer& answer) {
  const auto& question = answer.question;
  auto parameters = graph_parameters(question.network, {});
  parameters["observer"] = question.observers.names;
  parameters["target"] = question.target;
  if (question.steps) {
    parameters["steps"] = *question.steps;
  } else {
    parameters["steps"] = "forever";
  }
  parameters["promise"] = question.promise.text;
  parameters["sigma"] = to_json(question.sigma);
  parameters["sensitivity"] = to_json(question.sensitivity);
  parameters["trust"] = question.own_noise ? "own-noise-known" : "all-noise";
  add_message_noise(parameters, question.noise);
  if (question.advice.changes) parameters["advice"] = true;
  if (question.advice.edges) parameters["rank_edges"] = true;
  return parameters;
}

nlohmann::ordered_json audit_findings(const AuditAnswer& answer) {
  const auto& question = answer.question;
  const NodeNames names(answer.graph());
  const auto& result = answer.result;
  nlohmann::ordered_json json = {{"read", reading(question.network).json},
                                 {"promise", promise_json(question.promise)},
                                 {"verdict", to_string(answer.verdict)},
                                 {"adversary", adversary_words(answer)},
                                 {"observers", audited_json(question.observers, result.views)}};
  if (question.gap) json["spectral_gap"] = *question.gap;
  json["local"] = in_promised_unit(question, 1.0);
  json["pairs"] = result.pairs;
  json["violations"] = result.violations;
  json["undecided"] = result.undecided;
  json["broken_share"] = static_cast<double>(result.violations) / static_cast<double>(result.pairs);
  json["at_local_level"] = result.at_local_level;
  json["unproved_views"] = result.unproved;
  json["in_doubt"] = {{"pairs", result.in_doubt}, {"why", text_or_null(doubt_words(answer))}};
  json["worst"] = worst_json(answer, names);
  add_summaries(json, answer);
  if (answer.advice) json["advice"] = to_json(*answer.advice, answer);
  auto& nodes = json["nodes"] = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < result.by_target.size(); ++i) {
    const auto& pair = result.by_target[i];
    nlohmann::ordered_json node = {{"node", names.json(pair.target)},
                                   {"worst_observer", who_json(answer, pair.observers, names)}};
    node.update(losses_json(answer, pair));
    if (!answer.resolved.empty()) add_enclosure(node, "resolved", in_promised_unit(question, answer.resolved[i]));
    node["verdict"] = to_string(pair.verdict);
    nodes.push_back(std::move(node));
  }
  if (!answer.complete) json["partial"] = {{"views", result.views}};
  return json;
}

nlohmann::ordered_json audit_provenance(const AuditAnswer& answer, const Origin& origin) {
  const auto& question = answer.question;
  auto provenance =
      provenance_json(question.network.source, answer.graph(), adversary_words(answer), origin.command_line);
  auto& files = provenance["files"];
  if (!question.sigma.file.empty()) files.push_back(file_provenance("sigma", question.sigma.file));
  if (!question.sensitivity.file.empty()) files.push_back(file_provenance("sensitivity", question.sensitivity.file));
  if (!question.file.empty()) files.push_back(file_provenance("audits", question.file));
  return provenance;
}

nlohmann::ordered_json audit_result(const AuditAnswer& answer, const Origin& origin) {
  auto result = envelope("audit gossip", audit_parameters(answer), origin);
  result.update(audit_findings(answer));
  result["provenance"] = audit_provenance(answer, origin);
  return result;
}

}  // namespace hearsay::api
