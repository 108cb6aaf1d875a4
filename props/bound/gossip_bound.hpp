// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "props/bound/scenario_bound.hpp"

namespace hearsay::props::bound {

/// Names: exact exact_own_noise published (capped at 1) local (1), in units of the local loss; rank of the view,
/// messages in it; distance from target to observers, degree_target, degree_observer (of several: the smallest), n,
/// edges, T, gap of W, diameter; observers (how many), and for w the nodes observer (of several: the first) and target.
/// At the target's noise and sensitivity, which are 1 unless the domain has others: mu of Gaussian DP.
/// Functions: w(t, i, j), the entry of W^t; sigma(i) and sensitivity(i) of a node; renyi(alpha), the exact loss of
/// order alpha, and epsilon(delta), both as mu.
[[nodiscard]] const formula::Vocabulary& gossip_vocabulary();

/// @throws Error(Errc::conditions) for `published` where nodes may differ in noise.
void require_one_noise(const formula::Expression& statement, const ScenarioDomain& domain);

/// As refute_scenarios() and require_one_noise(), about gossip averaging with noise injected once.
[[nodiscard]] run::Finding refute_gossip(const formula::Expression& statement, const ScenarioDomain& domain,
                                         const run::Context& context, const Watch& watch = {});

}  // namespace hearsay::props::bound
