// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <hearsay/run/registry.hpp>

namespace hearsay::empirical {

/// The statistical checks of rumor.*.
void register_rumor(run::Registry& registry);

}  // namespace hearsay::empirical
