#include "props/checks.hpp"

namespace hearsay::props {

void register_dp(run::Registry&) {}

}  // namespace hearsay::props
