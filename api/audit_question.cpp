// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/audit_question.hpp"

#include <cmath>

#include <hearsay/exact/fraction.hpp>
#include <hearsay/graph/spec.hpp>

namespace hearsay::api {

namespace {

/// Sets the steps that the request asks for, and the gap that they follow from.
void set_steps(AuditQuestion& question, const AuditRequest& request) {
  const auto& network = question.network;
  if (request.scheduled()) {
    question.steps = static_cast<int>(network.rounds.size());
  } else if (request.steps != "forever") {
    const auto steps = resolve_steps(request.steps, network.w, request.sigma.number);
    question.steps = steps.count;
    question.gap = steps.gap;
  }
}

}  // namespace

audit::NoiseScale AuditQuestion::scale() const {
  if (!scales) return {.sigma = sigma.number, .sensitivity = sensitivity.number};
  return {.sigma = 1.0, .sensitivity = std::sqrt(exact::to_double(scales->largest()))};
}

double AuditQuestion::sensitivity_of(graph::Node v) const {
  return scales ? exact::to_double(scales->sensitivity[v]) : sensitivity.number;
}

double AuditQuestion::mu(double share) const {
  const auto unit = scale();
  return unit.sensitivity / unit.sigma * std::sqrt(share);
}

AuditQuestion question_of(const AuditRequest& request, Network network) {
  require_valid(request);
  AuditQuestion question{.name = request.name,
                         .file = request.file,
                         .network = std::move(network),
                         .observers = {},
                         .target = request.target,
                         .targets = {},
                         .steps = {},
                         .gap = {},
                         .promise = promise_of(request),
                         .sigma = request.sigma,
                         .sensitivity = request.sensitivity,
                         .scales = {},
                         .noise = request.noise,
                         .advice = request.advice};
  question.own_noise = knows_own_noise(request, question.promise);
  const auto& graph = question.graph();
  question.scales = read_scales(request.sigma, request.sensitivity, graph);
  if (request.target == "all") {
    question.targets = nodes_up_to(graph.nodes());
  } else {
    question.targets = {graph::find_node("`target`", graph, request.target)};
  }
  question.observers = choose_observers(request.observers, request.target, graph, question.targets);
  set_steps(question, request);
  return question;
}

AuditQuestion question_of(const AuditRequest& request, random::Seed seed) {
  require_valid(request);
  return question_of(request, request.scheduled() ? load_schedule(request.graph) : load_network(request.graph, seed));
}

}  // namespace hearsay::api
