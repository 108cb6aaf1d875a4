// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/protocol/gossip/relay.hpp>

#include <hearsay/core/error.hpp>

namespace hearsay::protocol {

double relay(double value, std::uint32_t nodes, double sigma, random::Seed seed, std::uint32_t run) {
  require_between("relay", "nodes", nodes, 1, 1'000'000);
  require_non_negative("relay", "sigma", sigma);
  for (std::uint32_t node = 0; node < nodes; ++node)
    value += sigma * random::Stream(seed, random::Purpose::noise, run, node).normal();
  return value;
}

}  // namespace hearsay::protocol
