// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <hearsay/graph/graph.hpp>
#include <hearsay/run/finding.hpp>

#include "props/bound/expression.hpp"

namespace hearsay::props::bound {

/// Where a statement about gossip averaging is tried: Metropolis weights, noise injected once.
struct GossipDomain {
  graph::Node least_nodes = 2;
  graph::Node all_nodes = 5;      ///< every connected graph up to this size; 0: none; at most 6
  graph::Node random_nodes = 12;  ///< generated graphs up to this size; 0: none
  int least_steps = 1, most_steps = 8;
  bool coalitions = false;  ///< several observers, too
};

/// Names: exact exact_own_noise published (capped at 1) local (1), in units of the local loss; rank of the view,
/// messages in it; distance from target to observers, degree_target, degree_observer (of several: the smallest), n,
/// edges, T, gap of W, diameter; observers (how many), and for w the nodes observer (of several: the first) and target.
/// Functions: w(t, i, j), the entry of W^t; renyi(alpha), the exact loss of order alpha at sigma = sensitivity = 1.
[[nodiscard]] const Vocabulary& gossip_vocabulary();

/// Tries a statement on every small scenario of the domain, fewest nodes first, then on generated ones (100, 400 or
/// 4000, by effort), and shrinks a violation. Both sides are compared to 1e-9 first; a violation, and everything if
/// there are strict comparisons, floor or ceil, in fractions, or to a hundred digits where a side is not rational. What
/// then is no violation is inconclusive.
/// @pre context.claim is not empty. @throws what require_known() throws; Error(Errc::domain) if a side is not a number,
/// or an argument is outside its domain.
[[nodiscard]] run::Finding refute_gossip(const Expression& statement, const GossipDomain& domain,
                                         const run::Context& context);

}  // namespace hearsay::props::bound
