// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <hearsay/accounting/token/walk/pass_laws.hpp>
#include <hearsay/core/bracket.hpp>

namespace hearsay::accounting {

/// Which losses of a target are wanted.
struct SeenTargetQuestion {
  OtherData others = OtherData::known;
  double mu = 1.0;                             ///< what a contribution is worth, in standard deviations of its noise
  double order = 2.0;                          ///< of the Renyi divergence
  std::optional<double> delta;                 ///< where epsilon is wanted
  std::int64_t exact = PassLaws::usual_exact;  ///< of PassLaws
  int tokens = 1;                              ///< that walk independently, each with noise of its own
};

/// What a target loses to the coalition of a SeenWalk.
struct SeenTargetLosses {
  Bracket limit;                   ///< as seen_walk_limit
  Bracket renyi;                   ///< of this order; `upper` is infinite if no bound was found
  std::optional<Bracket> epsilon;  ///< at delta
};

/// With hidden passes, orders other than 2 have bounds only: from above the divergence with known passes, which has a
/// closed form for each gap, and for orders below 2 that of order 2; from below that of order 2, for orders above.
/// @throws Error(Errc::domain) unless mu > 0, order > 1 and tokens >= 1; Error(Errc::conditions) for
/// OtherData::in_range; as
///         PassLaws, SeenWalkLoss; Interrupted.
/// @complexity O(observers nnz(W)) per step until the walk has mixed, and O(observers^2 steps log(steps)) for each
///             number of passes that matters.
[[nodiscard]] SeenTargetLosses seen_target_losses(const SeenWalk& walk, graph::Node target,
                                                  const SeenTargetQuestion& question, const Stop& stop = {});

}  // namespace hearsay::accounting
