#include "props/checks.hpp"

namespace hearsay::props {

void register_muffliato(run::Registry&) {}

}  // namespace hearsay::props
