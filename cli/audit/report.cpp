// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/graph/paths.hpp>
#include "api/network/exact_gossip.hpp"
#include "api/render/node_names.hpp"
#include "api/render/provenance.hpp"
#include "api/render/reading.hpp"
#include "api/render/result.hpp"
#include "api/render/words.hpp"
#include "cli/audit/request.hpp"
#include "cli/common/command_line.hpp"
#include "cli/common/network_options.hpp"

namespace hearsay::cli {

namespace {

double mu_of(const AuditOutcome& outcome, double share) {
  const auto scale = outcome.scale();
  return scale.sensitivity / scale.sigma * std::sqrt(share);
}

nlohmann::ordered_json observers_json(const AuditOutcome& outcome, const std::vector<graph::Node>& observers,
                                      const NodeNames& names) {
  if (observers.size() == 1 && outcome.observers.size == 1) return names.json(observers.front());
  auto list = nlohmann::ordered_json::array();
  for (const auto v : observers) list.push_back(names.json(v));
  return list;
}

/// A loss in all units, the ones with a parameter at the usual one; its upper end if it is in doubt.
nlohmann::ordered_json units_json(const AuditOutcome& outcome, const Enclosure& judged) {
  const double share = judged.safe(), mu = mu_of(outcome, share);
  const bool order = outcome.promise.quantity == audit::Quantity::renyi,
             delta = outcome.promise.quantity == audit::Quantity::epsilon;
  const double alpha = order ? outcome.promise.parameter : usual_order,
               at = delta ? outcome.promise.parameter : usual_delta;
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

nlohmann::ordered_json losses_json(const AuditOutcome& outcome, const audit::PairLoss& pair) {
  const auto& judged = pair.judged(outcome.own_noise);
  nlohmann::ordered_json losses = {{"published", in_promised_unit(outcome, pair.published)}};
  add_enclosure(losses, "exact", in_promised_unit(outcome, pair.exact));
  add_enclosure(losses, "exact_own_noise", in_promised_unit(outcome, pair.exact_own_noise));
  losses["lower"] = promised_loss(outcome.promise, outcome.scale(), judged.lower, judged.lower).lower();
  losses["upper"] = promised_loss(outcome.promise, outcome.scale(), judged.upper, judged.upper).upper();
  if (pair.bound) losses["bound"] = *pair.bound;
  return losses;
}

nlohmann::ordered_json worst_json(const AuditOutcome& outcome, const NodeNames& names) {
  const auto& worst = *outcome.result.worst;
  nlohmann::ordered_json result = {{"observer", observers_json(outcome, worst.observers, names)},
                                   {"target", names.json(worst.target)}};
  const auto distance = graph::distances(outcome.graph(), worst.observers)[worst.target];
  result["distance"] =
      distance == graph::unreachable ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(distance);
  result.update(losses_json(outcome, worst));
  result["verdict"] = to_string(worst.verdict);
  result["sigma_needed"] = number_or_null(outcome.sigma_needed);
  result["units"] = units_json(outcome, worst.judged(outcome.own_noise));
  result["sentence"] = worst_words(outcome);
  return result;
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

nlohmann::ordered_json observers_json(const AuditedObservers& observers, std::uint64_t audited) {
  constexpr std::string_view kinds[] = {"nodes", "each", "coalitions"};
  nlohmann::ordered_json result = {{"kind", kinds[static_cast<int>(observers.kind)]}, {"size", observers.size}};
  if (observers.kind == AuditedObservers::Kind::coalitions)
    result["search"] = observers.greedy ? "greedy" : "exhaustive";
  result["audited"] = audited;
  return result;
}

audit::NoiseScale AuditOutcome::scale() const {
  if (!scales) return {.sigma = request.sigma.number, .sensitivity = request.sensitivity.number};
  return {.sigma = 1.0, .sensitivity = std::sqrt(exact::to_double(scales->largest()))};
}

double AuditOutcome::sensitivity_of(graph::Node v) const {
  return scales ? exact::to_double(scales->sensitivity[v]) : request.sensitivity.number;
}

double in_promised_unit(const AuditOutcome& outcome, double share) {
  if (std::isnan(share)) return share;  // a published loss that is not known
  const double mu = mu_of(outcome, share);
  if (outcome.promise.quantity == audit::Quantity::renyi) return outcome.promise.parameter * mu * mu / 2.0;
  if (outcome.promise.quantity == audit::Quantity::mu) return mu;
  return promised_loss(outcome.promise, outcome.scale(), share, share).estimate();
}

Enclosure in_promised_unit(const AuditOutcome& outcome, const Enclosure& share) {
  return share.mapped([&](double x) { return in_promised_unit(outcome, x); });
}

std::string_view interval_words(const AuditOutcome& outcome) {
  return outcome.request.noise.noisy() ? coarse_words : unproved_views_words;
}

std::string doubt_words(const AuditOutcome& outcome) {
  const auto& result = outcome.result;
  if (result.in_doubt == 0) return {};
  return fmt::format("losses of {} pair{} are intervals: {}", result.in_doubt, result.in_doubt == 1 ? "" : "s",
                     interval_words(outcome));
}

std::string adversary_words(const AuditOutcome& outcome) {
  const auto& observers = outcome.observers;
  const std::string noise = outcome.own_noise ? "the noise that it injected itself" : "nobody's noise";
  const std::string together = outcome.own_noise ? "the noise that they injected themselves" : "nobody's noise";
  switch (observers.kind) {
    case AuditedObservers::Kind::each:
      return fmt::format("each node alone, knowing {}", noise);
    case AuditedObservers::Kind::coalitions:
      return fmt::format("{} {} nodes together, knowing {}", observers.greedy ? "some coalitions of" : "any",
                         observers.size, together);
    case AuditedObservers::Kind::nodes:
      break;
  }
  const auto list = node_list(outcome.graph(), observers.sets.front());
  return observers.size == 1 ? fmt::format("node {}, knowing {}", list, noise)
                             : fmt::format("nodes {} together, knowing {}", list, together);
}

namespace {

/// What stands before and behind the verdict in the words on it.
struct AroundVerdict {
  std::string before, behind;
};

AroundVerdict around_verdict(const AuditOutcome& outcome) {
  const auto& result = outcome.result;
  AroundVerdict words{.before = fmt::format("promise '{}': ", outcome.promise.text),
                      .behind = fmt::format("; {} of {} pairs break it", result.violations, result.pairs)};
  if (result.undecided > 0) words.behind += fmt::format(", {} are not decided", result.undecided);
  if (outcome.observers.greedy)
    words.behind += fmt::format("; {} coalitions were tried, grown greedily from every node, and others may learn more",
                                result.views);
  if (!outcome.complete) words.behind += "; cut short: the result is partial";
  return words;
}

}  // namespace

std::string verdict_words(const AuditOutcome& outcome) {
  const auto [before, behind] = around_verdict(outcome);
  return fmt::format("{}{}{}", before, to_string(outcome.verdict), behind);
}

report::TerminalText verdict_text(const AuditOutcome& outcome) {
  const auto [before, behind] = around_verdict(outcome);
  return report::terminal_text("{}{}{}", before, verdict_word(outcome.verdict), behind);
}

std::string worst_words(const AuditOutcome& outcome) {
  const auto& worst = *outcome.result.worst;
  const auto& request = outcome.request;
  const auto& share = worst.judged(outcome.own_noise);
  const bool several = worst.observers.size() > 1;
  auto words =
      guess_words(outcome.graph(), worst.observers, worst.target,
                  share.mapped([&](double x) { return mu_of(outcome, x); }), outcome.sensitivity_of(worst.target));
  if (share.in_doubt()) words += fmt::format(" (an interval: {})", interval_words(outcome));
  if (outcome.promise.by_published()) {
    const auto ratio = share.mapped([&](double x) { return x / worst.published; });
    if (worst.published > 0.0)
      words += fmt::format(", and learn{} {} times what the published formula says", several ? "" : "s",
                           report::enclosure_text(ratio, 4));
    return words;
  }
  if (!outcome.sigma_needed || *outcome.sigma_needed == request.sigma.number) return words;
  const double sigma = *outcome.sigma_needed;
  if (sigma == 0.0) {
    words += "; any sigma would meet the promise";
  } else if (sigma > request.sigma.number) {
    words += fmt::format("; sigma {} instead of {} would meet the promise", sigma, request.sigma.number);
  } else {
    words += fmt::format("; sigma {} would still meet the promise", sigma);
  }
  return words + (request.steps == "auto" ? fmt::format(" after the same {} steps", *outcome.steps) : "");
}

nlohmann::ordered_json parameters_json(const AuditOutcome& outcome) {
  const auto& request = outcome.request;
  auto parameters = graph_parameters(request.graph, outcome.network.made, {});
  parameters["observer"] = request.observers;
  parameters["target"] = request.target;
  if (outcome.steps) {
    parameters["steps"] = *outcome.steps;
  } else {
    parameters["steps"] = "forever";
  }
  parameters["promise"] = outcome.promise.text;
  parameters["sigma"] = to_json(request.sigma);
  parameters["sensitivity"] = to_json(request.sensitivity);
  parameters["trust"] = outcome.own_noise ? "own-noise-known" : "all-noise";
  add_message_noise(parameters, request.noise);
  return parameters;
}

ShareSummary summary_of(const AuditOutcome& outcome, bool resolved) {
  ShareSummary summary;
  for (std::size_t i = 0; i < outcome.result.by_target.size(); ++i) {
    const auto& pair = outcome.result.by_target[i];
    summary.add(resolved ? outcome.resolved[i] : pair.judged(outcome.own_noise), pair.published);
  }
  return summary;
}

std::vector<std::string> summary_words(const AuditOutcome& outcome) {
  const auto& noise = outcome.request.noise;
  if (!noise.given()) return {};
  std::vector<std::string> words = {fmt::format("each node to its worst observers, as shares of the {}: {}",
                                                outcome.scales ? "largest local loss" : "local loss",
                                                summary_of(outcome, false).words(noise.words()))};
  if (!noise.rounded()) return words;
  words.push_back(summary_of(outcome, true).words(noise.precision));
  words.push_back(fmt::format("resolved at {}: {}", noise.precision, resolved_words));
  return words;
}

namespace {

/// "summary" and "resolved", where message noise or a precision is given.
void add_summaries(nlohmann::ordered_json& json, const AuditOutcome& outcome) {
  const auto& noise = outcome.request.noise;
  if (!noise.given()) return;
  json["summary"] = {{"tau", noise.tau}};
  json["summary"].update(summary_of(outcome, false).json());
  if (!noise.rounded()) return;
  json["resolved"] = {{"tau", noise.resolution()}};
  json["resolved"].update(summary_of(outcome, true).json());
  json["resolved"]["words"] = resolved_words;
}

}  // namespace

nlohmann::ordered_json to_json(const AuditOutcome& outcome) {
  const NodeNames names(outcome.graph());
  const auto& result = outcome.result;
  nlohmann::ordered_json json = {{"read", reading(outcome.request.graph, outcome.network.made).json},
                                 {"promise", promise_json(outcome.promise)},
                                 {"verdict", to_string(outcome.verdict)},
                                 {"adversary", adversary_words(outcome)},
                                 {"observers", observers_json(outcome.observers, outcome.result.views)}};
  if (outcome.gap) json["spectral_gap"] = *outcome.gap;
  json["local"] = in_promised_unit(outcome, 1.0);
  json["pairs"] = result.pairs;
  json["violations"] = result.violations;
  json["undecided"] = result.undecided;
  json["broken_share"] = static_cast<double>(result.violations) / static_cast<double>(result.pairs);
  json["unproved_views"] = result.unproved;
  json["in_doubt"] = {{"pairs", result.in_doubt}, {"why", text_or_null(doubt_words(outcome))}};
  json["worst"] = worst_json(outcome, names);
  add_summaries(json, outcome);
  auto& nodes = json["nodes"] = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < result.by_target.size(); ++i) {
    const auto& pair = result.by_target[i];
    nlohmann::ordered_json node = {{"node", names.json(pair.target)},
                                   {"worst_observer", observers_json(outcome, pair.observers, names)}};
    node.update(losses_json(outcome, pair));
    if (!outcome.resolved.empty()) add_enclosure(node, "resolved", in_promised_unit(outcome, outcome.resolved[i]));
    node["verdict"] = to_string(pair.verdict);
    nodes.push_back(std::move(node));
  }
  if (!outcome.complete) json["partial"] = {{"views", result.views}};
  return json;
}

nlohmann::ordered_json audit_gossip_json(const AuditOutcome& outcome, const Common& common) {
  auto result = envelope("audit gossip", parameters_json(outcome), common.origin());
  result.update(to_json(outcome));
  result["provenance"] =
      provenance_json(outcome.request.graph, outcome.graph(), adversary_words(outcome), command_line());
  return result;
}

}  // namespace hearsay::cli
