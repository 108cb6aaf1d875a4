// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <rapidcheck.h>
#include <nlohmann/json.hpp>

#include <optional>

#include <hearsay/accounting/linear/account.hpp>
#include <hearsay/graph/graph.hpp>
#include <hearsay/linalg/rational_matrix.hpp>

#include "props/oracle/rational.hpp"

namespace hearsay::props {

/// y = A x + B z in fractions, one round, and a direction of x.
struct LinearView {
  oracle::Matrix signal, noise;  ///< A and B: as many rows, at least one
  oracle::Row change;
  [[nodiscard]] std::size_t inputs() const { return change.size(); }
  [[nodiscard]] std::size_t noises() const { return noise.front().size(); }
};

[[nodiscard]] nlohmann::ordered_json instance_of(const LinearView& view);
[[nodiscard]] nlohmann::ordered_json printed(const oracle::Matrix& matrix);

/// The loss by its definition, the least |z|^2 with B z = A d; nothing if there is no such z: the change is seen
/// without noise.
[[nodiscard]] std::optional<oracle::Rational> defined_loss(const LinearView& view);

/// As the library reads matrices.
[[nodiscard]] linalg::FractionMatrix fraction_matrix(const oracle::Matrix& matrix, std::size_t columns);

/// The library's account, in fractions, with the inputs that it reconstructs.
[[nodiscard]] accounting::LinearAccount account_of(const LinearView& view, bool witness = false);
/// What the library says; nothing if the loss is infinite.
[[nodiscard]] std::optional<oracle::Rational> library_loss(const LinearView& view);

/// Matrices of small integers, most of them 0.
[[nodiscard]] rc::Gen<oracle::Matrix> matrices(std::size_t rows, std::size_t columns);

/// Gossip of every node's value with Metropolis weights, noise of standard deviation 1 at every node in each round,
/// messages to `observer`.
[[nodiscard]] accounting::Protocol gossip_protocol(const graph::Graph& graph, graph::Node observer, bool own_noise,
                                                   int steps, int rounds = 1);
/// The exact loss of `subject` through a view, by the library. @pre it is finite.
[[nodiscard]] oracle::Rational exact_loss(const accounting::LinearModel& model, const accounting::Subject& subject);

}  // namespace hearsay::props
