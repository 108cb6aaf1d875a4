// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include <hearsay/graph/weights.hpp>
#include <hearsay/system/progress.hpp>

namespace hearsay::accounting {

/// When a walk from one start first meets one of several exits, and which one.
struct Arrivals {
  std::vector<std::vector<double>> at;  ///< [exit][t]: probability that the walk is at this exit at t, at none before
  std::vector<double> alive;            ///< [t]: probability that it is at no exit at 0, ..., t
};

/// Arrivals at times 0, ..., steps. Probabilities at t are exact up to the factors (1 + per_step)^(+-(t + 2)).
struct FirstArrivals {
  std::vector<Arrivals> from;  ///< by start
  double per_step = 0.0;
  std::int64_t walked = 0;  ///< the largest number of steps that were computed; later probabilities are extrapolated
};

/// Computes first arrivals of the walk of matrix W, of which `back` is the transpose.
///
/// Let Q be W without the exits, x_t the law of the walk that met no exit. If lo x_{t-2} <= x_t <= hi x_{t-2} in every
/// component, then lo^s x_t <= x_{t+2s} <= hi^s x_t for all s, because Q is not negative. Once the two factors are
/// close enough for all remaining steps (in each part of the graph that the exits separate from the others),
/// probabilities are extrapolated by sqrt(lo hi), and `per_step` bounds the error. Two steps, so that walks of period 2
/// end too. Walks that do not end are computed to the last step.
/// @param starts  laws at time 0, each of a sum of at most 1.
/// @param deviation  of the rows of W from a sum of 1: counted as an error of each step.
/// @pre entries of W and of the starts are not negative.
/// @throws Error(Errc::too_large) if the factors stay apart for `most_operations` products; Interrupted.
/// @complexity O(nnz(W)) per step that is computed.
[[nodiscard]] FirstArrivals first_arrivals(const graph::GossipMatrix& back, const std::vector<graph::Node>& exits,
                                           const std::vector<std::vector<double>>& starts, std::int64_t steps,
                                           double deviation, const Stop& stop, double most_operations = 1e12);

}  // namespace hearsay::accounting
