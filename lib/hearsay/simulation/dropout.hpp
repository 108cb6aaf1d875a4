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

/// One run from standard normal noise alone, until |x - mean|^2 <= 1: the accuracy sigma^2 / n of a trusted average.
struct DropoutRun {
  std::vector<std::vector<graph::Edge>> rounds;  ///< edges of the steps
  std::vector<double> error;                     ///< |x^t - mean|^2 for t = 0 .. steps
  std::uint64_t messages = 0;                    ///< received by all nodes together
};

/// Noise from Stream(seed, Purpose::noise, trial), who and which edges from Stream(seed, Purpose::activation, trial).
/// @throws Error(Errc::not_converged) if 100,000 steps do not average.
/// @cite cyffers2022muffliato (Appendix H.6)
[[nodiscard]] DropoutRun run_dropout(const DropoutRules& rules, random::Seed seed, std::uint32_t trial);

}  // namespace hearsay::simulation
