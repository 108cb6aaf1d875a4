// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/checks.hpp"

#include "empirical/rumor_checks.hpp"
#include "empirical/stream_checks.hpp"

namespace hearsay::empirical {

void register_checks(run::Registry& registry) {
  register_learning(registry);
  register_random_graphs(registry);
  register_rumor(registry);
  register_stream(registry);
}

}  // namespace hearsay::empirical
