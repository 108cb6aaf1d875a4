// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <hearsay/run/registry.hpp>

namespace hearsay::empirical {

/// The statistical checks of streams: an adaptive attack, and the utility of private gradient descent.
void register_stream(run::Registry& registry);

}  // namespace hearsay::empirical
