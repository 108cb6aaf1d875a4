// SPDX-License-Identifier: GPL-3.0-or-later
#include "checks/checks.hpp"
#include "props/bound/bound_certificate.hpp"
#include "props/bound/gossip_bound.hpp"
#include "props/bound/graphwalk_bound.hpp"
#include "props/bound/ring_bound.hpp"
#include "props/bound/rumor_bound.hpp"
#include "props/bound/stream_bound.hpp"
#include "props/bound/walk_bound.hpp"

namespace hearsay::checks {

using api::BoundProtocol;
using api::BoundTrial;

namespace {

props::bound::ScaleDomain scale_of(const api::BoundScale& scale) {
  return {.each = scale.each, .by_node = scale.by_node, .between = scale.between};
}

std::optional<props::bound::OwnNetwork> own_of(const BoundTrial& trial) {
  if (!trial.network) return std::nullopt;
  return props::bound::OwnNetwork{.graph = trial.network->graph, .w = trial.network->w};
}

props::bound::ScenarioDomain scenarios_of(const BoundTrial& trial) {
  return {.least_nodes = static_cast<graph::Node>(trial.least_nodes),
          .all_nodes = static_cast<graph::Node>(trial.all_nodes),
          .random_nodes = static_cast<graph::Node>(trial.random_nodes),
          .least_steps = trial.least_steps,
          .most_steps = trial.most_steps,
          .coalitions = trial.coalitions,
          .weights = trial.weights,
          .sigma = scale_of(trial.sigma),
          .sensitivity = scale_of(trial.sensitivity),
          .own = own_of(trial)};
}

props::bound::LocalNoises noises_of(const BoundTrial& trial) {
  props::bound::LocalNoises noises{
      .epsilon = trial.noise.epsilon, .delta = trial.noise.delta, .delta_prime = trial.noise.delta_prime};
  if (!trial.noise.delta_hat.empty()) noises.delta_hat = trial.noise.delta_hat;
  return noises;
}

props::bound::RingDomain rings_of(const BoundTrial& trial) {
  return {.least_users = trial.least_nodes,
          .all_users = trial.all_nodes,
          .random_users = trial.random_nodes,
          .least_rounds = trial.least_steps,
          .most_rounds = trial.most_steps,
          .noises = noises_of(trial)};
}

props::bound::WalkDomain walks_of(const BoundTrial& trial) {
  return {.least_users = trial.least_nodes,
          .all_users = trial.all_nodes,
          .random_users = trial.random_nodes,
          .least_steps = trial.least_steps,
          .most_steps = trial.most_steps,
          .noises = noises_of(trial)};
}

run::Finding search(const BoundTrial& trial, const run::Context& context, const Execution& execution) {
  const props::bound::Watch watch{.progress = execution.progress, .stop = execution.stop};
  switch (trial.protocol) {
    case BoundProtocol::rumor:
      return props::bound::refute_rumor(
          trial.statement, {.least_nodes = trial.least_nodes, .most_nodes = trial.all_nodes}, context, watch);
    case BoundProtocol::stream:
      return props::bound::refute_stream(trial.statement, scenarios_of(trial), context, watch);
    case BoundProtocol::graphwalk:
      return props::bound::refute_graphwalk(trial.statement, scenarios_of(trial), context, watch);
    case BoundProtocol::walk:
      return props::bound::refute_walk(trial.statement, walks_of(trial), context, watch);
    case BoundProtocol::ring:
      return props::bound::refute_ring(trial.statement, rings_of(trial), context, watch);
    case BoundProtocol::gossip:
      break;
  }
  return props::bound::refute_gossip(trial.statement, scenarios_of(trial), context, watch);
}

const formula::Vocabulary& vocabulary_of(BoundProtocol protocol) {
  switch (protocol) {
    case BoundProtocol::rumor:
      return props::bound::rumor_vocabulary();
    case BoundProtocol::stream:
      return props::bound::stream_vocabulary();
    case BoundProtocol::graphwalk:
      return props::bound::graphwalk_vocabulary();
    case BoundProtocol::walk:
      return props::bound::walk_vocabulary();
    case BoundProtocol::ring:
      return props::bound::ring_vocabulary();
    case BoundProtocol::gossip:
      break;
  }
  return props::bound::gossip_vocabulary();
}

void require_sound(const BoundTrial& trial) {
  formula::require_known(trial.statement, vocabulary_of(trial.protocol));
  formula::require_values(trial.statement);
  if (trial.protocol == BoundProtocol::gossip) props::bound::require_one_noise(trial.statement, scenarios_of(trial));
}

std::optional<report::Certificate> certificate(const BoundTrial& trial, const run::Witness& witness) {
  if (trial.protocol == BoundProtocol::rumor) return props::bound::rumor_certificate(trial.statement, witness);
  if (witness.certificate != run::Certificate::exact) return std::nullopt;
  switch (trial.protocol) {
    case BoundProtocol::gossip:
      return props::bound::gossip_certificate(trial.statement, witness, own_of(trial));
    case BoundProtocol::stream:
      return props::bound::stream_certificate(trial.statement, witness, own_of(trial));
    case BoundProtocol::ring:
      return props::bound::ring_certificate(trial.statement, witness);
    default:
      return std::nullopt;
  }
}

}  // namespace

api::BoundSearch bound_search() {
  return {.search = search, .require_sound = require_sound, .certificate = certificate};
}

}  // namespace hearsay::checks
