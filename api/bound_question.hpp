// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <hearsay/exact/rational.hpp>
#include <hearsay/formula/expression.hpp>
#include <hearsay/graph/graph.hpp>
#include <hearsay/graph/weights.hpp>
#include <hearsay/random/seed.hpp>
#include <hearsay/report/certificate/certificate.hpp>
#include <hearsay/run/finding.hpp>
#include <hearsay/system/execution.hpp>
#include "api/render/reading.hpp"

namespace hearsay::api {

/// A bound as text, and where it is tried. What is empty is the protocol's default.
struct BoundQuestion {
  std::string statement;
  std::string protocol = "gossip";  ///< or another of bound_protocols()
  std::string graphs = {};       ///< connected:A..B, random:N, or both; ring:, complete: for connected: where no graph
                                 ///< is chosen; of a rumor complete:A..B alone
  std::string steps = {};        ///< A or A..B; of gossip and walks
  std::string rounds = {};       ///< the same of a stream and a ring
  std::string observers = {};    ///< "any" or "coalitions"; of gossip and streams
  std::string weights = {};      ///< "metropolis" or "min-degree", or a file of the weights of `graph`
  std::string graph = {};        ///< one network in place of `graphs`, as an account takes it
  std::string component = {};    ///< "largest" or empty
  std::string sigma = {};        ///< of gossip: X, X,Y,..., A..B, or a file of `graph`; of a walk on a graph X,Y,...
  std::string sensitivity = {};  ///< of gossip, the same
  std::string epsilon = {}, delta = {}, delta_prime = {};  ///< X,Y,...; of a ring and a walk
  std::string delta_hat = {};                              ///< the same of a walk
};

/// What a bound may be about: gossip, stream, rumor, graphwalk, walk, ring.
[[nodiscard]] const std::vector<std::string>& bound_protocols();

/// The fields of a question besides statement and protocol, by name, in the order of results.
[[nodiscard]] const std::vector<std::pair<std::string, std::string BoundQuestion::*>>& bound_fields();

/// Whether a noise or sensitivity names a file: it is neither numbers nor a range.
[[nodiscard]] bool scale_is_file(const std::string& text);

/// The fields that the protocol has, by name, with its defaults.
[[nodiscard]] nlohmann::ordered_json to_json(const BoundQuestion& question);

enum class BoundProtocol { gossip, stream, rumor, graphwalk, walk, ring };

/// A network of one's own.
struct BoundNetwork {
  graph::Graph graph;  ///< connected
  std::shared_ptr<const graph::GossipMatrix> w;
  std::vector<std::string> notes = {};  ///< what of a file was left out
  ReadGraph read = {};
};

/// Noise, or largest changes.
struct BoundScale {
  std::vector<exact::Rational> each = {1};  ///< for all nodes alike, one after the other
  std::vector<exact::Rational> by_node = {};
  std::optional<std::pair<exact::Rational, exact::Rational>> between = {};  ///< each node its own
};

/// Parameters of a token's noise and of guarantees about it: those that are tried.
struct BoundNoise {
  std::vector<exact::Rational> epsilon, delta, delta_prime, delta_hat;
};

/// The same, read: what a search for a counterexample is given.
struct BoundTrial {
  formula::Expression statement;
  BoundProtocol protocol = BoundProtocol::gossip;
  int least_nodes = 2;
  int all_nodes = 0;     ///< every connected graph up to this size; else the complete graphs, or rings; 0: none
  int random_nodes = 0;  ///< generated graphs, or numbers of users, up to this size; 0: none
  int least_steps = 1, most_steps = 1;  ///< of a stream and a ring: rounds; a rumor has none
  bool coalitions = false;              ///< several observers, too
  graph::Weights weights = graph::Weights::metropolis;
  std::optional<BoundNetwork> network = {};  ///< in place of all other graphs
  BoundScale sigma = {}, sensitivity = {};
  BoundNoise noise = {};  ///< of a walk and a ring
};

/// @param seed  of a random family of `graph` whose text gives none.
/// @throws Error(Errc::syntax) for malformed text; Error(Errc::conditions) for a field that the protocol lacks, or that
/// needs another; what load_weighted and read_scales throw.
[[nodiscard]] BoundTrial trial_of(const BoundQuestion& question, random::Seed seed = {});

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
