// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <hearsay/run/registry.hpp>

namespace hearsay::props {

// The checks of the claims dp.*, one function a file.
void register_dp_amplification(run::Registry& registry);
void register_dp_gaussian(run::Registry& registry);
void register_dp_projected(run::Registry& registry);
void register_dp_renyi(run::Registry& registry);

}  // namespace hearsay::props
