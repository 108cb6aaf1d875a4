// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include <hearsay/graph/weights.hpp>
#include <hearsay/linalg/rational_matrix.hpp>
#include <hearsay/report/certificate/certificate.hpp>

namespace hearsay::report {

/// Who sees what of a stream on a graph.
struct StreamInstance {
  graph::Graph graph;
  graph::Weights weights = graph::Weights::metropolis;
  std::vector<graph::Node> observers;
  bool own_noise = false;  ///< they know their own noise
  bool messages = false;   ///< they see what their neighbors send, not their own states
  graph::Node target = 0;
  int steps = 1;  ///< K: gossip steps a round
};

// All throw Error(Errc::conditions) where the observers see a contribution without noise.

/// The loss of the target over `rounds` rounds, from below by the worst signs of its contributions and, if `upper`,
/// from above for all contributions within -1 and 1: by the diagonal of absolute row sums of the loss matrix.
/// @pre 1 <= rounds <= 16.
/// @complexity an exact elimination of K rounds states, and 2^rounds forms.
void prove_stream_loss(Certificate& certificate, const StreamInstance& instance, int rounds, bool upper);
/// The loss of constant contributions of 1, from both sides. @pre as above.
void prove_constant_loss(Certificate& certificate, const StreamInstance& instance, int rounds);
/// The sum of the absolute values of the loss matrix, from below, beside what constant contributions lose, from above.
/// @pre as above.
void prove_absolute_sum(Certificate& certificate, const StreamInstance& instance, int rounds);
/// The growth per round of the loss of the contributions `stream`, repeated for ever. Of a certificate with a claim the
/// weights are small whole numbers where the best ones are long fractions: they show half of its excess over the bound.
/// @param transient  of what fades: without the mean over the nodes.
void prove_rate(Certificate& certificate, const StreamInstance& instance, std::span<const exact::Rational> stream,
                bool transient);

}  // namespace hearsay::report
