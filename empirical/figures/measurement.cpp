// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/figures/measurement.hpp"

namespace hearsay::empirical {

std::span<const Measurement* const> measurements() {
  static const Measurement* const all[] = {
      &gossip_distances(), &gossip_drawings(), &gossip_dropout(),    &gossip_learning(),   &gossip_networks(),
      &gossip_utility(),   &histogram_walks(), &linked_rumors(),     &rumor_size(),        &rumor_source(),
      &rumor_spreading(),  &rumor_tradeoff(),  &bounds_on_streams(), &growth_of_streams(), &walk_bounds(),
      &walk_learning(),    &walk_samples(),
  };
  return all;
}

}  // namespace hearsay::empirical
