// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <hearsay/accounting/linear/build.hpp>
#include <hearsay/graph/graph.hpp>

namespace hearsay::accounting {

/// y = A x + B z by its matrices: column r * n + u of A is what node u of n adds in round r of `rounds`.
struct GivenMatrices {
  linalg::FractionMatrix signal, noise;
  std::size_t rounds = 1;
};

/// What an account is about.
using LinearModel = std::variant<Protocol, GivenMatrices>;

/// The model over doubles, fractions or a prime field. @throws as the functions of build.hpp.
template <class Scalar>
[[nodiscard]] LinearSystem<Scalar> linear_system(const LinearModel& model) {
  if (const auto* protocol = std::get_if<Protocol>(&model)) return linear_system<Scalar>(*protocol);
  const auto& given = std::get<GivenMatrices>(model);
  return linear_system<Scalar>(given.signal, given.noise, given.rounds);
}

/// A combination of inputs: input r * nodes + u times a factor.
using Change = std::vector<std::pair<std::size_t, exact::Rational>>;

/// Whose loss is asked: each round it changes `members` independent things by at most 1 each.
struct Subject {
  /// members[j]: nodes and factors. A node: one member, itself. A group: each node a member. A fixed direction: one
  /// member of several nodes.
  std::vector<std::vector<std::pair<graph::Node, exact::Rational>>> members;
};

[[nodiscard]] Subject node_subject(graph::Node node);
[[nodiscard]] Subject group_subject(const std::vector<graph::Node>& nodes);
[[nodiscard]] Subject direction_subject(std::vector<std::pair<graph::Node, exact::Rational>> direction);

/// What the subject changes in every round: change t * members + j is member j in round t.
[[nodiscard]] std::vector<Change> changes_of(const Subject& subject, std::size_t nodes, std::size_t rounds);

/// "node 2 in round 1, step 0", "node 2 to node 0 in round 1, step 0", "row 3": a row in words; rounds and steps count
/// from 0.
[[nodiscard]] std::string row_words(const RowName& name, std::size_t row, const LinearModel& model);
/// "noise 0 of node 2 in round 1", "noise 1 of nodes 2 and 3 in round 0", "column 5".
[[nodiscard]] std::string noise_words(const NoiseName& name, std::size_t column, const LinearModel& model);

}  // namespace hearsay::accounting
