// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include <hearsay/audit/promise.hpp>
#include "api/network/message_noise.hpp"
#include "api/network/network.hpp"
#include "api/network/node_scales.hpp"

namespace hearsay::api {

/// Which advice is asked for (api/audit_advice.hpp).
struct AdviceWanted {
  bool changes = false;  ///< sigma and the number of steps at which the promise holds
  bool edges = false;    ///< each edge removed, alone

  [[nodiscard]] bool any() const { return changes || edges; }
};

/// One promise about one network in texts, as a command line or a file of audits gives it.
struct AuditRequest {
  std::string name;  ///< of an audit in a file; empty elsewhere
  std::string file;  ///< of audits, that holds it; empty elsewhere
  GraphSource graph;
  std::vector<std::string> observers;  ///< labels, or one of: each, coalitions:K
  std::string target = "all";
  std::string steps;
  std::string promise;
  Scale sigma, sensitivity;
  std::string trust;  ///< empty: own-noise-known, or what the promise itself says
  MessageNoise noise;
  AdviceWanted advice = {};

  [[nodiscard]] bool uneven() const { return !sigma.file.empty() || !sensitivity.file.empty(); }
  [[nodiscard]] bool scheduled() const { return graph.spec.starts_with(schedule_prefix); }
};

/// What an answer keeps besides the result, for outputs.
struct AuditKeeps {
  bool matrix = false;  ///< the shares by set of observers and node
  bool views = false;   ///< for a page
};

/// What can be refused before a graph is read: the promise, numbers, the steps, the observers' syntax; and what the
/// outputs cannot show.
/// @throws Error naming the field.
void require_valid(const AuditRequest& request, const AuditKeeps& keeps = {});

/// Refuses promises whose formula a page cannot judge. @throws Error(Errc::conditions).
void require_page(const audit::PromisedBound& promise);

/// The promise in numbers. @throws as audit::parse_promise.
[[nodiscard]] audit::PromisedBound promise_of(const AuditRequest& request);

/// Whether the observers know the noise that they injected themselves: as the promise says it, else `trust`.
/// @throws Error(Errc::conditions) if the two differ.
[[nodiscard]] bool knows_own_noise(const AuditRequest& request, const audit::PromisedBound& promise);

}  // namespace hearsay::api
