// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <hearsay/run/registry.hpp>

namespace hearsay::empirical {

// One function a topic.
void register_learning(run::Registry& registry);
void register_random_graphs(run::Registry& registry);

/// Every check of empirical/.
void register_checks(run::Registry& registry);

}  // namespace hearsay::empirical
