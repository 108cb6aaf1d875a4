#include "empirical/checks.hpp"

namespace hearsay::empirical {

void register_checks(run::Registry&) {}

}  // namespace hearsay::empirical
