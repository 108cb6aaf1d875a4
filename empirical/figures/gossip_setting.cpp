// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/figures/gossip_setting.hpp"

#include <fmt/format.h>

#include <array>

#include <hearsay/graph/averaging_time.hpp>
#include <hearsay/graph/spectrum.hpp>

namespace hearsay::empirical {

GossipSetting gossip_setting(graph::Loaded loaded) {
  graph::keep_largest_component(loaded);
  GossipSetting setting{.graph = std::move(loaded.graph), .positions = std::move(loaded.positions), .w = {}};
  setting.w = graph::gossip_matrix(setting.graph, graph::Weights::metropolis);
  setting.steps =
      static_cast<int>(graph::stopping_time(graph::positive_spectral_gap(setting.w), setting.graph.nodes(), 1.0));
  return setting;
}

GossipSetting gossip_setting(std::string_view spec, random::Seed seed, std::uint32_t draw) {
  return gossip_setting(graph::from_spec(spec, {random::Stream(seed, random::Purpose::graph, draw).word64()}));
}

accounting::GossipAccount account_towards(const GossipSetting& setting, graph::Node observer, random::Seed seed,
                                          double most_operations) {
  random::Stream stream(seed, random::Purpose::attack, 0);
  const auto primes = accounting::random_primes(6, [&] { return stream.word64(); });
  auto account = accounting::gossip_account(setting.w, std::array{observer}, setting.steps, primes, most_operations);
  account.losses.published = account.losses.published.cwiseMin(1.0);
  return account;
}

std::string doubt(std::size_t doubtful, std::size_t views) {
  return doubtful == 0 ? ""
                       : fmt::format("; rounding leaves the losses of {} of {} views uncertain by more than 1e-6",
                                     doubtful, views);
}

}  // namespace hearsay::empirical
