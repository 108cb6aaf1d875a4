// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include <hearsay/graph/graph.hpp>
#include <hearsay/linalg/rational_matrix.hpp>

namespace hearsay::accounting {

/// The message of `sender` to the observers in round `round`, counted from 0.
struct HeardMessage {
  int round = 0;
  graph::Node sender = 0;
};

/// A view in fractions: the messages in order of rounds, then senders, and the row of each.
struct RationalView {
  std::vector<HeardMessage> messages;
  std::vector<std::vector<exact::Rational>> rows;  ///< one a message, an entry a node
};

/// gossip_view in rational arithmetic.
/// @param rounds     W_0, ..., W_{T-1}, all n x n, at least one; for a fixed matrix T times the same.
/// @param own_noise  the observers know their own noise: their columns are 0.
/// @throws Error(Errc::domain) without a round, or unless the observers are distinct nodes, at least one;
/// Error(Errc::shape) if rounds differ in size.
/// @complexity T n nnz operations on fractions whose digits grow with T: for tens of nodes.
[[nodiscard]] RationalView rational_view(std::span<const linalg::RationalMatrix> rounds,
                                         std::span<const graph::Node> observers, bool own_noise);

}  // namespace hearsay::accounting
