#include "props/checks.hpp"

namespace hearsay::props {

void register_view(run::Registry&) {}

}  // namespace hearsay::props
