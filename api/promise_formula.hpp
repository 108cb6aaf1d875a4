// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <array>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <hearsay/audit/promise.hpp>
#include <hearsay/core/bracket.hpp>
#include <hearsay/graph/graph.hpp>
#include <hearsay/graph/weights.hpp>
#include <hearsay/linalg/null_space.hpp>

#include <hearsay/formula/expression.hpp>

namespace hearsay::api {

/// Refuses the formula of a promise, if it has one, that cannot be read or has unknown names. @throws Error named
/// `promise`.
void require_formula(const audit::PromisedBound& promise);

/// Whether a promise's formula names the published loss. @throws as require_formula().
[[nodiscard]] bool names_published(const audit::PromisedBound& promise);

/// The bound of a promise that is another for each pair, such as 2^(1-distance), in the promised quantity.
///
/// Names: distance from the target to the nearest observer, degree_target, degree_observer (of several: the smallest),
/// observers (how many), n, edges, diameter, gap of W, T, local (the loss without gossip) and published; the last two
/// in the promised quantity, published larger by 1e-9 of it, as where a promise is `... <= published`.
class PromiseFormula {
 public:
  /// @throws Error named `promise` for T where the number of steps is any, and whatever gap and diameter throw.
  PromiseFormula(const audit::PromisedBound& promise, const audit::NoiseScale& scale, const graph::Graph& graph,
                 const graph::GossipMatrix& w, linalg::Steps steps);

  /// The bound for every node as target of these observers, in intervals of a hundred digits and rounded outwards;
  /// infinite if the formula names a distance and there is no path. Values are kept; several threads may ask.
  /// @param published  share of the local loss, by node.
  /// @throws Error(Errc::domain) naming a pair for which the formula has no value.
  [[nodiscard]] std::vector<Bracket> bounds(std::span<const graph::Node> observers,
                                            const Eigen::VectorXd& published) const;

  /// What differs from pair to pair besides the published loss: distance, degree_target, degree_observer, observers.
  using Place = std::array<graph::Node, 4>;
  /// Whether the bound follows from the place alone.
  [[nodiscard]] bool by_place() const { return !names_published_; }
  /// The bounds that were asked for, by place. @pre by_place().
  [[nodiscard]] std::map<Place, Bracket> known() const;

 private:
  [[nodiscard]] Bracket value(const Place& place, double published) const;

  audit::PromisedBound promise_;
  audit::NoiseScale scale_;
  graph::Graph graph_;
  formula::Expression formula_;
  bool names_published_ = false, names_distance_ = false;
  std::map<std::string, double> constants_;  ///< n, edges, local, and where they are named diameter, T
  std::optional<Bracket> gap_;
  mutable std::mutex keeping_;
  mutable std::map<std::pair<Place, double>, Bracket> known_;
};

}  // namespace hearsay::api
