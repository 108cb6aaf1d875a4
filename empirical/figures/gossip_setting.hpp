// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <hearsay/accounting/gossip/account.hpp>
#include <hearsay/graph/families/generators.hpp>
#include <hearsay/graph/spec.hpp>
#include <hearsay/graph/weights.hpp>

namespace hearsay::empirical {

/// Private averaging on one graph as the figures of cyffers2022muffliato run it: Metropolis weights on the largest
/// component, until the published stopping time for sigma = 1 and inputs in [0, 1].
struct GossipSetting {
  graph::Graph graph;
  std::vector<graph::Point> positions;  ///< of a geometric graph; empty otherwise
  graph::GossipMatrix w;
  int steps = 0;
};

/// @throws as graph::from_spec; Error(Errc::not_primitive) if the gap is 0.
[[nodiscard]] GossipSetting gossip_setting(graph::Loaded loaded);
/// Of the `draw`-th graph of the family `spec`: its seed is the first 64-bit word of Stream(seed, Purpose::graph,
/// draw).
[[nodiscard]] GossipSetting gossip_setting(std::string_view spec, random::Seed seed, std::uint32_t draw = 0);

/// What `observer` learns about everybody, in shares of the local-DP loss; `published` is capped at 1.
/// @param most_operations  as accounting::gossip_account, whose primes are drawn from Stream(seed, Purpose::attack, 0).
[[nodiscard]] accounting::GossipAccount account_towards(const GossipSetting& setting, graph::Node observer,
                                                        random::Seed seed,
                                                        double most_operations = accounting::some_seconds);

/// Whether rounding leaves the exact losses uncertain by more than 1e-6.
[[nodiscard]] inline bool doubtful(const accounting::GossipLosses& losses) {
  return !losses.ranks_known() || 2.0 * losses.accuracy > accounting::GossipLosses::close;
}
/// Whether `target` loses more than the published formula says, by more than 1e-6 of it.
[[nodiscard]] inline bool above_published(const accounting::GossipLosses& losses, graph::Node target) {
  return losses.exact[target] > losses.published[target] * (1.0 + 1e-6);
}
/// "; rounding leaves the losses of K of N views uncertain by more than 1e-6": empty for K = 0.
[[nodiscard]] std::string doubt(std::size_t doubtful, std::size_t views);

}  // namespace hearsay::empirical
