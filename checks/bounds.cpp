// SPDX-License-Identifier: GPL-3.0-or-later
#include "checks/checks.hpp"
#include "props/bound/bound_certificate.hpp"
#include "props/bound/gossip_bound.hpp"
#include "props/bound/rumor_bound.hpp"
#include "props/bound/stream_bound.hpp"

namespace hearsay::checks {

using api::BoundProtocol;
using api::BoundTrial;

namespace {

props::bound::ScenarioDomain scenarios_of(const BoundTrial& trial) {
  return {.least_nodes = static_cast<graph::Node>(trial.least_nodes),
          .all_nodes = static_cast<graph::Node>(trial.all_nodes),
          .random_nodes = static_cast<graph::Node>(trial.random_nodes),
          .least_steps = trial.least_steps,
          .most_steps = trial.most_steps,
          .coalitions = trial.coalitions,
          .weights = trial.weights};
}

run::Finding search(const BoundTrial& trial, const run::Context& context, const Execution& execution) {
  const props::bound::Watch watch{.progress = execution.progress, .stop = execution.stop};
  switch (trial.protocol) {
    case BoundProtocol::rumor:
      return props::bound::refute_rumor(
          trial.statement, {.least_nodes = trial.least_nodes, .most_nodes = trial.all_nodes}, context, watch);
    case BoundProtocol::stream:
      return props::bound::refute_stream(trial.statement, scenarios_of(trial), context, watch);
    case BoundProtocol::gossip:
      break;
  }
  return props::bound::refute_gossip(trial.statement, scenarios_of(trial), context, watch);
}

void require_sound(const BoundTrial& trial) {
  formula::require_known(trial.statement, trial.protocol == BoundProtocol::rumor ? props::bound::rumor_vocabulary()
                                          : trial.protocol == BoundProtocol::stream
                                              ? props::bound::stream_vocabulary()
                                              : props::bound::gossip_vocabulary());
  formula::require_values(trial.statement);
}

std::optional<report::Certificate> certificate(const BoundTrial& trial, const run::Witness& witness) {
  if (trial.protocol == BoundProtocol::rumor) return props::bound::rumor_certificate(trial.statement, witness);
  if (witness.certificate != run::Certificate::exact) return std::nullopt;
  return trial.protocol == BoundProtocol::stream ? props::bound::stream_certificate(trial.statement, witness)
                                                 : props::bound::gossip_certificate(trial.statement, witness);
}

}  // namespace

api::BoundSearch bound_search() {
  return {.search = search, .require_sound = require_sound, .certificate = certificate};
}

}  // namespace hearsay::checks
