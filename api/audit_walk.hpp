// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <hearsay/audit/promise.hpp>
#include <hearsay/core/verdict.hpp>
#include <hearsay/report/terminal_text.hpp>
#include <hearsay/system/execution.hpp>
#include "api/account_walk_on_graph.hpp"
#include "api/audit_network.hpp"

namespace hearsay::api {

/// One promise about a token that walks on a graph, in texts.
struct WalkAuditRequest {
  GraphWalkRequest walk;  ///< without delta, which the promise gives
  std::string promise;    ///< "epsilon(DELTA) <= NUMBER" or "renyi(ORDER) <= NUMBER"
};

/// One promise about a token that walks on a graph.
struct WalkAuditQuestion {
  GraphWalkQuestion walk;
  audit::PromisedBound promise;
};

/// The request about a network that is there already.
/// @throws Error naming the field: Errc::conditions for another quantity or bound; as question_of(GraphWalkRequest).
[[nodiscard]] WalkAuditQuestion question_of(const WalkAuditRequest& request, Network network);
/// The same of the network that the request names. @throws as load_network and the other.
[[nodiscard]] WalkAuditQuestion question_of(const WalkAuditRequest& request, random::Seed seed);

/// What one target loses to one set of observers, in the promised quantity.
struct WalkAuditPair {
  std::size_t set = 0;  ///< of AuditedObservers::sets
  graph::Node target = 0;
  Bracket promised = Bracket::exact(0.0);  ///< `upper` may be infinite
  Verdict verdict = Verdict::inconclusive;
};

/// What the audit of a walk found.
struct WalkAuditAnswer {
  WalkAuditQuestion question;
  std::size_t pairs = 0, violations = 0, undecided = 0;
  Verdict verdict = Verdict::inconclusive;
  std::vector<WalkAuditPair> by_target;  ///< the worst set of observers of each target, in the order of the targets

  /// The pair of the largest upper end. @pre there is a pair.
  [[nodiscard]] const WalkAuditPair& worst() const;
};

/// Judges the promise for all sets of observers and all targets: it holds if every upper end keeps it, and is refuted
/// if a lower end breaks it. @throws as graph_walk_pairs.
[[nodiscard]] WalkAuditAnswer audit_walk(WalkAuditQuestion question, const Execution& execution);

// api/render/audit_walk.cpp
[[nodiscard]] nlohmann::ordered_json to_json(const WalkAuditAnswer& answer, const Origin& origin);
/// @param rows  how many, in the order of the targets.
[[nodiscard]] report::TerminalText text(const WalkAuditAnswer& answer, const AuditRows& rows = {});
/// As audit_junit(). @param seconds  that the audit took.
[[nodiscard]] std::string junit(const WalkAuditAnswer& answer, double seconds);

}  // namespace hearsay::api
