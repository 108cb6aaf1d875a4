// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/gossip/relay.hpp>

#include <cmath>

#include <hearsay/core/error.hpp>

namespace hearsay::accounting {

double relay_mu(std::uint32_t nodes, double sigma, double sensitivity) {
  require_between("relay_mu", "nodes", nodes, 1, 1'000'000);
  require_positive("relay_mu", "sigma", sigma);
  require_non_negative("relay_mu", "sensitivity", sensitivity);
  return sensitivity / (sigma * std::sqrt(static_cast<double>(nodes)));
}

}  // namespace hearsay::accounting
