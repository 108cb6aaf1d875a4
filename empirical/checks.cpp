#include "empirical/checks.hpp"

namespace hearsay::empirical {

void register_checks(run::Registry& registry) {
  register_learning(registry);
  register_random_graphs(registry);
}

}  // namespace hearsay::empirical
