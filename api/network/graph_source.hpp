// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <hearsay/graph/spec.hpp>
#include <hearsay/graph/weights.hpp>
#include <hearsay/random/stream.hpp>

namespace hearsay::api {

/// Which graph a question is about, and its weights.
struct GraphSource {
  std::string spec;
  std::string weights = "metropolis";
  std::string component = {};  ///< "largest" or empty
};

/// What a file of weights was read as.
struct ReadWeights {
  std::string format;
  bool symmetric = true;
  graph::WeightSums sums;
};

/// A graph as the options ask for it, connected.
struct GossipGraph {
  graph::Loaded loaded;
  graph::Weights weights;
  std::optional<ReadWeights> read_weights = std::nullopt;  ///< if a file gives W, and `weights` does not

  [[nodiscard]] const graph::Graph& graph() const { return loaded.graph; }
};

/// Whether `trust` says that the observers know their own noise.
[[nodiscard]] inline bool own_noise_known(const std::string& trust) { return trust == "own-noise-known"; }

/// Makes or reads the graph.
/// @throws what graph::from_spec throws; Error(Errc::not_connected) unless the graph is connected.
[[nodiscard]] GossipGraph load_graph(const GraphSource& options, random::Seed seed);

/// The same for a graph that need not be connected: nothing passes between its components.
[[nodiscard]] GossipGraph load_any_graph(const GraphSource& options, random::Seed seed);

/// Steps of gossip as `steps` asks for.
struct Steps {
  int count = 0;
  std::optional<double> gap;  ///< spectral gap of W, if `steps` auto needed it
};

/// Steps whose rounding errors, 2^-53 each, stay below the 1e-9 to which losses are compared.
inline constexpr int accurate_rounds = 9'000'000;

/// A whole number >= 0, or nothing.
[[nodiscard]] std::optional<int> step_count(const std::string& text);

/// Refuses more steps than accurate_rounds. @throws Error(Errc::too_large).
void require_count(std::int64_t count);

/// Refuses a `steps` that is neither a whole number >= 0 nor "auto". @throws Error(Errc::syntax);
/// Error(Errc::too_large) for more steps than accurate_rounds.
/// @param words  what the command takes besides numbers, as the refusal says it.
void require_steps(const std::string& text, std::string_view words = "auto");

/// `steps`: a number of steps, or "auto": the published stopping time of accelerated gossip for noise `sigma`, V =
/// 1/4.
/// @throws as require_steps; what positive_spectral_gap and stopping_time throw for "auto".
[[nodiscard]] Steps resolve_steps(const std::string& text, const graph::GossipMatrix& w, double sigma);

/// The nodes that the user named, in the order given.
/// @throws Error(Errc::unknown) named `option` for a label that no node has, Error(Errc::domain) if one is named twice.
[[nodiscard]] std::vector<graph::Node> nodes_from_labels(std::string_view option, const graph::Graph& graph,
                                                         const std::vector<std::string>& labels);

/// Refuses targets that observe, and where none is named observers who are all nodes. @throws Error(Errc::domain).
void require_targets(const graph::Graph& graph, std::span<const graph::Node> targets,
                     const std::vector<graph::Node>& observers);

/// The nodes that `target` names: `all` are those that do not observe.
/// @throws Error(Errc::domain) for an observer, or if every node is one; what graph::find_node throws.
[[nodiscard]] std::vector<graph::Node> targets_from_labels(const std::vector<std::string>& labels,
                                                           const graph::Graph& graph,
                                                           const std::vector<graph::Node>& observers);

}  // namespace hearsay::api
