// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include <hearsay/graph/graph.hpp>
#include <hearsay/random/stream.hpp>

namespace hearsay::simulation {

/// Gossip with dropout: at each step every node is available with probability 1 - dropout, the available ones form an
/// Erdős-Rényi graph, and all average with its Metropolis weights.
struct DropoutRules {
  graph::Node nodes = 1000;
  double edge_probability = 0.002;
  double dropout = 0.0;
};

/// One run as the code released with the paper makes it (its versatile.py): inputs uniform on [0, 1], standard normal
/// noise, noisy values clipped to [0, 1]; after the first step, until |x - mean|^2 / n < 3 (mean noise)^2, where the
/// mean is that of the clipped values and the mean noise what it differs by from that of the inputs.
struct DropoutRun {
  std::vector<std::vector<graph::Edge>> rounds;  ///< edges of the steps
  std::vector<double> error;                     ///< |x^t - mean|^2 / n for t = 0 .. steps
  double precision = 0.0;                        ///< (mean noise)^2
  std::uint64_t messages = 0;                    ///< received by all nodes together
};

/// How many squares of the mean noise the mean squared distance may still be when a run ends.
inline constexpr double dropout_precisions = 3.0;

/// Inputs and noise from Stream(seed, Purpose::noise, trial), who and which edges from Stream(seed,
/// Purpose::activation, trial).
/// @throws Error(Errc::not_converged) if 100,000 steps do not average.
/// @cite cyffers2022muffliato (Appendix H.6)
[[nodiscard]] DropoutRun run_dropout(const DropoutRules& rules, random::Seed seed, std::uint32_t trial);

}  // namespace hearsay::simulation
