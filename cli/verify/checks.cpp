// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/verify/checks.hpp"

#include "empirical/checks.hpp"
#include "props/checks.hpp"

namespace hearsay::cli {

run::Registry all_checks() {
  run::Registry registry;
  props::register_checks(registry);
  empirical::register_checks(registry);
  return registry;
}

}  // namespace hearsay::cli
