// SPDX-License-Identifier: GPL-3.0-or-later
#include "checks/checks.hpp"

#include "empirical/checks.hpp"
#include "props/certificates.hpp"
#include "props/checks.hpp"

namespace hearsay::checks {

api::Checks all_checks() {
  return {.registry =
              [] {
                run::Registry registry;
                props::register_checks(registry);
                empirical::register_checks(registry);
                return registry;
              },
          .bounds = bound_search(),
          .certifiers = props::certifiers(),
          .supporters = props::supporters()};
}

}  // namespace hearsay::checks
