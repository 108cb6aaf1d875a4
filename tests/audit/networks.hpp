// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <hearsay/graph/spec.hpp>
#include <hearsay/graph/weights.hpp>

// Matrices of gossip that the tests of audits share.

namespace hearsay::audit {

inline const std::vector<std::uint64_t> primes = {1152921504606847009, 1152921504606847067, 1152921504606847081};

inline graph::GossipMatrix matrix(const std::string& spec) {
  return graph::gossip_matrix(graph::from_spec(spec, {1}).graph, graph::Weights::metropolis);
}

/// A matrix from its rows.
inline graph::GossipMatrix rows(const std::vector<std::vector<double>>& entries) {
  graph::GossipMatrix w(static_cast<Eigen::Index>(entries.size()), static_cast<Eigen::Index>(entries.size()));
  for (std::size_t u = 0; u < entries.size(); ++u) {
    for (std::size_t v = 0; v < entries.size(); ++v) {
      if (entries[u][v] != 0.0) w.insert(static_cast<Eigen::Index>(u), static_cast<Eigen::Index>(v)) = entries[u][v];
    }
  }
  return w;
}

}  // namespace hearsay::audit
