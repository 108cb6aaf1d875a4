// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/dp/dp_props.hpp"

#include "props/checks.hpp"

namespace hearsay::props {

void register_dp(run::Registry& registry) {
  register_dp_gaussian(registry);
  register_dp_renyi(registry);
  register_dp_projected(registry);
  register_dp_amplification(registry);
}

}  // namespace hearsay::props
