// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "props/bound/scenario_bound.hpp"

namespace hearsay::props::bound {

/// Names: exact exact_own_noise published (capped at 1) local (1), in units of the local loss; rank of the view,
/// messages in it; distance from target to observers, degree_target, degree_observer (of several: the smallest), n,
/// edges, T, gap of W, diameter; observers (how many), and for w the nodes observer (of several: the first) and target.
/// At sigma = sensitivity = 1: mu of Gaussian DP.
/// Functions: w(t, i, j), the entry of W^t; at sigma = sensitivity = 1 renyi(alpha), the exact loss of order alpha, and
/// epsilon(delta).
[[nodiscard]] const formula::Vocabulary& gossip_vocabulary();

/// As refute_scenarios(), about gossip averaging with noise injected once.
[[nodiscard]] run::Finding refute_gossip(const formula::Expression& statement, const ScenarioDomain& domain,
                                         const run::Context& context, const Watch& watch = {});

}  // namespace hearsay::props::bound
