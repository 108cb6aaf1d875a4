#pragma once

#include <hearsay/run/registry.hpp>

namespace hearsay::empirical {

/// Every check of empirical/.
void register_checks(run::Registry& registry);

}  // namespace hearsay::empirical
