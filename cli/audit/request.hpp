// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <Eigen/Core>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <hearsay/audit/network_audit.hpp>
#include <hearsay/audit/promise.hpp>
#include <hearsay/graph/graph.hpp>
#include "api/network/message_noise.hpp"
#include "api/network/network.hpp"
#include "api/network/node_scales.hpp"
#include "cli/audit/promise_formula.hpp"
#include "cli/common/verb.hpp"

namespace hearsay::cli {

/// Parameters of the units that a promise does not name.
inline constexpr double usual_order = 2.0, usual_delta = 1e-5;

/// One promise about one network, as the command line or an audit file gives it.
struct AuditRequest {
  std::string name;  ///< of an audit in a file; empty on the command line
  std::string file;  ///< of audits, that holds it; empty on the command line
  GraphSource graph;
  std::vector<std::string> observers;  ///< labels, or one of: each, coalitions:K
  std::string target = "all";
  std::string steps;
  std::string promise;
  Scale sigma, sensitivity;
  std::string trust;  ///< empty: own-noise-known, or what the promise itself says
  MessageNoise noise;

  [[nodiscard]] bool uneven() const { return !sigma.file.empty() || !sensitivity.file.empty(); }
};

/// Which sets of observers are audited.
struct AuditedObservers {
  enum class Kind { nodes, each, coalitions } kind = Kind::nodes;
  std::vector<std::vector<graph::Node>> sets;  ///< empty for a greedy search
  std::size_t size = 1;                        ///< of each set
  bool greedy = false;
};

/// The sets that `each` and `coalitions:K` stand for, of the nodes that may observe; for nodes by label no set yet.
/// @throws Error named --observer for a K that is no whole number >= 1, or larger than there are nodes.
[[nodiscard]] AuditedObservers named_sets(const std::vector<std::string>& observers,
                                          const std::vector<graph::Node>& possible);

/// What an audit found.
struct AuditOutcome {
  AuditRequest request;
  Network network;
  audit::PromisedBound promise;
  std::shared_ptr<const PromiseFormula> formula;  ///< of a promise that has one
  bool own_noise = true;
  AuditedObservers observers;
  std::optional<int> steps;   ///< nothing: any number
  std::optional<double> gap;  ///< of --steps auto
  audit::NetworkResult result;
  std::optional<audit::NodeScales> scales = std::nullopt;  ///< where nodes differ
  Verdict verdict = Verdict::inconclusive;
  std::optional<double> sigma_needed;
  bool complete = true;
  std::vector<Enclosure> resolved;                   ///< at --precision, as shares, in the order of result.by_target
  audit::ShareMatrix matrix;                         ///< shares by set and node, if it was asked for
  std::shared_ptr<const audit::NetworkViews> views;  ///< if they were asked for

  [[nodiscard]] const graph::Graph& graph() const { return network.made.graph(); }
  /// Of the local loss of which the result has shares: everybody's, or where nodes differ the largest.
  [[nodiscard]] audit::NoiseScale scale() const;
  [[nodiscard]] double sensitivity_of(graph::Node v) const;
};

/// What can be refused before a graph is read: the promise, numbers, the steps, the observers' syntax.
/// @throws Error naming the option.
void require_valid(const AuditRequest& request);

/// What an outcome keeps besides the result, for outputs.
struct AuditKeeps {
  bool matrix = false;
  bool views = false;  ///< and the network
};

/// Audits one promise.
/// @throws Error for whatever is wrong with the request or too large.
[[nodiscard]] AuditOutcome run_audit(const AuditRequest& request, const Common& common, AuditKeeps keeps);

/// "each node alone, knowing the noise that it injected itself".
[[nodiscard]] std::string adversary_words(const AuditOutcome& outcome);

/// A share of the local loss in the promised quantity.
[[nodiscard]] double in_promised_unit(const AuditOutcome& outcome, double share);
[[nodiscard]] Enclosure in_promised_unit(const AuditOutcome& outcome, const Enclosure& share);

/// Of what each node loses to its worst observers: with the protocol's noise on messages, or as resolved at
/// --precision.
[[nodiscard]] ShareSummary summary_of(const AuditOutcome& outcome, bool resolved);
/// The same in sentences; none unless message noise or a precision is given.
[[nodiscard]] std::vector<std::string> summary_words(const AuditOutcome& outcome);

/// Why a loss is an interval.
[[nodiscard]] std::string_view interval_words(const AuditOutcome& outcome);

/// Why losses of the outcome are in doubt; empty if none is.
[[nodiscard]] std::string doubt_words(const AuditOutcome& outcome);

/// "promise 'renyi(2) <= 0.1': refuted; 24 of 30 pairs break it"; and the same for stdout, the verdict as
/// verdict_word().
[[nodiscard]] std::string verdict_words(const AuditOutcome& outcome);
[[nodiscard]] report::TerminalText verdict_text(const AuditOutcome& outcome);

/// The worst pair in plain words, and the sigma that would keep the promise; empty if nobody learns anything.
[[nodiscard]] std::string worst_words(const AuditOutcome& outcome);

/// "promise" and "observers" of a result.
[[nodiscard]] nlohmann::ordered_json promise_json(const audit::PromisedBound& promise);
[[nodiscard]] nlohmann::ordered_json observers_json(const AuditedObservers& observers, std::uint64_t audited);

/// Everything but the envelope: "promise", "verdict", "pairs", "worst", "nodes", ...
[[nodiscard]] nlohmann::ordered_json to_json(const AuditOutcome& outcome);

/// The whole result as `audit gossip --json` writes it, but its "timing".
[[nodiscard]] nlohmann::ordered_json audit_gossip_json(const AuditOutcome& outcome, const Common& common);

/// The request as the result repeats it.
[[nodiscard]] nlohmann::ordered_json parameters_json(const AuditOutcome& outcome);

}  // namespace hearsay::cli
