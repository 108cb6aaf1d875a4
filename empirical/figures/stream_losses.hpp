// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include <hearsay/random/stream.hpp>
#include <hearsay/system/execution.hpp>

namespace hearsay::empirical {

/// One row of the figures on streams.
struct StreamPoint {
  std::string graph;      ///< specification
  std::string observers;  ///< "one observer", "closed neighborhood", "closed neighborhood (own noise known)"
  int rounds = 0;
  double constant = 0.0;   ///< 1^T M 1: the loss of a constant stream, a lower bound of Delta^2
  double absolute = 0.0;   ///< 1^T |M| 1: an upper bound of Delta^2; 0 where only growth was asked
  double predicted = 0.0;  ///< rounds times the predicted rate
  double over_n = 0.0;     ///< rounds / n
};

/// One random observer on each of the graphs `specs` (largest component), and a target drawn among all other nodes,
/// neighbors included, at ten points on the way to `rounds`.
/// @cite koskela2026differential (Figures 1, 2)
[[nodiscard]] std::vector<StreamPoint> stream_bounds(const std::vector<std::string>& specs, int rounds,
                                                     const Execution& execution);

/// Growth of the loss of a constant stream for one observer, its closed neighborhood, and the same with own noise
/// known, on the graphs `specs`; observer 0, target: the farthest node.
[[nodiscard]] std::vector<StreamPoint> stream_growths(const std::vector<std::string>& specs, int rounds,
                                                      const Execution& execution);

}  // namespace hearsay::empirical
