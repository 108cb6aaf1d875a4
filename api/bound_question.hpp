// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include <hearsay/formula/expression.hpp>
#include <hearsay/graph/weights.hpp>
#include <hearsay/report/certificate/certificate.hpp>
#include <hearsay/run/finding.hpp>
#include <hearsay/system/execution.hpp>

namespace hearsay::api {

/// A bound as text, and where it is tried. What is empty is the protocol's default.
struct BoundQuestion {
  std::string statement;
  std::string protocol = "gossip";  ///< or "stream", "rumor"
  std::string graphs = {};          ///< connected:A..B, random:N, or both; of a rumor complete:A..B
  std::string steps = {};           ///< A or A..B; of gossip only
  std::string rounds = {};          ///< the same of a stream
  std::string observers = {};       ///< "any" or "coalitions"; not of a rumor
  std::string weights = {};         ///< "metropolis" or "min-degree"; not of a rumor
};

/// The fields that the protocol has, by name, with its defaults.
[[nodiscard]] nlohmann::ordered_json to_json(const BoundQuestion& question);

enum class BoundProtocol { gossip, stream, rumor };

/// The same, read: what a search for a counterexample is given.
struct BoundTrial {
  formula::Expression statement;
  BoundProtocol protocol = BoundProtocol::gossip;
  int least_nodes = 2;
  int all_nodes = 0;     ///< every connected graph up to this size; of a rumor the complete graphs; 0: none
  int random_nodes = 0;  ///< generated graphs up to this size; 0: none
  int least_steps = 1, most_steps = 1;  ///< of a stream: rounds; a rumor has none
  bool coalitions = false;              ///< several observers, too
  graph::Weights weights = graph::Weights::metropolis;
};

/// @throws Error(Errc::syntax) for malformed text; Error(Errc::conditions) for a field that the protocol lacks.
[[nodiscard]] BoundTrial trial_of(const BoundQuestion& question);

/// The search for counterexamples: code above this library, which links what tests are made with.
struct BoundSearch {
  /// Tries the bound. @throws Error(Errc::unknown) for unknown names; what the evaluation of a side throws.
  std::function<run::Finding(const BoundTrial&, const run::Context&, const Execution&)> search;
  /// Refuses what the search would refuse before it tries anything. @throws as it does.
  std::function<void(const BoundTrial&)> require_sound;
  /// The certificate of a counterexample that the search found, or none.
  std::function<std::optional<report::Certificate>(const BoundTrial&, const run::Witness&)> certificate;
};

}  // namespace hearsay::api
